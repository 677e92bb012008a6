import WaybillManifest
package import WaybillSyntax
import WaybillTable

/// A comment that begins with `waybill:` and a letter.
struct Directive {
    /// From the `#` to the last character of the comment.
    var span: SourceSpan
    /// Counted from 1.
    var line: Int
    /// Whether the line contains only the comment.
    var isAlone: Bool
}

/// Finds directives. libyaml drops comments, so the bytes are searched, outside of scalars.
package struct DirectiveScan {
    private let file: SourceFile
    private let index: Int
    private let texts: ScalarSpans

    /// - Parameter document: The document of the file; `nil` if there is none.
    init(_ file: SourceFile, index: Int, document: YAMLDocument?) {
        self.file = file
        self.index = index
        texts = ScalarSpans(document, in: file.bytes)
    }

    /// Returns the first directives, at most the given number.
    func directives(limit: Int) -> [Directive] {
        Self.candidates(in: file.bytes).filter { !texts.contain($0) }.prefix(limit).map(directive)
    }

    /// Returns the lines with `# waybill:fmt off` and `# waybill:fmt on`, in order.
    package static func formatMarks(in file: SourceFile, _ document: YAMLDocument?) -> [(line: Int, isOn: Bool)] {
        guard !candidates(in: file.bytes).isEmpty else { return [] }
        return DirectiveScan(file, index: 0, document: document).directives(limit: .max).compactMap { directive in
            var words = DirectiveWords(file, directive.span)
            guard directive.isAlone, words.verb().value == "fmt", let isOn = words.formatSwitch() else { return nil }
            return (directive.line, isOn)
        }
    }

    private func directive(at start: Int) -> Directive {
        let bytes = file.bytes
        let end = bytes.trimmedEnd(bytes[start...].endOfLine, from: start)
        let line = file.position(at: start).line
        let before = bytes[file.byteRange(ofLine: line).lowerBound..<start]
        return Directive(
            span: SourceSpan(file: index, start: start, end: end), line: line,
            isAlone: before.allSatisfy(\.isBlankOrBreak))
    }

    /// Returns the places of a `#` that begins a comment with `waybill:`, if it is not inside of a scalar.
    package static func candidates(in bytes: [UInt8]) -> [Int] {
        var found = [Int]()
        var start = 0
        // Most files have no comments, so this loop visits all bytes.
        while let sign = bytes[start...].firstIndex(of: UInt8(ascii: "#")) {
            if isCandidate(sign, in: bytes) { found.append(sign) }
            start = sign + 1
        }
        return found
    }

    private static func isCandidate(_ sign: Int, in bytes: [UInt8]) -> Bool {
        guard sign == 0 || bytes[sign - 1].isBlankOrBreak || isByteOrderMark(bytes[..<sign]) else { return false }
        let text = bytes[(sign + 1)...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard text.starts(with: mark), let next = text.dropFirst(mark.count).first else { return false }
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(next | 0x20)
    }

    private static func isByteOrderMark(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count == 3 && bytes.elementsEqual([0xEF, 0xBB, 0xBF])
    }

    static let mark = Array("waybill:".utf8)
}

/// The ranges of a file that are scalars and not comments, in order.
private struct ScalarSpans {
    private var spans: [Range<Int>] = []

    init(_ document: YAMLDocument?, in bytes: [UInt8]) {
        guard let records = document?.records else { return }
        for record in records where record.kind.isScalar && record.start < record.end {
            var start = Int(record.start)
            // A comment may follow the `|` of a block scalar.
            if record.kind == .literal || record.kind == .folded {
                start = bytes[start...].endOfLine
            }
            if start < record.end { spans.append(start..<Int(record.end)) }
        }
        // An aliased value has the place of its anchor.
        spans.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    }

    func contain(_ offset: Int) -> Bool {
        let next = spans.indices.partitioningIndex { spans[$0].upperBound > offset }
        return next < spans.count && spans[next].contains(offset)
    }
}

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

    /// Returns whether the words are `on`; `nil` if they are neither that nor `off`.
    mutating func formatSwitch() -> Bool? {
        let words = ids().map(\.value)
        return words == ["on"] ? true : words == ["off"] ? false : nil
    }

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
        if CalendarDay.written(atEndOf: words.suffix(2).map(\.value)) != nil {
            until = words.last
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
