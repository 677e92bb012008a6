import WaybillTable

extension [UInt8] {
    /// Appends a text of a log without its escapes. Escapes that are not valid stay as they are.
    mutating func append(_ text: Span<UInt8>, unescaping escape: LogRecord.Escape) {
        switch escape {
        case .none: append(text)
        case .backslash: appendUnescaped(text, marker: .backslash) { $0.backslashEscape(at: $1) }
        case .number: appendUnescaped(text, marker: UInt8(ascii: "#")) { $0.hexPair(at: $1 + 1, length: 3) }
        case .json: appendJSON(text)
        }
    }

    private mutating func appendUnescaped(
        _ text: Span<UInt8>, marker: UInt8, _ escape: (Span<UInt8>, Int) -> (byte: UInt8, length: Int)?
    ) {
        var index = 0
        while index < text.count {
            if text[index] == marker, let found = escape(text, index) {
                append(found.byte)
                index += found.length
            } else {
                append(text[index])
                index += 1
            }
        }
    }

    private mutating func appendJSON(_ text: Span<UInt8>) {
        var index = 0
        while index < text.count {
            guard text[index] == .backslash, index + 1 < text.count else {
                append(text[index])
                index += 1
                continue
            }
            if text[index + 1] == UInt8(ascii: "u"), let unit = text.codeUnit(at: index + 2) {
                index += 6
                var scalar = UInt32(unit)
                if 0xD800..<0xDC00 ~= scalar, text.has(.backslash, at: index),
                    text.has(UInt8(ascii: "u"), at: index + 1),
                    let low = text.codeUnit(at: index + 2), 0xDC00..<0xE000 ~= low
                {
                    scalar = 0x1_0000 + (scalar - 0xD800) << 10 + UInt32(low) - 0xDC00
                    index += 6
                }
                append(contentsOf: String(Character(Unicode.Scalar(scalar) ?? "\u{FFFD}")).utf8)
            } else if let found = text.backslashEscape(at: index) {
                append(found.byte)
                index += found.length
            } else {
                append(text[index])
                index += 1
            }
        }
    }
}

extension Span<UInt8> {
    fileprivate func hexPair(at index: Int, length: Int) -> (byte: UInt8, length: Int)? {
        guard index + 2 <= count, let high = ASCII.hexValue(self[index]), let low = ASCII.hexValue(self[index + 1])
        else { return nil }
        return (high << 4 | low, length)
    }

    /// Returns the byte of an escape such as `\n` or `\x0A`, and the length of the escape.
    fileprivate func backslashEscape(at index: Int) -> (byte: UInt8, length: Int)? {
        guard index + 1 < count else { return nil }
        switch self[index + 1] {
        case UInt8(ascii: "x"): return hexPair(at: index + 2, length: 4)
        case UInt8(ascii: "n"): return (0x0A, 2)
        case UInt8(ascii: "r"): return (0x0D, 2)
        case UInt8(ascii: "t"): return (0x09, 2)
        case UInt8(ascii: "b"): return (0x08, 2)
        case UInt8(ascii: "f"): return (0x0C, 2)
        case UInt8(ascii: "v"): return (0x0B, 2)
        case .quote, .backslash, UInt8(ascii: "/"): return (self[index + 1], 2)
        default: return nil
        }
    }

    fileprivate func codeUnit(at index: Int) -> UInt16? {
        guard let high = hexPair(at: index, length: 0), let low = hexPair(at: index + 2, length: 0) else { return nil }
        return UInt16(high.byte) << 8 | UInt16(low.byte)
    }
}
