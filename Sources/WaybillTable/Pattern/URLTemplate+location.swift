extension URLTemplate {
    /// Returns the URL to which a client is redirected, with the values of `captures`, in ASCII; `nil` where
    /// ``target(for:)`` is.
    ///
    /// A target without a scheme is a path on the requested host, for any values. A target without a query gets the
    /// query of the request.
    ///
    /// - Parameter urls: The URLs of the request, in order. The last one with a query counts.
    package func location(_ captures: Captures, after urls: [RouteURL]) -> String? {
        guard let url = target(for: captures) else { return nil }
        let fragment = url.firstIndex(of: "#") ?? url.endIndex
        var location = hasScheme ? "" : Self.pathStart(of: url)
        location += url[..<fragment]
        if !location.contains("?"), let query = urls.lazy.compactMap(\.query).last(where: { !$0.isEmpty }) {
            location += "?" + query
        }
        return PercentCoding.encodeUnusual(location + url[fragment...])
    }

    /// Returns the prefix that makes a text an absolute path. Two slashes would be read as the start of a host, so an
    /// empty first segment must be kept.
    private static func pathStart(of url: String) -> String {
        url.hasPrefix("//") ? "/." : url.hasPrefix("/") ? "" : "/"
    }
}
