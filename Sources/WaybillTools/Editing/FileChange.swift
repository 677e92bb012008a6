import WaybillManifest
import WaybillSyntax

/// The content of a file before and after a change.
public struct FileChange: Sendable, Hashable {
    public var path: String
    public var old: [UInt8]
    public var new: [UInt8]

    public init(path: String, old: [UInt8], new: [UInt8]) {
        self.path = path
        self.old = old
        self.new = new
    }
}

extension FileChange {
    /// The reason why a change was not written.
    public struct Problem: Error, Sendable, Hashable {
        public var message: String
    }

    /// Writes changes to disk: all of them or, if a file changed since it was read, none.
    ///
    /// Each file is replaced atomically and keeps its permissions and owner. The target of a link is written, and the
    /// link stays. A file that is a mount point cannot be replaced, and is written in place.
    ///
    /// - Returns: The paths that were written in place.
    /// - Throws: ``Problem`` for the first file that changed, or that cannot be read or written. If a file cannot be
    ///   written, the files before it in the list are already written.
    @discardableResult
    public static func write(_ changes: [FileChange]) throws(Problem) -> [String] {
        for change in changes { try change.checkIsCurrent() }
        var paths: [String] = []
        for change in changes where try change.write() == .inPlace { paths.append(change.path) }
        return paths
    }

    private func checkIsCurrent() throws(Problem) {
        do throws(FileProblem) {
            let current = try FileSystem.read(path)
            guard current.bytes != old else { return }
        } catch {
            throw Problem(message: "'\(path)' \(error.reason); nothing was written")
        }
        throw Problem(message: "'\(path)' has changed since it was read; nothing was written, run the command again")
    }

    private func write() throws(Problem) -> WriteManner {
        guard FileSystem.realPath(path) != nil else { throw Problem(message: "'\(path)' does not exist any more") }
        do throws(WriteProblem) {
            return try writeFile(new, to: path)
        } catch {
            throw Problem(message: "'\(path)' \(error)")
        }
    }

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
