/// The parts of a URL that the law compares, and a text with these parts.
package struct URLParts: Hashable, Sendable {
    package var scheme: String?
    /// In its one spelling.
    package var host: String?
    package var port: Int?
    /// Decoded.
    package var segments: [[UInt8]]
    package var hasTrailingSlash: Bool

    package init(
        scheme: String? = nil, host: String? = nil, port: Int? = nil, segments: [[UInt8]],
        hasTrailingSlash: Bool = false
    ) {
        self.scheme = scheme
        self.host = host
        self.port = port
        self.segments = segments
        self.hasTrailingSlash = hasTrailingSlash
    }

    package init(of url: RouteURL) {
        self.init(
            scheme: url.scheme, host: url.host, port: url.port, segments: url.segments,
            hasTrailingSlash: url.hasTrailingSlash)
    }

    /// The URL. Parsing it gives these parts, if any URL has them.
    package var url: String {
        var path = segments.map { PercentCoding.encode($0[...]) }.joined(separator: "/")
        // One `/` at the end is the trailing one, even if the table ignores it.
        if hasTrailingSlash || segments.last == [] { path += "/" }
        // A client takes the text after two slashes at the start of a path for a host.
        guard let scheme else { return segments.first == [] ? "/./" + path : "/" + path }
        if let host { return "\(scheme)://\(Self.written(host))\(port.map { ":\($0)" } ?? "")/\(path)" }
        guard let first = segments.first else { return "\(scheme):/" }
        return first.isEmpty ? "\(scheme):///\(path)" : "\(scheme)://\(path)"
    }

    private static func written(_ host: String) -> String {
        // The `%` of an address precedes its zone.
        host.hasPrefix("[") ? host.replacing("%", with: "%25") : PercentCoding.encode(Array(host.utf8)[...])
    }
}
