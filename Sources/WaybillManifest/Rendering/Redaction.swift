package import WaybillSyntax
import WaybillTable

/// Hides secrets in reports: values under `with:` and under unknown keys, which may belong there, and users and passwords
/// in URLs. Keys and places stay, so that a report still points to them.
///
/// The syntax tree of a file decides which parts are values. If there is no tree, nothing of the file is shown.
package struct Redaction: Sendable {
    /// By file, for the files that a diagnostic points into.
    private var files: [Int: SecretText] = [:]
    private let sources: [SourceFile]

    package init(of diagnostics: [Diagnostic], in sources: [SourceFile]) {
        self.sources = sources
        // A key for which another is suggested is probably that one, misspelled.
        let unknown = diagnostics.filter { $0.rule == .unknownKey && $0.suggestions.isEmpty }.map(\.span)
        let unknownKeys = Dictionary(grouping: unknown, by: \.file).mapValues { Set($0.map(\.start)) }
        for file in Set(diagnostics.flatMap(\.files)) where sources.indices.contains(file) {
            files[file] = SecretText(sources[file], unknownKeys: unknownKeys[file, default: []])
        }
    }

    /// Whether no text of a file may be shown.
    func hidesAll(of file: Int) -> Bool { files[file]?.hidesAll == true }

    /// Returns the bytes in a range of a file that must not be shown.
    func hiddenBytes(of file: Int, in range: Range<Int>) -> ArraySlice<Range<Int>> {
        files[file]?.ranges.overlapping(range) ?? []
    }

    /// Returns the diagnostic without secrets in its texts.
    package func redact(_ diagnostic: Diagnostic) -> Diagnostic {
        let texts = diagnostic.files.compactMap { files[$0] }
        let hasNoTree = texts.contains(where: \.hidesAll) && diagnostic.rule.stage == .reading
        let isNear = diagnostic.spans.contains(where: isNearSecret)
        func hide(_ text: String) -> String {
            let hidden = texts.reduce(text) { $1.hide(in: $0, evenShort: isNear) }.withoutUserInfo
            return hasNoTree ? hidden.withoutQuotations : hidden
        }
        var copy = diagnostic
        copy.message = hide(diagnostic.message)
        copy.help = diagnostic.help.map(hide)
        copy.suggestions = diagnostic.suggestions.map(hide)
        copy.reasons = diagnostic.reasons.map(hide)
        copy.witness = diagnostic.witness.map(hide)
        copy.witnessRemark = diagnostic.witnessRemark.map(hide)
        copy.notes = diagnostic.notes.map { Diagnostic.Note(hide($0.message), at: $0.span) }
        // An edit without its secret would be a different edit.
        copy.fixes = diagnostic.fixes.filter { fix in
            hide(fix.description) == fix.description && fix.edits.allSatisfy { hide($0.text) == $0.text }
        }
        return copy
    }

    /// Whether a secret is on the lines of a place.
    private func isNearSecret(_ span: SourceSpan) -> Bool {
        guard sources.indices.contains(span.file) else { return false }
        let source = sources[span.file]
        let first = source.byteRange(ofLine: source.position(at: span.start).line).lowerBound
        let last = source.byteRange(ofLine: source.position(at: span.end).line).upperBound
        return !hiddenBytes(of: span.file, in: first..<max(last, first + 1)).isEmpty
    }
}

extension Diagnostic {
    fileprivate var spans: [SourceSpan] { [span] + notes.map(\.span) }
    fileprivate var files: Set<Int> { Set(spans.map(\.file)) }
}

extension [Range<Int>] {
    /// Returns the elements of sorted, disjoint ranges that overlap another range.
    fileprivate func overlapping(_ range: Range<Int>) -> ArraySlice<Range<Int>> {
        let first = indices.partitioningIndex { self[$0].upperBound > range.lowerBound }
        return self[first...].prefix { $0.lowerBound < range.upperBound }
    }
}

extension String {
    /// The text without users and passwords of URLs.
    fileprivate var withoutUserInfo: String {
        guard contains("@") else { return self }
        var bytes = Array(utf8)
        for range in UserInfo.ranges(in: bytes[...], endsAtBlanks: true).reversed() {
            bytes.replaceSubrange(range, with: "***".utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text without quoted parts, except single characters: `expected ',' or '}'` stays.
    fileprivate var withoutQuotations: String {
        var hidden = ""
        var rest = self[...]
        while let open = rest.indices.first(where: { isQuote(at: $0, opens: true) }) {
            let start = index(after: open)
            let end = rest[start...].indices.dropFirst().first {
                self[$0] == rest[open] && isQuote(at: $0, opens: false)
            }
            guard let end else { break }
            hidden += rest[..<open] + (distance(from: start, to: end) > 1 ? "'***'" : rest[open...end])
            rest = self[index(after: end)...]
        }
        return hidden + rest
    }

    /// Whether a quote begins or ends a quotation. An apostrophe has letters on both sides.
    private func isQuote(at place: Index, opens: Bool) -> Bool {
        guard "'\"".contains(self[place]) else { return false }
        let beside = opens ? self[..<place].last : self[index(after: place)...].first
        return beside.map { !$0.isLetter && !$0.isNumber } ?? true
    }
}

/// The user and the password of a URL: `user:password` in `https://user:password@host/`.
enum UserInfo {
    /// Returns the places of all users and passwords in a text, in order.
    static func ranges(in text: ArraySlice<UInt8>, endsAtBlanks: Bool) -> [Range<Int>] {
        let ends = Set("/?#\"'<>\n\r".utf8).union(endsAtBlanks ? Set(" \t".utf8) : [])
        let slash = UInt8(ascii: "/")
        var ranges: [Range<Int>] = []
        var start = text.startIndex
        while let found = text[start...].firstIndex(of: slash) {
            start = found + 1
            guard start < text.endIndex, text[start] == slash else { continue }
            let authority = text[(start + 1)...].prefix { !ends.contains($0) }
            guard let at = authority.lastIndex(of: UInt8(ascii: "@")), at > authority.startIndex else { continue }
            ranges.append(authority.startIndex..<at)
            start = authority.endIndex
        }
        return ranges
    }
}
