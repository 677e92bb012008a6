/// A URL as the routing law reads it: split and decoded once, without dot segments.
///
/// The law knows three forms: `scheme://authority/path?query#fragment`, `scheme:path`, and a path alone (a leading `/`
/// is implied). For `http`, `https`, `ws` and `wss` the authority is a host with an optional port. For every other
/// scheme it is the first path segment, so that `/route/one` matches `routingexample://route/one`.
///
/// Parsing costs one pass over the text. Computed texts, such as ``queryItems``, are computed on each access.
public struct RouteURL: Sendable {
    /// The text as it was given.
    public let text: String
    /// `nil` for a plain URL, of which only the text and the place of its path are stored.
    private let parsed: Parsed?
    /// The path of a plain URL.
    let plainPath: ByteRange

    private final class Parsed: Sendable {
        /// The matched text: the URL, or the decoded URL. The steps of the scan are places in it.
        let bytes: [UInt8]
        let scan: URLScan

        init(_ text: String) throws(InvalidURL) {
            let raw = Array(text.utf8)
            var scan = URLScan()
            do {
                try scan.scan(raw.span)
            } catch {
                throw InvalidURL(url: text, reason: error.reason(in: raw), offset: error.offset)
            }
            bytes = scan.parts.isVerbatim ? raw : scan.decoded
            self.scan = scan
        }
    }

    /// Parses a URL.
    ///
    /// A path without anything to decode is only scanned, also after `http://host:8080` and with a query, which
    /// allocates nothing.
    ///
    /// - Throws: ``InvalidURL`` for control characters, spaces, bad escapes, a decoded NUL and decoded bytes that are
    ///   not UTF-8 (in the query they become U+FFFD instead), for a network scheme without `//host`, and for text
    ///   before the first `:` that is not a scheme.
    public init(_ text: String) throws(InvalidURL) {
        self.text = text
        if let path = text.withSpan({ $0.plainPath }) {
            plainPath = path
            parsed = nil
        } else {
            plainPath = ByteRange()
            parsed = try Parsed(text)
        }
    }

    /// - Parameter path: The ``Swift/Span/plainPath`` of the text, or a path that a table matched unchanged, whose
    ///   segments may begin with a dot if they are literals.
    init(_ text: String, plainPath path: ByteRange) {
        self.text = text
        plainPath = path
        parsed = nil
    }

    private var parts: URLScan.Parts {
        if let parsed { return parsed.scan.parts }
        return Int(plainPath.length) == text.utf8.count ? URLScan.Parts() : withSteps { $1.parts }
    }

    // MARK: Matched parts

    var isPlain: Bool { parsed == nil }

    /// Calls `body` with the matched text, and the steps of a walk through it.
    func withSteps<R>(_ body: (Span<UInt8>, borrowing URLScan) -> R) -> R {
        if let parsed {
            let bytes = parsed.bytes
            return body(bytes.span, parsed.scan)
        }
        return text.withSpan { text in
            var scan = URLScan()
            // The scan of a plain URL never fails.
            try? scan.scan(text)
            return body(text, scan)
        }
    }

    private func string(_ place: ByteRange) -> String {
        withSteps { text, _ in String(text.extracting(place.range)) }
    }

    // MARK: Parts

    /// In lower case; `nil` for a path alone.
    public var scheme: String? { parts.scheme.map(string) }

    /// In its one spelling (law 1): decoded, in lower case and in ASCII. Only network schemes have a host.
    public var host: String? { parts.host.map(string) }

    /// The port, if the URL names one. Without one, patterns compare the default port of the scheme.
    public var port: Int? { parts.port }

    /// The port that patterns compare: the one that the URL names, or the default one of its scheme.
    package var effectivePort: Int? { port ?? scheme.flatMap(Self.defaultPort) }

    /// The decoded segments.
    public var segments: [[UInt8]] {
        withSteps { text, scan in
            scan.steps[URLScan.headCount...].map { Array(text.extracting($0.place.range)) }
        }
    }

    /// The same segments, as the text writes them.
    var writtenSegments: [ArraySlice<UInt8>] {
        let bytes = Array(text.utf8)
        return withSteps { _, scan in scan.writtenSegments.map { bytes[$0.range] } }
    }

    /// Whether the path ended with a `/`, which is not part of ``segments``.
    public var hasTrailingSlash: Bool { withSteps { _, scan in scan.hasTrailingSlash } }

    /// The decoded fragment; `nil` if there is no `#`.
    public var fragment: String? {
        guard let place = parsed?.scan.parts.fragment else { return nil }
        var decoded: [UInt8] = []
        try? PercentCoding.decode(Array(text.utf8)[place.range].span, into: &decoded)
        return String(decoding: decoded, as: UTF8.self)
    }

    /// The method that tools assume if none is given: `GET` for network schemes and for paths alone.
    public var assumedMethod: String? {
        guard let parsed, let scheme = parsed.scan.parts.scheme else { return "GET" }
        return withSteps { text, _ in Self.isNetwork(text.extracting(scheme.range)) } ? "GET" : nil
    }

    /// The items of the query in order, with repeated keys. The value of a key without one is `""`.
    ///
    /// Invalid parts are replaced by U+FFFD. `+` is a space for network schemes and for paths alone.
    public var queryItems: [QueryItem] {
        guard let query = queryPlace else { return [] }
        let isPlusSpace = assumedMethod != nil
        return Array(text.utf8)[query.range].split(separator: UInt8(ascii: "&")).map { item in
            let parts = item.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0]
            let value = parts.count > 1 ? parts[1] : []
            return QueryItem(
                name: PercentCoding.decodeLeniently(name.span, isPlusSpace: isPlusSpace),
                value: PercentCoding.decodeLeniently(value.span, isPlusSpace: isPlusSpace))
        }
    }

    /// The query as it is written; `nil` if there is no `?`.
    var query: Substring? {
        queryPlace.map { Substring(decoding: Array(text.utf8)[$0.range], as: UTF8.self) }
    }

    private var queryPlace: ByteRange? {
        if let parsed { return parsed.scan.parts.query }
        let end = plainPath.range.upperBound
        let count = text.utf8.count
        return end < count ? ByteRange(end + 1..<count) : nil
    }

    /// Whether the authority of a scheme is a host.
    package static func isNetwork(_ scheme: String) -> Bool { isNetwork(Array(scheme.utf8).span) }

    static func isNetwork(_ scheme: Span<UInt8>) -> Bool {
        networkKeys.contains(scheme.key(0..<scheme.count).lowercased)
    }

    /// Returns the port of a URL of a network scheme that names none.
    package static func defaultPort(of scheme: String) -> Int? {
        switch scheme {
        case "http", "ws": 80
        case "https", "wss": 443
        default: nil
        }
    }

    package static let networkSchemes: Set<String> = ["http", "https", "ws", "wss"]

    /// All are short enough for exact keys.
    private static let networkKeys = networkSchemes.map { scheme in
        let bytes = Array(scheme.utf8)
        return bytes.span.key(bytes.indices)
    }
}

extension RouteURL: Hashable {
    public static func == (left: RouteURL, right: RouteURL) -> Bool { left.text.exact == right.text.exact }

    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension RouteURL: CustomStringConvertible {
    public var description: String { text }
}

extension String {
    /// Calls `body` with the UTF-8.
    @inline(__always)
    func withSpan<R>(_ body: (Span<UInt8>) -> R) -> R {
        let result = unsafe utf8.withContiguousStorageIfAvailable { body(unsafe $0.span) }  // does not escape the call
        if let result { return result }
        var text = self  // a string from Objective-C
        return text.withUTF8 { body(unsafe $0.span) }  // does not escape the call
    }

    /// Creates a text. Bytes that are not UTF-8 become U+FFFD.
    init(_ span: Span<UInt8>) {
        self = unsafe span.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }  // for the call
    }
}

extension [UInt8] {
    init(_ span: Span<UInt8>) {
        self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }  // only during the call
    }
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

/// The error for a text that is not a URL.
public struct InvalidURL: Error, Sendable, Hashable, CustomStringConvertible {
    public var url: String
    /// The reason in words.
    public var reason: String
    /// The place, in UTF-8 bytes from the start.
    public var offset: Int

    package init(url: String, reason: String, offset: Int) {
        self.url = url
        self.reason = reason
        self.offset = offset
    }

    public var description: String { "'\(url)' is not a URL: \(reason) (byte \(offset))" }
}
