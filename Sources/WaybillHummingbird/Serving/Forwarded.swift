import Hummingbird

/// The information of a trusted proxy about its request: the last element of the fields that it sets. `Forwarded` has
/// precedence over the others, which add what it does not say.
struct Forwarded {
    private(set) var scheme: String?
    private(set) var host: String?

    init() {}

    init(_ headers: HTTPFields, reading fields: Set<TrustedProxies.Field>) {
        for field in TrustedProxies.Field.allCases where fields.contains(field) {
            guard let element = headers[field.name]?.split(outsideQuotesBy: ",").last else { continue }
            switch field {
            case .forwarded: read(element)
            case .xForwardedProto: scheme = scheme ?? Self.scheme(element.trimmed)
            case .xForwardedHost: host = host ?? Self.host(element.trimmed)
            }
        }
    }

    /// An element of `Forwarded` (RFC 7239).
    private mutating func read(_ element: Substring) {
        for pair in String(element).split(outsideQuotesBy: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1).map(\.trimmed)
            guard parts.count == 2 else { continue }
            switch parts[0].lowercased() {
            case "proto": scheme = Self.scheme(parts[1].unquoted)
            case "host": host = Self.host(parts[1].unquoted)
            default: break
            }
        }
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

extension String {
    fileprivate func split(outsideQuotesBy separator: Character) -> [Substring] {
        var parts: [Substring] = []
        var start = startIndex
        var isQuoted = false
        var isEscaped = false
        for index in indices {
            let character = self[index]
            if isQuoted {
                if character == "\"" && !isEscaped { isQuoted = false }
                isEscaped = character == "\\" && !isEscaped
            } else if character == "\"" {
                isQuoted = true
            } else if character == separator {
                parts.append(self[start..<index])
                start = self.index(after: index)
            }
        }
        return parts + [self[start...]]
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        var text = drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return text
    }

    fileprivate var unquoted: Substring {
        count >= 2 && hasPrefix("\"") && hasSuffix("\"") ? dropFirst().dropLast() : self
    }
}
