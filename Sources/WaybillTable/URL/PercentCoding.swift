/// Percent-escapes (RFC 3986, 2.1), over bytes.
enum PercentCoding {
    /// Why strict decoding refused, and at which byte of what was given.
    struct Refusal: Error {
        var reason: String
        var offset: Int
    }

    /// Appends `bytes`, decoded, to `output`.
    ///
    /// - Throws: ``Refusal`` for a bad escape, an escaped NUL, or bytes that are not UTF-8 once decoded.
    static func decode(_ bytes: ArraySlice<UInt8>, into output: inout [UInt8]) throws(Refusal) {
        let start = output.count
        var index = bytes.startIndex
        var isEscaped = false
        while index < bytes.endIndex {
            guard bytes[index] == UInt8(ascii: "%") else {
                output.append(bytes[index])
                index += 1
                continue
            }
            guard let byte = escapedByte(bytes, at: index) else {
                throw Refusal(reason: "'%' is not followed by two hexadecimal digits", offset: index)
            }
            guard byte != 0 else { throw Refusal(reason: "'%00' is a NUL", offset: index) }
            output.append(byte)
            isEscaped = true
            index += 3
        }
        if isEscaped, String(validating: output[start...], as: UTF8.self) == nil {
            throw Refusal(reason: "the escapes do not decode to UTF-8", offset: bytes.startIndex)
        }
    }

    /// Decodes a query's name or value: whatever may not stand there becomes U+FFFD.
    static func decodeLeniently(_ bytes: ArraySlice<UInt8>, isPlusSpace: Bool) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if let byte = escapedByte(bytes, at: index) {
                output.append(contentsOf: byte == 0 ? replacement : [byte])
                index += 3
            } else if bytes[index] == UInt8(ascii: "+") && isPlusSpace {
                output.append(UInt8(ascii: " "))
                index += 1
            } else if bytes[index] == UInt8(ascii: "%") || isForbidden(bytes, at: index) {
                output.append(contentsOf: replacement)
                index += bytes[index] == 0xC2 ? 2 : 1
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Escapes everything but RFC 3986's unreserved characters, so that the result is one segment, or one value,
    /// wherever it is put.
    static func encode(_ bytes: ArraySlice<UInt8>) -> String {
        var output = ""
        for byte in bytes {
            if isUnreserved(byte) {
                output.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                output += byte < 16 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return output
    }

    /// Whether a character that may stand nowhere in a URL begins here: a space or a control character (U+0000–001F,
    /// U+007F–009F).
    static func isForbidden(_ bytes: ArraySlice<UInt8>, at index: Int) -> Bool {
        switch bytes[index] {
        case 0...0x20, 0x7F: true
        case 0xC2: index + 1 < bytes.endIndex && (0x80...0x9F).contains(bytes[index + 1])
        default: false
        }
    }

    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    private static func escapedByte(_ bytes: ArraySlice<UInt8>, at index: Int) -> UInt8? {
        guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
            let high = ASCII.hexValue(bytes[index + 1]), let low = ASCII.hexValue(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: ASCII.isAlphanumeric(byte)
        }
    }
}

/// The few questions about ASCII bytes that URLs and patterns ask.
enum ASCII {
    static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

    static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    static func lowercased(_ bytes: some Sequence<UInt8>) -> [UInt8] { bytes.map(lowercased) }

    static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// RFC 3986, 3.1: a letter, then letters, digits, `+`, `-`, `.`.
    static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, isLetter(first) else { return false }
        return bytes.allSatisfy { byte in
            isAlphanumeric(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
    }
}
