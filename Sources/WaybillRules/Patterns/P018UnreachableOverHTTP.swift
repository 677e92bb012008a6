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
        let patterns = routes.flatMap { $0.patterns.filter(\.hasScheme) } + interceptors.flatMap(\.patterns)
        return patterns.diagnostics(Self.handshake)
    }

    private static func handshake(_ pattern: LocatedPattern) -> Diagnostic? {
        guard let scheme = pattern.pattern.scheme, let request = schemesOfHandshakes[scheme] else { return nil }
        let rest = pattern.text.value.dropFirst(scheme.utf8.count)
        return Diagnostic(
            .unreachableOverHTTP, at: pattern.span,
            "over HTTP no request has the scheme '\(scheme)': a handshake is a request of '\(request)'",
            help: "write '\(request)\(rest)', or '\(rest.dropFirst())' for every network scheme")
    }
}

extension LocatedPattern {
    /// Most patterns have none.
    fileprivate var hasScheme: Bool { pattern.scheme != nil }
}

/// The schemes that the requests of handshakes have.
private let schemesOfHandshakes = ["ws": "http", "wss": "https"]

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
