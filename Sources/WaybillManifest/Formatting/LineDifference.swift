/// Two texts line by line: where they differ.
struct LineDifference {
    /// The lines with their line ends, as bytes.
    let old: [ArraySlice<UInt8>]
    let new: [ArraySlice<UInt8>]
    /// Ranges of lines that stand for each other, in order; all other lines are the same on both sides.
    private(set) var changes: [Change] = []

    struct Change {
        var old: Range<Int>
        var new: Range<Int>
    }

    init(_ old: [UInt8], _ new: [UInt8]) {
        self.old = Self.lines(of: old)
        self.new = Self.lines(of: new)
        var (nextOld, nextNew) = (0, 0)
        for (oldLine, newLine) in common() + [(self.old.count, self.new.count)] {
            if oldLine > nextOld || newLine > nextNew {
                changes.append(Change(old: nextOld..<oldLine, new: nextNew..<newLine))
            }
            (nextOld, nextNew) = (oldLine + 1, newLine + 1)
        }
    }

    private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? text.count
            lines.append(text[start..<end])
            start = end
        }
        return lines
    }

    /// The lines that both have in common, in order. What only one side has is no part of the search, which would take
    /// long where much differs.
    private func common() -> [(old: Int, new: Int)] {
        let (oldLines, newLines) = (Set(old), Set(new))
        let oldPlaces = old.indices.filter { newLines.contains(old[$0]) }
        let newPlaces = new.indices.filter { oldLines.contains(new[$0]) }
        let difference = newPlaces.map { new[$0] }.difference(from: oldPlaces.map { old[$0] })
        var (removed, inserted) = (Set<Int>(), Set<Int>())
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        return Array(
            zip(
                oldPlaces.indices.filter { !removed.contains($0) }.map { oldPlaces[$0] },
                newPlaces.indices.filter { !inserted.contains($0) }.map { newPlaces[$0] }))
    }
}

// MARK: For people and `patch`

extension LineDifference {
    private static var context: Int { 3 }

    /// A unified diff with three lines of context, which `git apply` and `patch -p1` take; empty where nothing differs.
    func unified(path: String) -> String {
        guard !changes.isEmpty else { return "" }
        let isRooted = path.hasPrefix("/")
        let head = "--- \(isRooted ? "" : "a/")\(path)\n+++ \(isRooted ? "" : "b/")\(path)\n"
        return head + hunks.map(text).joined()
    }

    /// Changes whose contexts meet are one hunk.
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
        let (first, last) = (hunk[0], hunk[hunk.count - 1])
        let before = min(Self.context, first.old.lowerBound)
        let behind = min(Self.context, old.count - last.old.upperBound)
        let oldRange = first.old.lowerBound - before..<last.old.upperBound + behind
        let newRange = first.new.lowerBound - before..<last.new.upperBound + behind
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

    /// `12,3`, or `12` for one line; of no lines the one before.
    private static func place(of lines: Range<Int>) -> String {
        let start = lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1
        return lines.count == 1 ? "\(start)" : "\(start),\(lines.count)"
    }

    private static func line(_ mark: String, _ line: ArraySlice<UInt8>) -> String {
        let text = mark + String(decoding: line, as: UTF8.self)
        return line.last == UInt8(ascii: "\n") ? text : text + "\n\\ No newline at end of file\n"
    }
}
