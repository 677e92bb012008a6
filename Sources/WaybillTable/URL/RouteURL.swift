/// A URL as the routing law reads it: split once, decoded once, its dot segments removed.
///
/// The law knows three forms: `scheme://authority/path?query#fragment`, `scheme:path`, and a path alone (a leading `/`
/// is implied). For `http`, `https`, `ws` and `wss` the authority is a host with an optional port; for every other
/// scheme it is the first path segment, so that `/route/one` matches `routingexample://route/one`.
///
/// Parsing costs one pass over the text. ``queryItems`` decodes anew each time it is read.
public struct RouteURL: Sendable, Hashable {
    /// The text as it was given.
    public let text: String
    /// In lower case; `nil` for a path alone.
    public internal(set) var scheme: String?
    /// In lower case and decoded; only network schemes have one.
    public internal(set) var host: String?
    public internal(set) var port: Int?
    /// The decoded segments, joined by `/`. A `/` that was escaped stands here too: ``segments`` tells them apart.
    public internal(set) var path: [UInt8] = []
    /// Where each segment stands in ``path``.
    public internal(set) var segments: [Range<Int>] = []
    /// Whether a `/` that ``segments`` do not show ended the path.
    public internal(set) var hasTrailingSlash = false
    /// The decoded fragment; `nil` where there is no `#`.
    public internal(set) var fragment: String?
    /// The raw query, as bytes of ``text``; `nil` where there is no `?`.
    var rawQuery: Range<Int>?

    /// Parses a URL.
    ///
    /// - Throws: ``InvalidURL`` for control characters, spaces, bad escapes, a decoded NUL and bytes that are not UTF-8
    ///   once decoded (in the query they become U+FFFD instead), for a network scheme without `//host`, and for text
    ///   before the first `:` that is no scheme.
    public init(_ text: String) throws(InvalidURL) {
        var parser = URLParser(text)
        self = try parser.parse()
    }

    /// An empty value that the parser fills.
    init(unparsed text: String) {
        self.text = text
    }

    /// The method that tools assume where none is given: `GET` for network schemes and for paths alone.
    public var assumedMethod: String? {
        scheme.map(Self.isNetwork) ?? true ? "GET" : nil
    }

    /// The query's items in order, repeated keys included; `""` is the value of a key without one.
    ///
    /// What may not stand in a URL is replaced by U+FFFD. `+` is a space for network schemes and for paths alone.
    public var queryItems: [QueryItem] {
        guard let rawQuery else { return [] }
        let bytes = Array(text.utf8)[rawQuery]
        let isPlusSpace = assumedMethod != nil
        return bytes.split(separator: UInt8(ascii: "&")).map { item in
            let parts = item.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return QueryItem(
                name: PercentCoding.decodeLeniently(parts[0], isPlusSpace: isPlusSpace),
                value: parts.count > 1 ? PercentCoding.decodeLeniently(parts[1], isPlusSpace: isPlusSpace) : "")
        }
    }

    /// Whether the authority of a scheme is a host.
    package static func isNetwork(_ scheme: String) -> Bool {
        switch scheme {
        case "http", "https", "ws", "wss": true
        default: false
        }
    }
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

/// Text that is no URL.
public struct InvalidURL: Error, Sendable, Hashable, CustomStringConvertible {
    public var url: String
    /// What is wrong, in words.
    public var reason: String
    /// Where, in UTF-8 bytes from the start.
    public var offset: Int

    public var description: String { "'\(url)' is not a URL: \(reason) (byte \(offset))" }
}
