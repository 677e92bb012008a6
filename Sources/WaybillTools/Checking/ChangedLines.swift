import WaybillManifest
import WaybillSyntax

/// The lines of files that a change touched, from the output of `git diff --unified=0`.
public struct ChangedLines: Sendable, Hashable {
    /// By path from the repository's root. If lines were only removed, the lines around them.
    package private(set) var lines: [String: [ClosedRange<Int>]] = [:]
    /// The repository's root; `nil` to compare paths as they are.
    private let root: String?

    /// - Parameters:
    ///   - diff: With `a/` and `b/` before paths, and without colors.
    ///   - newFiles: Paths of untracked files, in which all lines are new.
    ///   - root: The repository's root.
    public init(diff: String, newFiles: [String] = [], root: String? = nil) {
        self.root = root.flatMap { FileSystem.realPath($0) } ?? root
        var reader = DiffReader(diff)
        while let (path, range) = reader.next() { lines[path, default: []].append(range) }
        for path in newFiles { lines[path] = [1...Int.max] }
    }

    /// Returns the changed lines of a file of a set.
    func lines(of source: SourceFile) -> [ClosedRange<Int>] {
        guard let root else { return lines[source.path] ?? [] }
        guard let path = FileSystem.realPath(source.path), path.hasPrefix(root.asPrefix) else { return [] }
        return lines[String(path.dropFirst(root.asPrefix.count))] ?? []
    }
}

/// Reads a diff hunk by hunk. The lines of files are skipped by their number, so their content does not matter.
private struct DiffReader {
    private var rest: ArraySlice<Substring>
    private var path: String?

    init(_ diff: String) {
        // Split at scalars, because "\r\n" is one character in Swift.
        rest = diff.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(Substring.init)[...]
    }

    mutating func next() -> (path: String, lines: ClosedRange<Int>)? {
        while let line = rest.popFirst() {
            if line.hasPrefix("diff --git ") { path = nil }
            if line.hasPrefix("+++ ") { path = Self.path(line.dropFirst(4)) }
            guard line.hasPrefix("@@ "), let hunk = Self.hunk(line) else { continue }
            rest = rest.dropFirst(hunk.old.count + hunk.new.count)
            guard let path else { continue }
            let (start, count) = hunk.new
            return (path, count > 0 ? start...(start + count - 1) : max(1, start)...(start + 1))
        }
        return nil
    }

    /// A header such as `@@ -10,3 +9 @@ …`.
    private static func hunk(_ line: Substring) -> (old: (start: Int, count: Int), new: (start: Int, count: Int))? {
        let words = line.split(separator: " ")
        guard words.count >= 3, words[1].hasPrefix("-"), words[2].hasPrefix("+"), let old = range(words[1].dropFirst()),
            let new = range(words[2].dropFirst())
        else { return nil }
        return (old, new)
    }

    private static func range(_ text: Substring) -> (start: Int, count: Int)? {
        let numbers = text.split(separator: ",").compactMap { Int($0) }
        guard let start = numbers.first, numbers.count <= 2, numbers.allSatisfy({ (0...Int(Int32.max)).contains($0) })
        else { return nil }
        return (start, numbers.count == 2 ? numbers[1] : 1)
    }

    /// Returns the path without `b/`. A tab follows names with blanks, and names with special characters are quoted.
    private static func path(_ text: Substring) -> String? {
        let name = text.hasPrefix("\"") ? unquoted(text) : String(text.prefix { $0 != "\t" })
        return name.hasPrefix("b/") ? String(name.dropFirst(2)) : nil
    }

    /// Decodes a C string, with octal escapes for bytes.
    private static func unquoted(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8).dropFirst()
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            if (UInt8(ascii: "0")...UInt8(ascii: "3")).contains(escaped), rest.count >= 2 {
                let digits = [escaped] + rest.prefix(2)
                bytes.append(digits.reduce(0) { $0 &* 8 &+ ($1 &- UInt8(ascii: "0")) })
                rest = rest.dropFirst(2)
            } else {
                bytes.append(controls[escaped] ?? escaped)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let controls: [UInt8: UInt8] = Dictionary(
        uniqueKeysWithValues: zip("abtnvfr".utf8, [7, 8, 9, 10, 11, 12, 13]))
}

/// Selects the problems that a change touches.
///
/// A change touches a problem if it changed a line of the entry that the problem is about, of an entry that one of its
/// notes points to, or of one that may have caused it: the route, the module, the interceptor. So the author of a lower priority sees its effect,
/// although the problem is reported at another line.
struct ChangeFilter {
    private let sources: [SourceFile]
    private let change: ChangedLines
    /// By file. Most files have no problem, so their paths need not be resolved.
    private var changed: [Int: [ClosedRange<Int>]] = [:]
    private var finder: PartFinder

    init(_ change: ChangedLines, _ sources: [SourceFile]) {
        self.sources = sources
        self.change = change
        finder = PartFinder(sources)
    }

    mutating func touches(_ diagnostic: Diagnostic) -> Bool {
        if touches(diagnostic.span) { return true }
        for span in diagnostic.notes.map(\.span) + diagnostic.causes where touches(span) { return true }
        return false
    }

    /// Returns a problem about a name or a section that appears twice at the place that the change touches, if it touches
    /// only that one. The order of files says nothing about which of the two is new.
    mutating func atChange(_ diagnostic: Diagnostic) -> Diagnostic {
        guard [.duplicateID, .repeatedSection].contains(diagnostic.rule), diagnostic.notes.count == 1,
            !touches(diagnostic.span), touches(diagnostic.notes[0].span)
        else { return diagnostic }
        var turned = diagnostic
        turned.span = diagnostic.notes[0].span
        turned.notes[0].span = diagnostic.span
        return turned
    }

    private mutating func touches(_ span: SourceSpan) -> Bool {
        guard sources.indices.contains(span.file) else { return false }
        let file = sources[span.file]
        let lines = changed[span.file] ?? change.lines(of: file)
        changed[span.file] = lines
        if lines.isEmpty { return false }
        let entry = entry(around: span)
        let first = file.position(at: min(span.start, entry.start)).line
        let last = file.position(at: max(span.start, span.end, entry.end) - (entry.isEmpty ? 0 : 1)).line
        return lines.contains { $0.lowerBound <= last && first <= $0.upperBound }
    }

    /// Returns the entry of a section around a place; the place itself if there is none.
    private mutating func entry(around span: SourceSpan) -> SourceSpan {
        guard let root = finder.root(of: span.file), let section = finder.part(of: root, at: span.start) else {
            return span
        }
        let entry = finder.part(of: section.value, at: span.start)
        return entry?.whole ?? (section.value.isScalar ? section.whole : span)
    }
}
