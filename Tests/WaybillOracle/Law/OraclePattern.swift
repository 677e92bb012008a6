/// Law 3, implemented literally.
struct OraclePattern {
    typealias Bytes = OracleText.Bytes

    enum Host: Equatable {
        case notGiven
        case literal(Bytes)
        /// `*.example.com` as `.example.com`.
        case wildcard(Bytes)
    }

    enum Segment: Equatable {
        case literal(Bytes)
        case capture(name: String, prefix: Bytes, suffix: Bytes)
        case star
        /// Only at the end.
        case rest(name: String?)
    }

    var scheme: Bytes?
    var host = Host.notGiven
    var port: Int?
    var segments: [Segment] = []
    var hasTrailingSlash = false

    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard !OracleText.isForbidden(bytes), !bytes.contains(0x3F), !bytes.contains(0x23) else { return nil }
        guard let path = readHead(bytes), readPath(path) else { return nil }
        let names = captureNames
        guard Set(names).count == names.count, !isRestBeforeEnd else { return nil }
    }

    var captureNames: [String] {
        segments.compactMap { segment in
            switch segment {
            case .capture(let name, _, _): name
            case .rest(let name): name
            case .literal, .star: nil
            }
        }
    }

    var endsInRest: Bool { if case .rest = segments.last { true } else { false } }

    private var isRestBeforeEnd: Bool {
        segments.dropLast().contains { if case .rest = $0 { true } else { false } }
    }

    // MARK: Head

    private mutating func readHead(_ bytes: Bytes) -> Bytes? {
        if bytes.starts(with: "//".utf8) { return readHost(Array(bytes.dropFirst(2))) }
        let first = OracleText.split(bytes, at: "/")[0]
        guard let colon = first.firstIndex(of: 0x3A), OracleText.isScheme(Array(first[..<colon])) else { return bytes }
        let scheme = OracleText.lowercased(Array(first[..<colon]))
        self.scheme = scheme
        let rest = Array(bytes[(colon + 1)...])
        let hasAuthority = rest.starts(with: "//".utf8)
        if OracleText.isNetwork(scheme) { return hasAuthority ? readHost(Array(rest.dropFirst(2))) : nil }
        return hasAuthority ? Array(rest.dropFirst(2)) : rest
    }

    /// A host is literal or `*.suffix`; a port is literal.
    private mutating func readHost(_ bytes: Bytes) -> Bytes? {
        let authority = Array(bytes.prefix { $0 != 0x2F })
        guard let parts = OracleText.hostAndPort(authority) else { return nil }
        if let raw = parts.port {
            guard let given = OracleText.port(raw), let port = given else { return nil }
            self.port = port
        }
        let isWildcard = parts.host.starts(with: "*.".utf8)
        // A suffix is valid if a host that ends with it is valid. A dot alone is not.
        let name = isWildcard && parts.host.count > 2 ? [0x61] + parts.host.dropFirst() : parts.host
        guard !name.contains(0x2A), let host = OracleText.host(name) else { return nil }
        self.host = isWildcard ? .wildcard(Array(host.dropFirst())) : .literal(host)
        return Array(bytes.dropFirst(authority.count))
    }

    // MARK: Path

    /// Parses the segments after the head; one `/` at the end is a trailing one.
    private mutating func readPath(_ path: Bytes) -> Bool {
        var pieces = OracleText.split(path.first == 0x2F ? Array(path.dropFirst()) : path, at: "/")
        if pieces.last == [] {
            pieces.removeLast()
            hasTrailingSlash = !pieces.isEmpty
        }
        segments = pieces.compactMap(segment)
        return segments.count == pieces.count && pieces.count <= 256
    }

    private func segment(_ piece: Bytes) -> Segment? {
        if piece == Bytes("*".utf8) { return .star }
        if piece.starts(with: "**".utf8) { return rest(Array(piece.dropFirst(2))) }
        if piece.contains(0x2A) { return nil }
        let parts = OracleText.split(piece, at: ":")
        switch parts.count {
        case 1: return literal(piece)
        case 2: return capture(before: parts[0], after: parts[1])
        default: return nil
        }
    }

    private func rest(_ name: Bytes) -> Segment? {
        if name.isEmpty { return .rest(name: nil) }
        return self.name(name).utf8.count == name.count ? .rest(name: self.name(name)) : nil
    }

    /// A literal that no URL can contain is an error: an empty one, and a dot segment.
    private func literal(_ piece: Bytes) -> Segment? {
        guard let literal = OracleText.decoded(piece), ![[], [0x2E], [0x2E, 0x2E]].contains(literal) else { return nil }
        return .literal(literal)
    }

    private func capture(before: Bytes, after: Bytes) -> Segment? {
        let name = name(after)
        guard !name.isEmpty, let prefix = OracleText.decoded(before),
            let suffix = OracleText.decoded(Array(after.dropFirst(name.utf8.count)))
        else { return nil }
        return .capture(name: name, prefix: prefix, suffix: suffix)
    }

    /// The longest prefix that matches `[A-Za-z_][A-Za-z0-9_]*`.
    private func name(_ bytes: Bytes) -> String {
        let letters = Bytes("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_".utf8)
        guard let first = bytes.first, letters.contains(first) else { return "" }
        let name = bytes.prefix { letters.contains($0) || (0x30...0x39).contains($0) }
        return String(decoding: name, as: UTF8.self)
    }
}
