import WaybillManifest
import WaybillSyntax

/// How a scalar's text is written, as bytes.
enum ScalarLayout {
    typealias Bytes = ArraySlice<UInt8>

    private static let quote = UInt8(ascii: "\"")
    private static let apostrophe = UInt8(ascii: "'")
    private static let backslash = UInt8(ascii: "\\")

    // MARK: Quotes

    /// Returns a quoted text on one line with its canonical quotes.
    ///
    /// Words need none. Other texts stay quoted, because they may be quoted for another parser: with double quotes, or
    /// with single quotes if these avoid every escape.
    static func requoted(_ written: Bytes, mayUnquote: Bool) -> Bytes {
        let inner = written.dropFirst().dropLast()
        if mayUnquote, isWord(inner) { return inner }
        if written.first == quote {
            guard inner.contains(backslash), let text = unescaped(inner), !text.contains(apostrophe) else {
                return written
            }
            return [apostrophe] + text + [apostrophe]
        }
        let text = undoubled(inner)
        let hasEscapes = text.contains(quote) || text.contains(backslash)
        return hasEscapes && !text.contains(apostrophe) ? written : doubleQuoted(text)
    }

    /// Whether every parser reads these bytes as the same text without quotes, and every person sees that.
    private static func isWord(_ text: Bytes) -> Bool {
        guard let first = text.first, first.isLetter, text.allSatisfy(\.isWordByte) else { return false }
        let scalar = Node.Scalar(text: String(decoding: text, as: UTF8.self), style: .plain)
        return scalar.resolved == .string && !scalar.isAmbiguousToYAML11
    }

    /// Whether a text that is plain in brackets would be something else outside.
    static func isIndicator(_ text: Bytes) -> Bool {
        text.count == 1 && (text.first.map { "-?:".utf8.contains($0) } ?? false)
    }

    /// Returns the text in double quotes, or `nil` if it has escapes other than for quotes and backslashes.
    private static func unescaped(_ inner: Bytes) -> Bytes? {
        var text: [UInt8] = []
        var isEscaped = false
        for byte in inner {
            if isEscaped, byte != quote, byte != backslash { return nil }
            isEscaped = !isEscaped && byte == backslash
            if !isEscaped { text.append(byte) }
        }
        return isEscaped ? nil : text[...]
    }

    /// Returns the text in single quotes.
    private static func undoubled(_ inner: Bytes) -> Bytes {
        var text: [UInt8] = []
        var isDoubled = false
        for byte in inner {
            isDoubled = !isDoubled && byte == apostrophe
            if !isDoubled { text.append(byte) }
        }
        return text[...]
    }

    static func doubleQuoted(_ text: Bytes) -> Bytes {
        var result = [quote]
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)".utf8
            case "\n": result += "\\n".utf8
            case "\r": result += "\\r".utf8
            case "\t": result += "\\t".utf8
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
            default: result += Unicode.UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter
            }
        }
        result.append(quote)
        return result[...]
    }

    // MARK: Lines

    /// Returns the lines of a scalar without the blanks at line ends, which have no meaning. An empty line is a line
    /// end of the text.
    static func lines(of written: Bytes, isDoubleQuoted: Bool) -> [Bytes] {
        let lines = splitLines(written)
        return lines.enumerated().map { index, line in
            var line = line
            if index > 0 { line = line.drop(while: \.isBlankOrBreak) }
            return index < lines.count - 1 ? trimmed(line, isDoubleQuoted: isDoubleQuoted) : line
        }
    }

    /// Joins the lines, or returns `nil` if the text has line ends.
    static func joined(_ lines: [Bytes], isDoubleQuoted: Bool) -> Bytes? {
        guard lines.allSatisfy({ !$0.isEmpty }) else { return nil }
        var text = Bytes()
        for (index, line) in lines.enumerated() {
            if index == lines.count - 1 {
                text += line
            } else if isDoubleQuoted, endsInEscape(line) {
                text += line.dropLast()
            } else {
                text += line + [UInt8(ascii: " ")]
            }
        }
        return text
    }

    private static func splitLines(_ text: Bytes) -> [Bytes] {
        var lines: [Bytes] = []
        var start = text.startIndex
        while let end = text[start...].firstIndex(where: \.isBreak) {
            lines.append(text[start..<end])
            start = end + text[end...].lineBreakLength
        }
        return lines + [text[start...]]
    }

    /// Removes blanks at the end, except an escaped one.
    private static func trimmed(_ line: Bytes, isDoubleQuoted: Bool) -> Bytes {
        var end = line.endIndex
        while end > line.startIndex, line[end - 1].isBlankOrBreak { end -= 1 }
        let isEscaped = isDoubleQuoted && end < line.endIndex && endsInEscape(line[..<end])
        return line[..<(isEscaped ? end + 1 : end)]
    }

    /// Whether the last byte is a backslash that is not escaped.
    private static func endsInEscape(_ line: Bytes) -> Bool {
        let count = line.reversed().prefix { $0 == backslash }.count
        return !count.isMultiple(of: 2)
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool {
        switch Unicode.Scalar(self) {
        case "a"..."z", "A"..."Z", "_": true
        default: false
        }
    }

    fileprivate var isWordByte: Bool { isLetter || "0123456789.-".utf8.contains(self) }
}
