import WaybillManifest

extension FileChange {
    /// The change as a unified diff with three lines of context, for `git apply` and `patch -p1`; empty if nothing
    /// changes.
    public var unifiedDiff: String {
        let hunks = LineDifference(old, new).unified
        guard !hunks.isEmpty else { return "" }
        let isRooted = path.hasPrefix("/")
        // As git does it: without the tab, patch ends a name at its first blank.
        let name = path + (path.contains(" ") ? "\t" : "")
        return "--- \(isRooted ? "" : "a/")\(name)\n+++ \(isRooted ? "" : "b/")\(name)\n" + hunks
    }
}

extension LineDifference {
    private static var context: Int { 3 }

    fileprivate var unified: String { hunks.map(text).joined() }

    /// Changes with overlapping contexts form one hunk.
    private var hunks: [[Change]] {
        var hunks: [[Change]] = []
        for change in changes {
            if let last = hunks.last?.last, change.old.lowerBound - last.old.upperBound <= 2 * Self.context {
                hunks[hunks.count - 1].append(change)
            } else {
                hunks.append([change])
            }
        }
        return hunks
    }

    private func text(of hunk: [Change]) -> String {
        let first = hunk[0]
        let last = hunk[hunk.count - 1]
        let before = min(Self.context, first.old.lowerBound)
        let after = min(Self.context, old.count - last.old.upperBound)
        let oldRange = first.old.lowerBound - before..<last.old.upperBound + after
        let newRange = first.new.lowerBound - before..<last.new.upperBound + after
        var text = "@@ -\(Self.place(of: oldRange)) +\(Self.place(of: newRange)) @@\n"
        var next = oldRange.lowerBound
        for change in hunk {
            text += old[next..<change.old.lowerBound].map { Self.line(" ", $0) }.joined()
            text += old[change.old].map { Self.line("-", $0) }.joined()
            text += new[change.new].map { Self.line("+", $0) }.joined()
            next = change.old.upperBound
        }
        return text + old[next..<oldRange.upperBound].map { Self.line(" ", $0) }.joined()
    }

    /// Returns `12,3`, or `12` for one line; for an empty range the line before it.
    private static func place(of lines: Range<Int>) -> String {
        let start = lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1
        return lines.count == 1 ? "\(start)" : "\(start),\(lines.count)"
    }

    private static func line(_ mark: String, _ line: ArraySlice<UInt8>) -> String {
        let text = mark + String(decoding: line, as: UTF8.self)
        return line.last == UInt8(ascii: "\n") ? text : text + "\n\\ No newline at end of file\n"
    }
}
