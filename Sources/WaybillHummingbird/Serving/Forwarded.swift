import Hummingbird

/// The information of a trusted proxy about its request: the last element of the fields that it sets. `Forwarded` has
/// precedence over the others, which add what it does not say.
///
/// The proxy appends its element to what the client sent. So a field is read from its end, and nothing to the left of the
/// last element changes that element, such as a quote that a client opens and does not close.
struct Forwarded {
    private(set) var scheme: String?
    private(set) var host: String?

    init() {}

    init(_ headers: HTTPFields, reading fields: Set<TrustedProxies.Field>) {
        for field in TrustedProxies.Field.allCases where fields.contains(field) {
            guard let value = headers[field.name] else { continue }
            switch field {
            case .forwarded: read(value[...].lastElement)
            case .xForwardedProto: scheme = scheme ?? Self.scheme(value[...].afterLastComma)
            case .xForwardedHost: host = host ?? Self.host(value[...].afterLastComma)
            }
        }
    }

    /// Reads the parameters of an element of `Forwarded` (RFC 7239). A broken element says nothing.
    private mutating func read(_ parameters: [String: Substring]?) {
        if let text = parameters?["proto"] { scheme = Self.scheme(text) }
        if let text = parameters?["host"] { host = Self.host(text) }
    }

    private static func scheme(_ text: Substring) -> String? {
        let scheme = text.lowercased()
        return scheme == "http" || scheme == "https" ? scheme : nil
    }

    private static func host(_ text: Substring) -> String? { text.isAuthority ? String(text) : nil }
}

extension TrustedProxies.Field {
    fileprivate var name: HTTPFields.Element.Name {
        switch self {
        case .forwarded: .forwarded
        case .xForwardedProto: .forwardedProto
        case .xForwardedHost: .forwardedHost
        }
    }
}

extension StringProtocol {
    /// Whether it is only the authority of a URL.
    var isAuthority: Bool { !isEmpty && utf8.allSatisfy(\.mayBeInAuthority) }
}

extension UInt8 {
    fileprivate var mayBeInAuthority: Bool {
        switch self {
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "@"), UInt8(ascii: "\\"): false
        default: 0x20 < self && self < 0x7F
        }
    }
}

extension Substring {
    /// The last element of a list without quotes.
    fileprivate var afterLastComma: Substring {
        (lastIndex(of: ",").map { self[index(after: $0)...] } ?? self).trimmed
    }

    /// The parameters of the last element of `Forwarded`, with their names in lower case; `nil` if it is not well-formed.
    fileprivate var lastElement: [String: Substring]? {
        var rest = trimmed
        var parameters: [String: Substring] = [:]
        while let last = rest.last, last != "," {
            if last == ";" {
                rest = rest.dropLast().trimmed
                continue
            }
            guard let value = rest.removeLastValue(), rest.popLast() == "=" else { return nil }
            let name = rest.removeLastToken().lowercased()
            rest = rest.trimmed
            guard !name.isEmpty, [nil, ",", ";"].contains(rest.last) else { return nil }
            parameters[name] = parameters[name] ?? value
        }
        return parameters
    }

    /// Removes a token or a quoted text at the end, and returns its value.
    private mutating func removeLastValue() -> Substring? {
        guard last == "\"" else {
            let token = removeLastToken()
            return token.isEmpty ? nil : token
        }
        let end = index(before: endIndex)
        var start = end
        while let quote = self[..<start].lastIndex(of: "\"") {
            start = quote
            // An escaped quote has an odd number of backslashes before it.
            let isEscaped = self[..<start].reversed().prefix { $0 == "\\" }.count % 2 == 1
            guard !isEscaped else { continue }
            let value = self[index(after: start)..<end]
            self = self[..<start]
            return value
        }
        return nil
    }

    private mutating func removeLastToken() -> Substring {
        let token = self[(lastIndex { !$0.isInToken }.map(index(after:)) ?? startIndex)...]
        self = self[..<token.startIndex]
        return token
    }

    /// The text without spaces and tabs at its ends.
    var trimmed: Substring {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        var text = drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return text
    }
}

extension Character {
    /// Whether it may be in a token. `:`, `[` and `]` are among them, because proxies write addresses without quotes.
    fileprivate var isInToken: Bool {
        guard let byte = asciiValue, 0x20 < byte, byte < 0x7F else { return false }
        return !"\"(),/;<=>?@\\{}".contains(self)
    }
}
