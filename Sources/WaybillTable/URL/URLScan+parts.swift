/// The general scan, for every form of URL that the law knows.
extension URLScan {
    /// Finds the parts of a URL, and then their contents.
    mutating func scanParts(_ bytes: Span<UInt8>) throws(URLProblem) {
        decoded.removeAll(keepingCapacity: true)
        let hash = bytes.firstIndex(of: UInt8(ascii: "#"))
        let beforeHash = bytes.extracting(..<(hash ?? bytes.count))
        let question = beforeHash.firstIndex(of: UInt8(ascii: "?"))
        let head = beforeHash.extracting(..<(question ?? beforeHash.count))
        try refuseForbidden(in: head, from: 0)
        if let question { parts.query = ByteRange(question + 1..<beforeHash.count) }
        if let hash {
            parts.fragment = ByteRange(hash + 1..<bytes.count)
            try check(fragment: bytes.extracting((hash + 1)...), from: hash + 1)
        }
        try scanHead(head, URLLayout(head))
    }

    private mutating func scanHead(_ head: Span<UInt8>, _ layout: URLLayout) throws(URLProblem) {
        parts.port = layout.port
        if layout.isVerbatim(in: head), splitVerbatim(head, from: layout.pathStart(in: head)) {
            parts.scheme = layout.scheme.map { ByteRange($0) }
            parts.host = layout.host.map { ByteRange($0) }
            setHead(from: head)
        } else {
            removeSegments()
            try decode(head, layout)
            let text = decoded
            setHead(from: text.span)
        }
    }

    /// - Parameter text: The text that contains the places.
    private mutating func setHead(from text: Span<UInt8>) {
        steps[0] = parts.scheme.map { Step(of: $0, in: text) } ?? Step()
        steps[1] = parts.host.map { Step(of: $0, in: text) } ?? Step()
        guard parts.host != nil else { return }
        steps[2] = Step(key: Self.key(ofPort: parts.port ?? (isSecure ? 443 : 80)))
    }

    /// Whether the scheme, which has a host, is `https` or `wss`.
    private var isSecure: Bool { Self.secureKeys.contains(steps[0].key) }

    private static let secureKeys = ["https", "wss"].map { scheme in scheme.withSpan { $0.key(0..<$0.count) } }

    /// Ports are compared as numbers. This is the key of the port's digits, which case folding does not change.
    static func key(ofPort port: Int) -> UInt64 {
        var key = UInt64(UInt8(ascii: "/"))
        var rest = UInt64(port)
        repeat {
            key = key << 8 | (UInt64(UInt8(ascii: "0")) + rest % 10)
            rest /= 10
        } while rest > 0
        return key
    }

    /// Checks that a fragment can be decoded. Its text is computed on access.
    private mutating func check(fragment: Span<UInt8>, from start: Int) throws(URLProblem) {
        try refuseForbidden(in: fragment, from: start)
        try append(fragment, from: start)
        decoded.removeAll(keepingCapacity: true)
    }

    private func refuseForbidden(in part: Span<UInt8>, from start: Int) throws(URLProblem) {
        var index = 0
        while index < part.count {
            if PercentCoding.isForbidden(part, at: index) {
                throw URLProblem(kind: part[index] == 0x20 ? .space : .controlCharacter, offset: start + index)
            }
            index += 1
        }
    }

    private mutating func append(_ raw: Span<UInt8>, from start: Int) throws(URLProblem) {
        do {
            try PercentCoding.decode(raw, into: &decoded)
        } catch {
            throw URLProblem(kind: error.kind, offset: start + error.offset)
        }
    }

    // MARK: Decoding

    private mutating func decode(_ head: Span<UInt8>, _ layout: URLLayout) throws(URLProblem) {
        parts.isVerbatim = false
        if let range = layout.scheme {
            parts.scheme = ByteRange(0..<range.count)
            appendLowercased(head.extracting(range))
        }
        if let range = layout.host {
            let start = decoded.count
            do {
                try appendHost(head.extracting(range))
            } catch {
                throw URLProblem(kind: .badHost(error, length: range.count), offset: range.lowerBound)
            }
            parts.host = ByteRange(start..<decoded.count)
        }
        try decodePath(head, layout)
        for index in Self.headCount..<steps.count { steps[index] = Step(of: steps[index].place, in: decoded.span) }
    }

    private mutating func appendHost(_ raw: Span<UInt8>) throws(HostName.Problem) {
        if HostName.isNormalized(raw) {
            appendLowercased(raw)
        } else {
            // Only another spelling allocates.
            decoded += try HostName.normalized(raw)
        }
    }

    private mutating func appendLowercased(_ bytes: Span<UInt8>) {
        for index in bytes.indices { decoded.append(ASCII.lowercased(bytes[index])) }
    }

    /// Splits at `/`, decodes each segment once, and removes `.` and `..` as RFC 3986, 5.2.4 requires.
    private mutating func decodePath(_ head: Span<UInt8>, _ layout: URLLayout) throws(URLProblem) {
        let pathStart = decoded.count
        rawSegments.removeAll(keepingCapacity: true)
        if let range = layout.authoritySegment { try appendSegment(head, range, pathStart: pathStart) }
        let authorities = steps.count
        var start = layout.path.lowerBound
        guard start < layout.path.upperBound else { return }
        if head[start] == UInt8(ascii: "/") { start += 1 }
        var endsOpen = false
        while start <= layout.path.upperBound {
            let length = head.extracting(start..<layout.path.upperBound).firstIndex(of: UInt8(ascii: "/"))
            let end = length.map { start + $0 } ?? layout.path.upperBound
            let isLast = length == nil
            endsOpen = isLast && start == end
            if endsOpen { break }
            try appendSegment(head, start..<end, pathStart: pathStart)
            let isDot = removeDotSegment(authorities: authorities, pathStart: pathStart)
            endsOpen = isLast && isDot
            start = end + 1
        }
        hasTrailingSlash = endsOpen && steps.count > Self.headCount
        if hasTrailingSlash { decoded.append(UInt8(ascii: "/")) }
    }

    private mutating func appendSegment(_ head: Span<UInt8>, _ range: Range<Int>, pathStart: Int) throws(URLProblem) {
        if steps.count > Self.headCount { decoded.append(UInt8(ascii: "/")) }
        let start = decoded.count
        try append(head.extracting(range), from: range.lowerBound)
        // Decoding only shrinks a text, so every place fits.
        steps.append(Step(place: ByteRange(start..<decoded.count)))
        rawSegments.append(ByteRange(range))
    }

    /// Removes a `.` or `..` that was just appended, and what a `..` removes. An authority stays.
    private mutating func removeDotSegment(authorities: Int, pathStart: Int) -> Bool {
        let last = steps[steps.count - 1].place.range
        guard (1...2).contains(last.count), decoded[last].allSatisfy({ $0 == UInt8(ascii: ".") }) else { return false }
        let removedCount = last.count == 1 ? 1 : min(2, steps.count - authorities)
        steps.removeLast(removedCount)
        rawSegments.removeLast(removedCount)
        let end = steps.count == Self.headCount ? pathStart : steps[steps.count - 1].place.range.upperBound
        decoded.removeSubrange(end...)
        return true
    }
}

/// The places of the parts of a URL before its query, in raw bytes.
private struct URLLayout {
    /// Without its `:`.
    var scheme: Range<Int>?
    /// For a network scheme: without the port, neither decoded nor checked.
    var host: Range<Int>?
    var port: Int?
    /// For another scheme, if it is not empty.
    var authoritySegment: Range<Int>?
    /// The part after the scheme and the authority.
    var path: Range<Int>

    init(_ head: Span<UInt8>) throws(URLProblem) {
        path = 0..<head.count
        guard let colon = try Self.schemeEnd(head) else { return }
        scheme = 0..<colon
        path = colon + 1..<head.count
        let hasAuthority = head.has(UInt8(ascii: "/"), at: colon + 1) && head.has(UInt8(ascii: "/"), at: colon + 2)
        let isNetwork = RouteURL.isNetwork(head.extracting(..<colon))
        guard hasAuthority else {
            if isNetwork { throw URLProblem(kind: .networkWithoutHost, offset: colon + 1) }
            return
        }
        let start = colon + 3
        let length = head.extracting(start...).firstIndex(of: UInt8(ascii: "/"))
        let end = length.map { start + $0 } ?? head.count
        path = end..<head.count
        if isNetwork {
            try parseHost(head, start..<end)
        } else if start < end {
            authoritySegment = start..<end
        }
    }

    /// Returns the end of the scheme, at its `:`, or `nil` for a path alone.
    private static func schemeEnd(_ head: Span<UInt8>) throws(URLProblem) -> Int? {
        let first = head.extracting(..<(head.firstIndex(of: UInt8(ascii: "/")) ?? head.count))
        guard let colon = first.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        guard ASCII.isScheme(first.extracting(..<colon)) else {
            throw URLProblem(kind: .noScheme(length: colon), offset: 0)
        }
        return colon
    }

    private mutating func parseHost(_ head: Span<UInt8>, _ authority: Range<Int>) throws(URLProblem) {
        let text = head.extracting(authority)
        let end: Int
        if text.has(UInt8(ascii: "["), at: 0) {
            guard let close = text.firstIndex(of: UInt8(ascii: "]")) else {
                throw URLProblem(kind: .openBracket, offset: authority.lowerBound)
            }
            end = close + 1
        } else {
            end = text.firstIndex(of: UInt8(ascii: ":")) ?? text.count
        }
        guard end > 0 else { throw URLProblem(kind: .missingHost, offset: authority.lowerBound) }
        host = authority.lowerBound..<authority.lowerBound + end
        port = try Self.port(text.extracting(end...), at: authority.lowerBound + end)
    }

    /// `rest` is empty, or a `:` and the digits of a port, which may be empty.
    private static func port(_ rest: Span<UInt8>, at offset: Int) throws(URLProblem) -> Int? {
        guard !rest.isEmpty else { return nil }
        guard rest[0] == UInt8(ascii: ":") else { throw URLProblem(kind: .badPort, offset: offset) }
        var port: Int?
        for index in 1..<rest.count {
            guard ASCII.isDigit(rest[index]) else { throw URLProblem(kind: .badPort, offset: offset) }
            port = (port ?? 0) * 10 + Int(rest[index] - UInt8(ascii: "0"))
            guard port ?? 0 <= 65_535 else { throw URLProblem(kind: .badPort, offset: offset + 1) }
        }
        return port
    }

    /// Whether scheme and host are already in the form in which they are compared. (The path is checked separately.)
    func isVerbatim(in head: Span<UInt8>) -> Bool {
        if let scheme, !head.extracting(scheme).isLowercase { return false }
        guard let host else { return true }
        return HostName.isNormalized(head.extracting(host))
    }

    /// Returns the start of the segments, after a leading `/`.
    func pathStart(in head: Span<UInt8>) -> Int {
        if let authoritySegment { return authoritySegment.lowerBound }
        return head.has(UInt8(ascii: "/"), at: path.lowerBound) ? path.lowerBound + 1 : path.lowerBound
    }
}

extension Span<UInt8> {
    func firstIndex(of byte: UInt8) -> Int? { firstIndex { $0 == byte } }

    // Loops by hand: those over `indices` take ten times as long in debug builds.
    private func firstIndex(where holds: (UInt8) -> Bool) -> Int? {
        var index = 0
        while index < count {
            if holds(self[index]) { return index }
            index += 1
        }
        return nil
    }

    func allSatisfy(_ holds: (UInt8) -> Bool) -> Bool { firstIndex { !holds($0) } == nil }

    func has(_ byte: UInt8, at index: Int) -> Bool {
        index >= 0 && index < count && self[index] == byte
    }

    /// Whether it is ASCII without capitals.
    fileprivate var isLowercase: Bool { allSatisfy { $0 < 0x80 && ASCII.lowercased($0) == $0 } }
}
