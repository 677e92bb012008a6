/// Reads a ``RouteURL``, one part after the other; each part is a slice of the same bytes, so that every refusal knows
/// its place.
struct URLParser {
    private let text: String
    private let bytes: [UInt8]
    private var url: RouteURL

    init(_ text: String) {
        self.text = text
        self.bytes = Array(text.utf8)
        self.url = RouteURL(unparsed: text)
    }

    mutating func parse() throws(InvalidURL) -> RouteURL {
        let hash = bytes.firstIndex(of: UInt8(ascii: "#"))
        let question = bytes[..<(hash ?? bytes.endIndex)].firstIndex(of: UInt8(ascii: "?"))
        let head = bytes[..<(question ?? hash ?? bytes.endIndex)]
        try refuseForbidden(in: head)
        if let question { url.rawQuery = question + 1..<(hash ?? bytes.endIndex) }
        if let hash { url.fragment = try parseFragment(bytes[(hash + 1)...]) }
        try parseHead(head)
        return url
    }

    private mutating func parseHead(_ head: ArraySlice<UInt8>) throws(InvalidURL) {
        guard let colon = try schemeEnd(head) else { return try parsePath(head, authorities: 0) }
        let scheme = String(decoding: ASCII.lowercased(head[..<colon]), as: UTF8.self)
        url.scheme = scheme
        let rest = head[(colon + 1)...]
        let hasAuthority = rest.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")])
        guard RouteURL.isNetwork(scheme) else {
            return hasAuthority ? try parseAuthoritySegment(rest.dropFirst(2)) : try parsePath(rest, authorities: 0)
        }
        guard hasAuthority else { throw refusal("'\(scheme):' needs '//' and a host", at: colon + 1) }
        let authority = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
        (url.host, url.port) = try parseHost(authority)
        try parsePath(rest[authority.endIndex...], authorities: 0)
    }

    /// The `:` behind a scheme, or `nil` for a path alone.
    private func schemeEnd(_ head: ArraySlice<UInt8>) throws(InvalidURL) -> Int? {
        let first = head.prefix { $0 != UInt8(ascii: "/") }
        guard let colon = first.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        guard ASCII.isScheme(first[..<colon]) else {
            throw refusal(
                "'\(String(decoding: first[..<colon], as: UTF8.self))' is no scheme; a path starts with '/'", at: 0)
        }
        return colon
    }

    // MARK: Authority

    /// For a scheme that is no network scheme: the authority is the first segment, and dot segments never remove it.
    private mutating func parseAuthoritySegment(_ rest: ArraySlice<UInt8>) throws(InvalidURL) {
        let authority = rest.prefix { $0 != UInt8(ascii: "/") }
        if !authority.isEmpty { try appendSegment(authority) }
        try parsePath(rest[authority.endIndex...], authorities: url.segments.count)
    }

    private func parseHost(_ authority: ArraySlice<UInt8>) throws(InvalidURL) -> (String, Int?) {
        let host: ArraySlice<UInt8>
        if authority.first == UInt8(ascii: "[") {
            guard let close = authority.firstIndex(of: UInt8(ascii: "]")) else {
                throw refusal("'[' of the host is not closed", at: authority.startIndex)
            }
            host = authority[...close]
        } else {
            host = authority.prefix { $0 != UInt8(ascii: ":") }
        }
        guard !host.isEmpty else { throw refusal("the host is missing", at: authority.startIndex) }
        let port = try parsePort(authority[host.endIndex...])
        guard let name = HostName.normalized(host) else {
            throw refusal("'\(String(decoding: host, as: UTF8.self))' is no host", at: host.startIndex)
        }
        return (name, port)
    }

    private func parsePort(_ rest: ArraySlice<UInt8>) throws(InvalidURL) -> Int? {
        guard let first = rest.first else { return nil }
        let digits = rest.dropFirst()
        guard first == UInt8(ascii: ":"), digits.allSatisfy(ASCII.isDigit) else {
            throw refusal("a port is a number from 0 to 65535", at: rest.startIndex)
        }
        if digits.isEmpty { return nil }
        guard let port = Int(String(decoding: digits, as: UTF8.self)), port <= 65_535 else {
            throw refusal("a port is a number from 0 to 65535", at: digits.startIndex)
        }
        return port
    }

    // MARK: Path

    /// Splits at `/`, decodes each segment once, and removes `.` and `..` as RFC 3986, 5.2.4 says.
    ///
    /// - Parameter authorities: how many segments in front are an authority, which dot segments never remove.
    private mutating func parsePath(_ path: ArraySlice<UInt8>, authorities: Int) throws(InvalidURL) {
        var rest = path
        if rest.first == UInt8(ascii: "/") {
            rest = rest.dropFirst()
        } else if rest.isEmpty {
            return
        }
        var endsOpen = false
        for piece in rest.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            let isLast = piece.endIndex == rest.endIndex
            endsOpen = isLast && piece.isEmpty
            if endsOpen { break }
            try appendSegment(piece)
            let isDot = removeDotSegment(authorities: authorities)
            endsOpen = isLast && isDot
        }
        url.hasTrailingSlash = endsOpen && !url.segments.isEmpty
    }

    /// Takes a `.` or `..` that was just appended away again, and what a `..` removes.
    private mutating func removeDotSegment(authorities: Int) -> Bool {
        guard let last = url.segments.last else { return false }
        let segment = url.path[last]
        guard segment.elementsEqual(".".utf8) || segment.elementsEqual("..".utf8) else { return false }
        let removed = segment.count == 1 ? 1 : min(2, url.segments.count - authorities)
        url.segments.removeLast(removed)
        url.path.removeSubrange((url.segments.last?.upperBound ?? 0)...)
        return true
    }

    private mutating func appendSegment(_ raw: ArraySlice<UInt8>) throws(InvalidURL) {
        if !url.segments.isEmpty { url.path.append(UInt8(ascii: "/")) }
        let start = url.path.count
        do {
            try PercentCoding.decode(raw, into: &url.path)
        } catch {
            throw refusal(error.reason, at: error.offset)
        }
        url.segments.append(start..<url.path.count)
    }

    // MARK: The rest

    private func parseFragment(_ raw: ArraySlice<UInt8>) throws(InvalidURL) -> String {
        try refuseForbidden(in: raw)
        var decoded: [UInt8] = []
        do {
            try PercentCoding.decode(raw, into: &decoded)
        } catch {
            throw refusal(error.reason, at: error.offset)
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    private func refuseForbidden(in part: ArraySlice<UInt8>) throws(InvalidURL) {
        guard let index = part.indices.first(where: { PercentCoding.isForbidden(part, at: $0) }) else { return }
        let what = part[index] == 0x20 ? "a space (write %20)" : "a control character"
        throw refusal("\(what) may not stand in a URL", at: index)
    }

    private func refusal(_ reason: String, at offset: Int) -> InvalidURL {
        InvalidURL(url: text, reason: reason, offset: offset)
    }
}

/// A host's name, as URLs and patterns compare it.
enum HostName {
    /// Decoded and in lower case, or `nil` where the bytes are no host: RFC 3986's `reg-name`, with raw text beyond
    /// ASCII, or an address in brackets. User information is not part of a host.
    static func normalized(_ raw: ArraySlice<UInt8>) -> String? {
        var decoded: [UInt8] = []
        guard (try? PercentCoding.decode(raw, into: &decoded)) != nil, !decoded.isEmpty else { return nil }
        let isAddress = decoded.first == UInt8(ascii: "[") && decoded.last == UInt8(ascii: "]")
        let name = isAddress ? decoded.dropFirst().dropLast() : decoded[...]
        guard !name.isEmpty, name.allSatisfy({ isAllowed($0, inAddress: isAddress) }) else { return nil }
        return String(decoding: ASCII.lowercased(decoded), as: UTF8.self)
    }

    private static func isAllowed(_ byte: UInt8, inAddress: Bool) -> Bool {
        if ASCII.isAlphanumeric(byte) || byte >= 0x80 { return true }
        return (inAddress ? "-._~:%" : "-._~!$&'()*+,;=").utf8.contains(byte)
    }
}
