/// Laws 1 and 7: the items of a query, in order.
extension OracleURL {
    struct QueryItem: Equatable {
        var name: Bytes
        var value: Bytes
    }

    /// Replaces by U+FFFD what must be percent-encoded in a URL: a `%` that begins no escape, an escaped NUL, spaces
    /// and control characters, and decoded bytes that are not UTF-8.
    var queryItems: [QueryItem] {
        OracleText.split(query ?? [], at: "&").filter { !$0.isEmpty }.map { item in
            let name = Array(item.prefix { $0 != 0x3D })
            return QueryItem(name: decoded(name), value: decoded(Array(item.dropFirst(name.count + 1))))
        }
    }

    /// `+` is a space only for network schemes and for paths alone.
    private func decoded(_ raw: Bytes) -> Bytes {
        let isPlusSpace = scheme.map(OracleText.isNetwork) ?? true
        var result: Bytes = []
        var rest = Array(String(decoding: raw, as: UTF8.self).unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            let digits = String(String.UnicodeScalarView(rest.prefix(2)))
            if scalar == "%", digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
                let byte = UInt8(digits, radix: 16)
            {
                rest = rest.dropFirst(2)
                result += byte == 0 ? Bytes("\u{FFFD}".utf8) : [byte]
            } else if scalar == "+", isPlusSpace {
                result.append(0x20)
            } else if scalar == "%" || scalar.value <= 0x20 || (0x7F...0x9F).contains(scalar.value) {
                result += "\u{FFFD}".utf8
            } else {
                result += String(scalar).utf8
            }
        }
        return Bytes(String(decoding: result, as: UTF8.self).utf8)
    }
}
