/// The target of a request (RFC 9112, 3.2): a path, a whole URL, or `*` for the server itself.
///
/// Other targets would open the app's own links, or a URL without the host that a pattern requires.
struct RequestTarget {
    /// The host and the port of a whole URL.
    private(set) var authority: String?
    /// The path with the query, or `*`.
    private(set) var path: String

    static let requirement = "the target of a request must be a path or an http URL"

    /// Returns `nil` for any other target.
    ///
    /// - Parameter isOptions: Whether the method is `OPTIONS`, the only one that may have the target `*`.
    init?(_ text: String, isOptions: Bool) {
        path = text
        if text.utf8.first == UInt8(ascii: "/") || (text == "*" && isOptions) { return }
        // The scheme is the one of the connection: a client cannot choose it.
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
            ["http", "https"].contains(text[..<colon].lowercased()), text[colon...].hasPrefix("://")
        else { return nil }
        let rest = text[colon...].dropFirst(3)
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        guard rest[..<end].isAuthority else { return nil }
        authority = String(rest[..<end])
        path = rest[end...].hasPrefix("/") ? String(rest[end...]) : "/" + rest[end...]
    }
}
