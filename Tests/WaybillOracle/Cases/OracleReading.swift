import WaybillTable

/// A URL as both sides parse it.
struct OracleReading {
    let text: String
    let law: OracleURL?
    let url: RouteURL?
    /// The difference between the two, in words; `nil` if they agree.
    let difference: String?

    init(_ text: String) {
        self.text = text
        law = OracleURL(text)
        url = try? RouteURL(text)
        difference = Self.difference(law, url)
    }

    private static func difference(_ law: OracleURL?, _ url: RouteURL?) -> String? {
        guard let law, let url else { return (law == nil) == (url == nil) ? nil : "valid: \(url != nil)" }
        if url.scheme.map({ Array($0.utf8) }) != law.scheme { return "scheme: \(url.scheme ?? "none")" }
        if url.host.map({ Array($0.utf8) }) != law.host { return "host: \(url.host ?? "none")" }
        if url.port != law.port { return "port: \(url.port.map(String.init) ?? "none")" }
        if url.segments != law.segments { return "segments: \(url.segments)" }
        if url.hasTrailingSlash != law.hasTrailingSlash { return "trailing slash: \(url.hasTrailingSlash)" }
        if url.fragment.map({ Array($0.utf8) }) != law.fragment { return "fragment: \(url.fragment ?? "none")" }
        guard law.query != nil else { return url.queryItems.isEmpty ? nil : "query: \(url.queryItems)" }
        let items = url.queryItems.map { OracleURL.QueryItem(name: Array($0.name.utf8), value: Array($0.value.utf8)) }
        return items == law.queryItems ? nil : "query: \(url.queryItems)"
    }
}
