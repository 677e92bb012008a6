import WaybillManifest
import WaybillSyntax

/// Hides values under `with:` from logs and statuses. Keys and places stay, so that a report still points at them.
///
/// It works on text, because invalid manifests have secrets too.
struct Redaction {
    /// The files with a `*` for each byte of a value under `with:`.
    let sources: [SourceFile]
    /// The places of these values, by the file's index.
    private let hidden: [[Range<Int>]]

    init(_ sources: [SourceFile]) {
        let ranges = sources.map { WithText.values(in: $0.bytes) }
        hidden = ranges
        self.sources = zip(sources, ranges).map { source, ranges in
            guard !ranges.isEmpty else { return source }
            var bytes = source.bytes
            for range in ranges {
                bytes.replaceSubrange(range, with: repeatElement(UInt8(ascii: "*"), count: range.count))
            }
            return source.replacing([source.path: bytes])
        }
    }

    /// The diagnostics without the values that they may quote: those on their own lines.
    func redact(_ diagnostics: [Diagnostic], in originals: [SourceFile]) -> [Diagnostic] {
        diagnostics.map { diagnostic in
            let texts = quotable(around: diagnostic.span, in: originals)
            guard !texts.isEmpty else { return diagnostic }
            var copy = diagnostic
            copy.message = Self.hide(texts, in: copy.message)
            copy.help = copy.help.map { Self.hide(texts, in: $0) }
            copy.suggestions = copy.suggestions.map { Self.hide(texts, in: $0) }
            copy.fixes = []
            return copy
        }
    }

    /// The values on the lines of a span, longest first.
    private func quotable(around span: SourceSpan, in originals: [SourceFile]) -> [String] {
        guard originals.indices.contains(span.file), !hidden[span.file].isEmpty else { return [] }
        let source = originals[span.file]
        let first = source.byteRange(ofLine: source.position(at: span.start).line).lowerBound
        let last = source.byteRange(ofLine: source.position(at: span.end).line).upperBound
        return hidden[span.file].filter { $0.overlaps(first..<max(last, first + 1)) && $0.count > 2 }
            .map { String(decoding: source.bytes[$0], as: UTF8.self) }
            .sorted { $0.utf8.count > $1.utf8.count }
    }

    private static func hide(_ texts: [String], in text: String) -> String {
        texts.reduce(text) { $0.replacing($1, with: "***") }
    }
}

/// Finds the values under `with:` in a manifest's text, line by line.
private struct WithText {
    private var ranges: [Range<Int>] = []
    /// The indentation of the `with:` whose block contains the line.
    private var block: Int?

    static func values(in bytes: [UInt8]) -> [Range<Int>] {
        var search = WithText()
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            search.look(at: bytes, start..<end)
            start = end + 1
        }
        return search.ranges
    }

    private mutating func look(at bytes: [UInt8], _ line: Range<Int>) {
        guard let first = line.first(where: { bytes[$0] != UInt8(ascii: " ") }) else { return }
        let indentation = first - line.lowerBound
        if let open = block, indentation > open { return hideValues(in: bytes, first..<line.upperBound) }
        block = nil
        guard let with = bytes[line].firstRange(of: Array("with:".utf8)),
            with.lowerBound == first || !Self.isWord(bytes[with.lowerBound - 1])
        else { return }
        block = Self.keyIndentation(bytes, line, with.lowerBound)
        hideValues(in: bytes, with.upperBound..<line.upperBound)
    }

    /// The column of the key; the column of the whole line if the key is inside a flow mapping.
    private static func keyIndentation(_ bytes: [UInt8], _ line: Range<Int>, _ key: Int) -> Int {
        let lead = bytes[line.lowerBound..<key]
        let isBlock = lead.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }
        return isBlock ? key - line.lowerBound : lead.prefix { $0 == UInt8(ascii: " ") }.count
    }

    /// Hides all words of a line except keys, which a colon follows.
    private mutating func hideValues(in bytes: [UInt8], _ range: Range<Int>) {
        let separators = Set("{}[], \t\r\"'".utf8)
        var start = range.lowerBound
        while start < range.upperBound {
            guard !separators.contains(bytes[start]) else {
                start += 1
                continue
            }
            let end = bytes[start..<range.upperBound].firstIndex { separators.contains($0) } ?? range.upperBound
            let isKey = bytes[end - 1] == UInt8(ascii: ":")
            let isMark = bytes[start..<end].allSatisfy { [UInt8(ascii: "-"), UInt8(ascii: ":")].contains($0) }
            if !isKey, !isMark { ranges.append(start..<end) }
            start = end
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == UInt8(ascii: "_")
    }
}
