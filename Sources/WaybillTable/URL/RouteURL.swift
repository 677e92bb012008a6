/// A URL as the routing law reads it: split once, decoded once, its dot segments removed.
///
/// The law knows three forms: `scheme://authority/path?query#fragment`, `scheme:path`, and a path alone (a leading `/`
/// is implied). For `http`, `https`, `ws` and `wss` the authority is a host with an optional port; for every other
/// scheme it is the first path segment, so that `/route/one` matches `routingexample://route/one`.
///
/// Parsing costs one pass over the text. What is made of text, ``queryItems`` for one, is made anew each time it is
/// read.
public struct RouteURL: Sendable {
    /// The text as it was given.
    public let text: String
    /// What is matched: the text, or the text once decoded. ``steps`` are places in it.
    let bytes: [UInt8]
    let steps: [URLScan.Step]
    /// Whether the path ended with a `/` that ``segments`` do not show.
    public let hasTrailingSlash: Bool
    private let parts: URLScan.Parts

    /// Parses a URL.
    ///
    /// - Throws: ``InvalidURL`` for control characters, spaces, bad escapes, a decoded NUL and bytes that are not UTF-8
    ///   once decoded (in the query they become U+FFFD instead), for a network scheme without `//host`, and for text
    ///   before the first `:` that is no scheme.
    public init(_ text: String) throws(InvalidURL) {
        self.text = text
        let raw = Array(text.utf8)
        var scan = URLScan()
        do {
            try scan.scan(raw.span)
        } catch {
            throw InvalidURL(url: text, reason: error.reason(in: raw), offset: error.offset)
        }
        bytes = scan.parts.isVerbatim ? raw : scan.decoded
        steps = scan.steps
        hasTrailingSlash = scan.hasTrailingSlash
        parts = scan.parts
    }

    /// In lower case; `nil` for a path alone.
    public var scheme: String? { parts.scheme.map { String(decoding: bytes[$0.range], as: UTF8.self) } }

    /// In lower case and decoded; only network schemes have one.
    public var host: String? { parts.host.map { String(decoding: bytes[$0.range], as: UTF8.self) } }

    public var port: Int? { parts.port }

    /// The decoded segments.
    public var segments: [[UInt8]] {
        steps[URLScan.headCount...].map { Array(bytes[$0.place.range]) }
    }

    /// The decoded fragment; `nil` where there is no `#`.
    public var fragment: String? {
        guard let place = parts.fragment else { return nil }
        var decoded: [UInt8] = []
        try? PercentCoding.decode(Array(text.utf8)[place.range].span, into: &decoded)
        return String(decoding: decoded, as: UTF8.self)
    }

    /// The method that tools assume where none is given: `GET` for network schemes and for paths alone.
    public var assumedMethod: String? {
        guard let scheme = parts.scheme else { return "GET" }
        return Self.isNetwork(bytes.span.extracting(scheme.range)) ? "GET" : nil
    }

    /// The query's items in order, repeated keys included; `""` is the value of a key without one.
    ///
    /// What may not stand in a URL is replaced by U+FFFD. `+` is a space for network schemes and for paths alone.
    public var queryItems: [QueryItem] {
        guard let query = parts.query else { return [] }
        let isPlusSpace = assumedMethod != nil
        return Array(text.utf8)[query.range].split(separator: UInt8(ascii: "&")).map { item in
            let parts = item.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let (name, value) = (parts[0], parts.count > 1 ? parts[1] : [])
            return QueryItem(
                name: PercentCoding.decodeLeniently(name.span, isPlusSpace: isPlusSpace),
                value: PercentCoding.decodeLeniently(value.span, isPlusSpace: isPlusSpace))
        }
    }

    /// The query as it is written; `nil` where there is no `?`.
    var query: Substring? {
        parts.query.map { Substring(decoding: Array(text.utf8)[$0.range], as: UTF8.self) }
    }

    /// Whether the authority of a scheme is a host.
    package static func isNetwork(_ scheme: String) -> Bool { isNetwork(Array(scheme.utf8).span) }

    static func isNetwork(_ scheme: Span<UInt8>) -> Bool {
        networkSchemes.contains(scheme.key(0..<scheme.count).lowercased)
    }

    /// All are short enough for their keys to be exact.
    private static let networkSchemes = ["http", "https", "ws", "wss"].map { scheme in
        let bytes = Array(scheme.utf8)
        return bytes.span.key(bytes.indices)
    }
}

extension RouteURL: Hashable {
    public static func == (left: RouteURL, right: RouteURL) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension RouteURL: CustomStringConvertible {
    public var description: String { text }
}

/// One `name=value` of a query, decoded.
public struct QueryItem: Sendable, Hashable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// Text that is not a URL.
public struct InvalidURL: Error, Sendable, Hashable, CustomStringConvertible {
    public var url: String
    /// What is wrong, in words.
    public var reason: String
    /// Where, in UTF-8 bytes from the start.
    public var offset: Int

    public var description: String { "'\(url)' is not a URL: \(reason) (byte \(offset))" }
}
