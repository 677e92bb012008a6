import WaybillManifest
public import WaybillSyntax
import WaybillTable

extension Rule {
    public static let unreachableOverHTTP = Rule("P018", "unreachable-over-http", .warning, .set, [])
}

extension Check<CheckContext> {
    static let handshakes = Check(.unreachableOverHTTP) { $0.set.checkHandshakes() }
}

extension ManifestSet {
    /// Patterns with the scheme of a WebSocket. Over HTTP a handshake is a request of `http` or `https`.
    fileprivate func checkHandshakes() -> [Diagnostic] {
        let patterns = routes.flatMap(\.patterns) + interceptors.flatMap(\.patterns)
        return patterns.map(\.text).filter { Self.schemeOfHandshake($0) != nil }.diagnostics { text in
            guard let scheme = Self.schemeOfHandshake(text) else { return nil }
            let rest = text.value.dropFirst(scheme.handshake.utf8.count)
            return Diagnostic(
                .unreachableOverHTTP, at: text.span,
                "over HTTP no request has the scheme '\(scheme.handshake)': a handshake is a request of '\(scheme.request)'",
                help: "write '\(scheme.request)\(rest)', or '\(rest.dropFirst())' for every network scheme")
        }
    }

    private static func schemeOfHandshake(_ pattern: Located<String>) -> (handshake: String, request: String)? {
        let scheme = pattern.value.prefix { $0 != ":" }.lowercased()
        return ["ws": "http", "wss": "https"][scheme].map { (scheme, $0) }
    }
}

extension String {
    /// Whether the HTTP server parses a request with this method, and routes it under this name. Over HTTP/1 llhttp
    /// knows the methods; all others are 400 before they are routed. (It knows `M-SEARCH` too, but SwiftNIO passes it on
    /// under another name.)
    var isParsedMethod: Bool { parsedMethods.contains(self) }

    /// Whether clients send the method, although IANA's registry does not have it.
    var isMethodInUse: Bool { isParsedMethod || self == "M-SEARCH" }
}

private let parsedMethods: Set<String> = [
    "ACL", "BIND", "CHECKOUT", "CONNECT", "COPY", "DELETE", "GET", "HEAD", "LINK", "LOCK", "MERGE", "MKACTIVITY",
    "MKCALENDAR", "MKCOL", "MOVE", "NOTIFY", "OPTIONS", "PATCH", "POST", "PROPFIND", "PROPPATCH", "PURGE", "PUT",
    "QUERY",
    "REBIND", "REPORT", "SEARCH", "SOURCE", "SUBSCRIBE", "TRACE", "UNBIND", "UNLINK", "UNLOCK", "UNSUBSCRIBE",
]
