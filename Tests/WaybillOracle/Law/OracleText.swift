/// The oracle's own parsing of text: slow, literal, and independent of the sources.
///
/// All `Oracle…` code in this folder follows the routing law sentence by sentence. It shares only the settings with the
/// table that it checks.
enum OracleText {
    typealias Bytes = [UInt8]

    /// Splits, and keeps empty parts.
    static func split(_ bytes: Bytes, at separator: Character) -> [Bytes] {
        bytes.split(separator: separator.asciiValue ?? 0, omittingEmptySubsequences: false).map { Array($0) }
    }

    /// Decodes once; `nil` for an invalid escape, a NUL, and bytes that are not UTF-8.
    ///
    /// A text without escapes is returned as it is, because all texts here come from Swift's strings.
    static func decoded(_ bytes: Bytes) -> Bytes? {
        guard bytes.contains(0x25) else { return bytes.contains(0) ? nil : bytes }
        var result: Bytes = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            guard byte == 0x25 else {
                result.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16) else {
                return nil
            }
            rest = rest.dropFirst(2)
            result.append(value)
        }
        guard !result.contains(0), String(validating: result, as: UTF8.self) != nil else { return nil }
        return result
    }

    /// Whether it contains a space or a control character: U+0000–0020, U+007F, or U+0080–009F (C2 80–9F in UTF-8).
    static func isForbidden(_ bytes: Bytes) -> Bool {
        for (index, byte) in bytes.enumerated() {
            if byte <= 0x20 || byte == 0x7F { return true }
            if byte == 0xC2, index + 1 < bytes.count, (0x80...0x9F).contains(bytes[index + 1]) { return true }
        }
        return false
    }

    static func lowercased(_ bytes: Bytes) -> Bytes {
        bytes.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    }

    static func isSame(_ one: Bytes, _ other: Bytes, caseSensitive: Bool) -> Bool {
        caseSensitive ? one == other : lowercased(one) == lowercased(other)
    }

    // MARK: Scheme and authority

    static func isScheme(_ bytes: Bytes) -> Bool {
        guard let first = bytes.first, isLetter(first) else { return false }
        return bytes.allSatisfy { isLetter($0) || isDigit($0) || Bytes("+-.".utf8).contains($0) }
    }

    static func isLetter(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A || byte >= 0x61 && byte <= 0x7A }

    static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    static func isNetwork(_ scheme: Bytes) -> Bool {
        ["http", "https", "ws", "wss"].contains(String(decoding: scheme, as: UTF8.self))
    }

    /// A port: `.some(nil)` for none, `nil` for text that is not a valid port.
    static func port(_ bytes: Bytes) -> Int?? {
        guard bytes.allSatisfy(isDigit) else { return nil }
        if bytes.isEmpty { return .some(nil) }
        guard let port = Int(String(decoding: bytes, as: UTF8.self)), port <= 65_535 else { return nil }
        return port
    }

    /// Splits `host:port`; an address is in brackets.
    static func hostAndPort(_ authority: Bytes) -> (host: Bytes, port: Bytes?)? {
        if authority.first == 0x5B {
            guard let close = authority.firstIndex(of: 0x5D) else { return nil }
            let rest = authority[(close + 1)...]
            guard rest.isEmpty || rest.first == 0x3A else { return nil }
            return (Array(authority[...close]), rest.isEmpty ? nil : Array(rest.dropFirst()))
        }
        guard let colon = authority.firstIndex(of: 0x3A) else { return (authority, nil) }
        return (Array(authority[..<colon]), Array(authority[(colon + 1)...]))
    }
}
