/// Laws 1 and 2, implemented literally: `scheme://authority/path`, `scheme:path`, or a path alone.
struct OracleURL {
    typealias Bytes = OracleText.Bytes

    var scheme: Bytes?
    var host: Bytes?
    var port: Int?
    var segments: [Bytes] = []
    var hasTrailingSlash = false
    /// The port, or the default one of the scheme.
    var effectivePort: Int? {
        guard let scheme, OracleText.isNetwork(scheme) else { return nil }
        return port ?? (scheme.last == 0x73 && scheme != Bytes("ws".utf8) ? 443 : 80)
    }
    /// The text after the first `?`, unchanged.
    var query: Bytes?
    var fragment: Bytes?

    init?(_ text: String) {
        var head = Array(text.utf8)
        if let hash = head.firstIndex(of: 0x23) {
            let raw = Array(head[(hash + 1)...])
            guard !OracleText.isForbidden(raw), let decoded = OracleText.decoded(raw) else { return nil }
            fragment = decoded
            head.removeSubrange(hash...)
        }
        if let question = head.firstIndex(of: 0x3F) {
            query = Array(head[(question + 1)...])
            head.removeSubrange(question...)
        }
        guard !OracleText.isForbidden(head) else { return nil }
        let first = OracleText.split(head, at: "/")[0]
        guard let colon = first.firstIndex(of: 0x3A) else {
            guard setPath(head, authority: []) else { return nil }
            return
        }
        guard OracleText.isScheme(Array(head[..<colon])) else { return nil }
        let scheme = OracleText.lowercased(Array(head[..<colon]))
        self.scheme = scheme
        let rest = Array(head[(colon + 1)...])
        guard OracleText.isNetwork(scheme) ? setNetwork(rest) : setOther(rest) else { return nil }
    }

    /// A network scheme needs `//host`.
    private mutating func setNetwork(_ rest: Bytes) -> Bool {
        guard rest.starts(with: "//".utf8) else { return false }
        let authority = Array(rest.dropFirst(2).prefix { $0 != 0x2F })
        guard let parts = OracleText.hostAndPort(authority), let host = OracleText.host(parts.host),
            let port = OracleText.port(parts.port ?? [])
        else { return false }
        self.host = host
        self.port = port
        return setPath(Array(rest.dropFirst(2 + authority.count)), authority: [])
    }

    /// For every other scheme the authority is the first segment; an empty one adds none.
    private mutating func setOther(_ rest: Bytes) -> Bool {
        guard rest.starts(with: "//".utf8) else { return setPath(rest, authority: []) }
        let raw = Array(rest.dropFirst(2).prefix { $0 != 0x2F })
        guard let authority = OracleText.decoded(raw) else { return false }
        return setPath(Array(rest.dropFirst(2 + raw.count)), authority: raw.isEmpty ? [] : [authority])
    }

    /// Splits first, decodes each segment once, and then removes dot segments as in RFC 3986, 5.2.4.
    private mutating func setPath(_ path: Bytes, authority: [Bytes]) -> Bool {
        guard !path.isEmpty else {
            segments = authority
            return true
        }
        let pieces = OracleText.split(path.first == 0x2F ? Array(path.dropFirst()) : path, at: "/")
        let decoded = pieces.compactMap(OracleText.decoded)
        guard decoded.count == pieces.count else { return false }
        var kept = withoutDots(decoded)
        let endsInSlash = kept.last == []
        if endsInSlash { kept.removeLast() }
        segments = authority + kept
        hasTrailingSlash = endsInSlash && !segments.isEmpty
        return true
    }

    /// If a dot segment ends the path, the remaining path ends with a slash.
    private func withoutDots(_ pieces: [Bytes]) -> [Bytes] {
        var kept: [Bytes] = []
        for (index, piece) in pieces.enumerated() {
            let isUp = piece == Bytes("..".utf8)
            if isUp { _ = kept.popLast() }
            let isDot = isUp || piece == Bytes(".".utf8)
            if !isDot { kept.append(piece) }
            if isDot, index == pieces.count - 1 { kept.append([]) }
        }
        return kept
    }
}
