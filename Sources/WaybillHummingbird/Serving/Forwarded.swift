import Hummingbird

/// What the nearest proxy says of the request that it got: the last element of `Forwarded` (RFC 7239), or of the older fields.
struct Forwarded {
    var scheme: String?
    var host: String?

    init() {}

    init(_ headers: HTTPFields) {
        if let element = Self.last(of: "Forwarded", in: headers) {
            for pair in element.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmed }
                guard parts.count == 2 else { continue }
                switch parts[0].lowercased() {
                case "proto": scheme = Self.scheme(parts[1].unquoted)
                case "host": host = Self.host(parts[1].unquoted)
                default: break
                }
            }
        } else {
            scheme = Self.last(of: "X-Forwarded-Proto", in: headers).flatMap { Self.scheme($0.trimmed) }
            host = Self.last(of: "X-Forwarded-Host", in: headers).flatMap { Self.host($0.trimmed) }
        }
    }

    private static func last(of name: String, in headers: HTTPFields) -> Substring? {
        HTTPFields.Element.Name(name).flatMap { headers[$0] }?.split(separator: ",").last
    }

    private static func scheme(_ text: Substring) -> String? {
        let scheme = text.lowercased()
        return scheme == "http" || scheme == "https" ? scheme : nil
    }

    /// What could lead out of the authority of a URL is no host.
    private static func host(_ text: Substring) -> String? {
        let isHost = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !#"/?#@\"#.utf8.contains($0) }
        return isHost && !text.isEmpty ? String(text) : nil
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
