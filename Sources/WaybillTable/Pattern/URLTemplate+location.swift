extension URLTemplate {
    /// The URL that a client is redirected to: the one with the values of `captures`, in ASCII.
    ///
    /// A target without a scheme is a path of the host that was asked, whatever the values are. A target without a query
    /// of its own gets that of the request.
    ///
    /// - Parameter urls: The URLs that the request was at, one after the other: the last query of theirs counts.
    package func location(_ captures: Captures, after urls: [RouteURL]) -> String {
        let url = expand(captures)
        let fragment = url.firstIndex(of: "#") ?? url.endIndex
        var location = hasScheme ? "" : Self.pathStart(of: url)
        location += url[..<fragment]
        if !location.contains("?"), let query = urls.lazy.compactMap(\.query).last(where: { !$0.isEmpty }) {
            location += "?" + query
        }
        return PercentCoding.encodeUnusual(location + url[fragment...])
    }

    /// What makes a text an absolute path. Two slashes would be read as the start of a host: an empty first segment has to
    /// stay one.
    private static func pathStart(of url: String) -> String {
        url.hasPrefix("//") ? "/." : url.hasPrefix("/") ? "" : "/"
    }
}
