import WaybillManifest
import WaybillSyntax

/// The words of a directive, in order: `waybill:allow P003, P004 -- reason until 2027-01`.
struct DirectiveWords {
    private let file: Int
    private let bytes: [UInt8]
    private var position: Int
    private let end: Int

    /// The word after `waybill:`.
    init(_ source: SourceFile, _ span: SourceSpan) {
        file = span.file
        bytes = source.bytes
        end = span.end
        let start = bytes[(span.start + 1)..<end].firstIndex { !$0.isBlankOrBreak } ?? end
        position = start + DirectiveScan.mark.count
    }

    mutating func verb() -> Located<String> { take { $0 == UInt8(ascii: "-") || $0.isLetter } }

    /// Returns the words up to ` -- `, which are separated by commas and blanks.
    mutating func ids() -> [Located<String>] {
        var ids: [Located<String>] = []
        while true {
            position = bytes[position..<end].firstIndex { $0 != UInt8(ascii: ",") && !$0.isBlankOrBreak } ?? end
            if position == end || bytes[position..<end].starts(with: "--".utf8) { return ids }
            ids.append(take { $0 != UInt8(ascii: ",") && !$0.isBlankOrBreak })
        }
    }

    /// Returns the text after ` -- `, and the last day, if the text ends with `until` and a number.
    mutating func reason() -> (text: String, until: Located<String>?) {
        position = min(end, position + "--".utf8.count)
        var words: [Located<String>] = []
        while true {
            position = bytes[position..<end].firstIndex { !$0.isBlankOrBreak } ?? end
            if position == end { break }
            words.append(take { !$0.isBlankOrBreak })
        }
        var until: Located<String>?
        if let last = words.last, words.dropLast().last?.value == "until", last.value.first?.isWholeNumber == true {
            until = last
            words.removeLast(2)
        }
        return (words.map(\.value).joined(separator: " "), until)
    }

    private mutating func take(while isPart: (UInt8) -> Bool) -> Located<String> {
        let start = position
        position = bytes[start..<end].firstIndex { !isPart($0) } ?? end
        return Located(
            String(decoding: bytes[start..<position], as: UTF8.self),
            at: SourceSpan(file: file, start: start, end: position))
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
