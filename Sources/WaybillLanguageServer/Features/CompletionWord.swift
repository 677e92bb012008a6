import WaybillSyntax

/// The word at the cursor, which a completion replaces.
struct CompletionWord {
    /// A word that no manifest has.
    static let mark = "waybillCompletionMark"

    let span: SourceSpan
    /// Whether it is between quotes.
    let isQuoted: Bool
    /// Whether a colon follows, so that it is a key already.
    let hasColon: Bool
    let isInComment: Bool
    /// The blanks up to the column of the word.
    let indent: String
    private let cursor: Int

    enum Role { case key, value }

    init(at offset: Int, in file: SourceFile) {
        let bytes = file.bytes
        let line = file.byteRange(ofLine: file.position(at: offset).line)
        let ends = Set(" \t,[]{}\"'".utf8)
        var start = offset
        while start > line.lowerBound, !ends.contains(bytes[start - 1]) { start -= 1 }
        var end = offset
        while end < line.upperBound, !ends.contains(bytes[end]), !Self.isColon(at: end, in: bytes, line) { end += 1 }
        cursor = offset
        span = SourceSpan(file: 0, start: start, end: end)
        isQuoted = start > line.lowerBound && [0x22, 0x27].contains(bytes[start - 1])
        hasColon = end < line.upperBound && bytes[end] == UInt8(ascii: ":")
        let before = bytes[line.lowerBound..<start]
        isInComment = before.indices.contains {
            before[$0] == UInt8(ascii: "#") && ($0 == before.startIndex || before[$0 - 1] == 0x20)
        }
        indent = String(repeating: " ", count: start - line.lowerBound)
    }

    private static func isColon(at index: Int, in bytes: [UInt8], _ line: Range<Int>) -> Bool {
        bytes[index] == UInt8(ascii: ":") && (index + 1 >= line.upperBound || bytes[index + 1] == 0x20)
    }

    /// Returns the text with the mark in place of the word.
    func marked(as role: Role, in file: SourceFile) -> [UInt8] {
        let isNewKey = role == .key && !hasColon && !isQuoted
        let text = Self.mark + (isNewKey ? ": 0" : "")
        return Array(file.bytes[..<span.start]) + Array(text.utf8) + Array(file.bytes[span.end...])
    }

    /// The part of the word before the cursor.
    func typed(in file: SourceFile) -> ArraySlice<UInt8> { file.bytes[span.start..<max(span.start, cursor)] }

    /// The part of the word before the cursor that names a parameter of a target: from its last colon.
    func capture(in file: SourceFile) -> SourceSpan {
        let start = file.bytes[span.start..<cursor].lastIndex(of: UInt8(ascii: ":"))
        return SourceSpan(file: 0, start: start ?? cursor, end: cursor)
    }
}
