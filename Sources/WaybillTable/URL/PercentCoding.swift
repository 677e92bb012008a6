/// Percent-escapes (RFC 3986, 2.1), over bytes.
package enum PercentCoding {
    /// Appends the decoded `bytes` to `output`.
    ///
    /// - Throws: ``URLProblem`` with an offset from the start of `bytes`, for a bad escape, an escaped NUL, or decoded
    ///   bytes that are not UTF-8.
    static func decode(_ bytes: Span<UInt8>, into output: inout [UInt8]) throws(URLProblem) {
        let start = output.count
        var index = 0
        var seen: UInt8 = 0
        while index < bytes.count {
            var byte = bytes[index]
            if byte == UInt8(ascii: "%") {
                guard let escaped = escapedByte(bytes, at: index) else {
                    throw URLProblem(kind: .badEscape, offset: index)
                }
                guard escaped != 0 else { throw URLProblem(kind: .nul, offset: index) }
                byte = escaped
                index += 2
            }
            output.append(byte)
            seen |= byte
            index += 1
        }
        guard seen < 0x80 || String(validating: output[start...], as: UTF8.self) != nil else {
            throw URLProblem(kind: .notUTF8, offset: 0)
        }
    }

    /// Decodes a name or value of a query. Invalid parts become U+FFFD.
    static func decodeLeniently(_ bytes: Span<UInt8>, isPlusSpace: Bool) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
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

    /// Escapes everything except RFC 3986's unreserved characters, so that the result is one segment, or one value,
    /// anywhere in a URL.
    package static func encode(_ bytes: ArraySlice<UInt8>) -> String {
        var output = ""
        for byte in bytes {
            if isUnreserved(byte) {
                output.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                output += escape(byte)
            }
        }
        return output
    }

    /// Escapes each segment of a path, and keeps its slashes.
    package static func encode(path: String) -> String {
        path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { encode(Array($0)[...]) }.joined(separator: "/")
    }

    package static func escape(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return byte < 16 ? "%0\(digits)" : "%\(digits)"
    }

    /// Returns the bytes of a text with escapes; `nil` for a bad escape, a NUL, or bytes that are not UTF-8.
    package static func decoded(_ text: String) -> [UInt8]? {
        var output: [UInt8] = []
        return text.withSpan { bytes in (try? decode(bytes, into: &output)) != nil } ? output : nil
    }

    /// Escapes the bytes that RFC 3986 does not allow in a segment, and keeps all others, escapes among them.
    static func encodeForPath(_ segment: ArraySlice<UInt8>) -> String {
        guard !segment.allSatisfy(isPathByte) else { return String(decoding: segment, as: UTF8.self) }
        return segment.reduce(into: "") { output, byte in
            if isPathByte(byte) { output.unicodeScalars.append(Unicode.Scalar(byte)) } else { output += encode([byte]) }
        }
    }

    /// Whether it is in RFC 3986's `pchar`, or begins an escape.
    private static func isPathByte(_ byte: UInt8) -> Bool {
        isUnreserved(byte) || ":@!$&'()*+,;=%".utf8.contains(byte)
    }

    /// Returns the end of each decoded byte: of the byte itself, or of its escape.
    ///
    /// - Parameter bytes: A text that can be decoded.
    static func ends(of bytes: ArraySlice<UInt8>) -> [Int] {
        var ends: [Int] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            index += bytes[index] == UInt8(ascii: "%") ? 3 : 1
            ends.append(index)
        }
        return ends
    }

    /// Escapes the bytes that RFC 3986 allows nowhere in a URL, and keeps all others.
    static func encodeUnusual(_ text: String) -> String {
        guard !text.utf8.allSatisfy(isUsual) else { return text }
        return text.utf8.reduce(into: "") { output, byte in
            if isUsual(byte) { output.unicodeScalars.append(Unicode.Scalar(byte)) } else { output += encode([byte]) }
        }
    }

    /// Whether it is unreserved, a delimiter or the start of an escape.
    private static func isUsual(_ byte: UInt8) -> Bool {
        isUnreserved(byte) || ":/?#[]@!$&'()*+,;=%".utf8.contains(byte)
    }

    /// Whether a forbidden character begins here: a space or a control character (U+0000–001F, U+007F–009F).
    static func isForbidden(_ bytes: Span<UInt8>, at index: Int) -> Bool {
        switch bytes[index] {
        case 0...0x20, 0x7F: true
        case 0xC2: index + 1 < bytes.count && (0x80...0x9F).contains(bytes[index + 1])
        default: false
        }
    }

    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    private static func escapedByte(_ bytes: Span<UInt8>, at index: Int) -> UInt8? {
        guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
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

/// Tests of ASCII bytes for URLs and patterns.
package enum ASCII {
    package static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    package static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

    /// Whether a byte may be in the name of a capture, a parameter or a variable, though not all of them at its start.
    package static func isNameByte(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || byte == UInt8(ascii: "_") }

    @inlinable
    package static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    @inlinable
    package static func lowercased(_ bytes: some Sequence<UInt8>) -> [UInt8] { bytes.map(lowercased) }

    /// Whether a segment is `.` or `..`.
    package static func isDots(_ segment: [UInt8]) -> Bool {
        (1...2).contains(segment.count) && segment.allSatisfy { $0 == UInt8(ascii: ".") }
    }

    /// Returns the value of a hexadecimal digit; `nil` for another byte.
    package static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// RFC 3986, 3.1: a letter, then letters, digits, `+`, `-`, `.`.
    static func isScheme(_ bytes: Span<UInt8>) -> Bool {
        guard !bytes.isEmpty, isLetter(bytes[0]) else { return false }
        return bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
            default: isAlphanumeric(byte)
            }
        }
    }
}
