/// The target of a `rewrite:`, `forward:` or `redirect:`: a URL in which `:name` and `**name` are replaced by captured values.
///
/// In the path a value is written as the request wrote it, and a target that ends with `**name` keeps the request's
/// trailing slash. `:name` is also replaced in the query and the fragment, where a `:` without a following letter is
/// literal; there, and in an authority, everything but unreserved characters is escaped.
public struct URLTemplate: Sendable {
    public let text: String
    package private(set) var parts: [Part] = []
    /// The URL before the query, as a pattern: it matches the targets for all values that are not empty.
    package let pattern: Pattern
    /// Whether its path ends with `**name`, so that it keeps the trailing slash of a request.
    package let endsInCatchAll: Bool

    package enum Part: Sendable, Hashable {
        case text(String)
        /// - Parameters:
        ///   - isSegment: Whether it is a whole segment. Without a value its slash is removed.
        ///   - isInPath: Whether the value is written as the request wrote it. Otherwise it is escaped, because it could
        ///     add a scheme, a port or an item of the query.
        case capture(String, isSegment: Bool, isInPath: Bool)
    }

    /// Parses a template.
    ///
    /// - Throws: ``PatternError`` if the text is not a URL even with values. It follows the rules of patterns, but may
    ///   have a query and a fragment, and must not have `*` or an unnamed `**`.
    public init(_ text: String) throws(PatternError) {
        self.text = text
        let bytes = Array(text.utf8)
        let pathEnd = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
        var parser = PatternParser(String(decoding: bytes[..<pathEnd], as: UTF8.self), called: "target")
        pattern = Pattern(try parser.parse())
        endsInCatchAll = pattern.catchAll?.range.upperBound == pathEnd
        try Self.refuseBareHost(of: pattern, in: bytes[..<pathEnd])
        try Self.refuseWildcards(in: pattern, length: pathEnd)
        try Self.refuseCatchAlls(in: bytes[pathEnd...])
        var sites = pattern.captures.map { ($0.name, $0.range) }
        if let catchAll = pattern.catchAll, let name = catchAll.name { sites.append((name, catchAll.range)) }
        sites += Self.sites(in: bytes[pathEnd...])
        parts = Self.cut(bytes, at: sites, pathEnd)
        if case .text(let head)? = parts.first { parts[0] = .text(Self.inASCII(hostOf: head, pattern.host)) }
        try refuseInvalid(length: bytes.count)
    }

    /// Whether it has a scheme; otherwise it is a path alone.
    package var hasScheme: Bool { pattern.scheme != nil }

    /// The names of the captures that it uses, in order.
    public var captureNames: [String] {
        parts.compactMap { part in
            if case .capture(let name, _, _) = part { name } else { nil }
        }
    }

    /// Returns the URL with the values of `captures`. A missing value is empty.
    ///
    /// If an empty `**name` is a whole segment, its slash is removed: `/new/**rest` gives `/new`, or `/new/` for a
    /// request with a trailing slash.
    public func expand(_ captures: Captures) -> String {
        parts.reduce(into: "") { result, part in
            switch part {
            case .text(let text): result += text
            case .capture(let name, let isSegment, let isInPath):
                let value = (isInPath ? captures.written(name) : captures.escaped(name)) ?? ""
                let keepsSlash = captures.endsInSlash && isCatchAllAtEnd(name, isInPath)
                if value.isEmpty && isSegment { result.removeLast() }
                result += keepsSlash && (isSegment || !value.isEmpty) ? value + "/" : value
            }
        }
    }

    /// Whether a capture is the `**name` with which the path ends.
    package func isCatchAllAtEnd(_ name: String, _ isInPath: Bool) -> Bool {
        endsInCatchAll && isInPath && name == pattern.catchAllName
    }

    /// Returns the URL for a request; `nil` if a captured value would become a `.` or `..` segment, alone or with the text
    /// around it.
    ///
    /// Such a segment removes the one before it. A client could then reach a place that the target does not name, and
    /// bypass interceptors that match only the targets.
    package func target(for captures: Captures) -> String? {
        let url = expand(captures)
        return !pattern.captureNames.isEmpty && Self.hasDotSegment(url) ? nil : url
    }

    /// Whether a segment of the path is `.` or `..`, escaped or not.
    private static func hasDotSegment(_ url: String) -> Bool {
        let path = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return path.split(separator: UInt8(ascii: "/")).contains { segment in
            [".", ".."].contains(String(decoding: segment, as: UTF8.self).lowercased().replacing("%2e", with: "."))
        }
    }

    private static func cut(_ bytes: [UInt8], at sites: [(String, Range<Int>)], _ pathEnd: Int) -> [Part] {
        var parts: [Part] = []
        var start = 0
        let path = pathStart(of: bytes[..<pathEnd])..<pathEnd
        for (name, range) in sites {
            parts.append(.text(String(decoding: bytes[start..<range.lowerBound], as: UTF8.self)))
            let isSegment = isSegment(range, of: bytes[..<pathEnd])
            parts.append(.capture(name, isSegment: isSegment, isInPath: path.contains(range.lowerBound)))
            start = range.upperBound
        }
        return parts + [.text(String(decoding: bytes[start...], as: UTF8.self))]
    }

    /// Returns the start of a target with a host in ASCII, because a client needs it.
    private static func inASCII(hostOf head: String, _ host: Pattern.Host) -> String {
        guard case .literal(let name) = host, let start = head.firstRange(of: "://")?.upperBound else { return head }
        let written = head[start...].prefix { !"/?#:".contains($0) }
        guard written.utf8.contains(where: { $0 >= 0x80 }) else { return head }
        return "\(head[..<start])\(name)\(head[written.endIndex...])"
    }

    /// Returns the end of the text that could be read as a scheme or an authority.
    private static func pathStart(of bytes: ArraySlice<UInt8>) -> Int {
        let slash = UInt8(ascii: "/")
        let first = bytes.firstIndex(of: slash) ?? bytes.endIndex
        let name = bytes.prefix { $0 != UInt8(ascii: ":") }
        guard name.endIndex < first, ASCII.isScheme(name.span) else { return first }
        let colon = name.endIndex
        guard bytes[(colon + 1)...].starts(with: [slash, slash]) else { return colon + 1 }
        return bytes[(colon + 3)...].firstIndex(of: slash) ?? bytes.endIndex
    }

    /// Whether a part of a path is a segment whose slash can be removed with it: not the first slash of the path,
    /// unless another one follows.
    private static func isSegment(_ range: Range<Int>, of path: ArraySlice<UInt8>) -> Bool {
        let slash = UInt8(ascii: "/")
        guard range.upperBound <= path.endIndex, path[..<range.lowerBound].last == slash else { return false }
        guard range.upperBound == path.endIndex else { return path[range.upperBound] == slash }
        return ![nil, slash].contains(path[..<range.lowerBound].dropLast().last)
    }

    /// Returns the `:name` parts in the query and the fragment.
    private static func sites(in bytes: ArraySlice<UInt8>) -> [(String, Range<Int>)] {
        var sites: [(String, Range<Int>)] = []
        var index = bytes.startIndex
        while let colon = bytes[index...].firstIndex(of: UInt8(ascii: ":")) {
            let rest = bytes[(colon + 1)...]
            let name = rest.prefix(while: ASCII.isNameByte)
            if let first = name.first, !ASCII.isDigit(first) {
                sites.append((String(decoding: name, as: UTF8.self), colon..<name.endIndex))
            }
            index = name.endIndex
        }
        return sites
    }

    /// In a URL, `//host/x` would be a path whose first segment is empty.
    private static func refuseBareHost(of pattern: Pattern, in bytes: ArraySlice<UInt8>) throws(PatternError) {
        guard pattern.scheme == nil, pattern.host != .any else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        throw PatternError(
            problem: .impossible, message: "a target with a host needs a scheme",
            help: "write 'https:\(text)' for the host, or start with one '/' for a path", range: 0..<2)
    }

    private static func refuseWildcards(in pattern: Pattern, length: Int) throws(PatternError) {
        let range = pattern.catchAll?.range ?? 0..<max(length, 1)
        if pattern.segments.contains(.any) || (pattern.catchAll != nil && pattern.catchAll?.name == nil) {
            throw PatternError(
                problem: .impossible, message: "a target cannot contain '*' or '**'",
                help: "capture the value by name in the pattern, and write ':name' or '**name' here", range: range)
        }
        if case .suffix = pattern.host {
            throw PatternError(
                problem: .impossible, message: "the host of a target cannot be '*…'",
                help: "write the name of the host",
                range: 0..<max(length, 1))
        }
    }

    /// The query and the fragment have no segments, so `:name` says all there.
    private static func refuseCatchAlls(in bytes: ArraySlice<UInt8>) throws(PatternError) {
        let stars = bytes.indices.dropLast(2).first { index in
            let star = UInt8(ascii: "*")
            return bytes[index] == star && bytes[index + 1] == star && ASCII.isNameByte(bytes[index + 2])
                && !ASCII.isDigit(bytes[index + 2])
        }
        guard let stars else { return }
        let name = bytes[(stars + 2)...].prefix(while: ASCII.isNameByte)
        let text = String(decoding: name, as: UTF8.self)
        throw PatternError(
            problem: .impossible, message: "'**\(text)' is replaced only in the path",
            help: "write ':\(text)' in the query and the fragment", range: stars..<name.endIndex)
    }

    private func refuseInvalid(length: Int) throws(PatternError) {
        let sample = parts.reduce(into: "") { result, part in
            if case .text(let text) = part { result += text } else { result += "1" }
        }
        do {
            _ = try RouteURL(sample)
        } catch {
            throw PatternError(
                problem: .impossible, message: "the target is not a URL: \(error.reason)", help: nil,
                range: 0..<max(length, 1))
        }
    }
}

/// Targets are equal if their bytes are.
extension URLTemplate: Hashable {
    public static func == (left: URLTemplate, right: URLTemplate) -> Bool { left.text.exact == right.text.exact }

    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension URLTemplate: CustomStringConvertible {
    public var description: String { text }
}

extension URLTemplate {
    /// Returns the URL to which a client is redirected, with the values of `captures`, in ASCII; `nil` where
    /// ``target(for:)`` is.
    ///
    /// A target without a scheme is a path on the requested host, for any values. The query of the request is added to
    /// that of the target, without the items whose key the target has. A target that ends with `?` drops it.
    ///
    /// - Parameter urls: The URLs of the request, in order. The last one with a query counts.
    package func location(_ captures: Captures, after urls: [RouteURL]) -> String? {
        guard let url = target(for: captures) else { return nil }
        let fragment = url.firstIndex(of: "#") ?? url.endIndex
        var location = hasScheme ? "" : Self.pathStart(of: url)
        location += url[..<fragment]
        if let request = urls.last(where: { $0.query?.isEmpty == false }) {
            location += Self.addition(to: String(url[..<fragment]), of: request)
        }
        return PercentCoding.encodeUnusual(location + url[fragment...])
    }

    /// Returns what a target without a fragment gets from the query of a request.
    private static func addition(to target: String, of request: RouteURL) -> String {
        guard let query = request.query else { return "" }
        guard let mark = target.firstIndex(of: "?") else { return "?" + query }
        guard target.index(after: mark) < target.endIndex, let own = try? RouteURL(target) else { return "" }
        let names = Set(own.queryItems.map(\.name.exact))
        return zip(query.split(separator: "&"), request.queryItems)
            .filter { !names.contains($1.name.exact) }.map { "&" + $0.0 }.joined()
    }

    /// Returns the prefix that makes a text an absolute path. Two slashes would be read as the start of a host, so an
    /// empty first segment must be kept.
    private static func pathStart(of url: String) -> String {
        url.hasPrefix("//") ? "/." : url.hasPrefix("/") ? "" : "/"
    }
}
