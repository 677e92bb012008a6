/// What a caller is told where an open ends in a route's redirect with a status: `redirect: { to: /new, status: 308 }`.
///
/// A value: use it from any thread.
public struct ClientRedirect: Sendable, Hashable {
    /// The URL to ask for, in ASCII: whole where the target has a scheme, else a path of the host that was asked, from its
    /// `/` on. Without a query of its own it has that of the request.
    public var location: String
    /// One of 301, 302, 303, 307 and 308.
    public var status: Int

    public init(location: String, status: Int) {
        self.location = location
        self.status = status
    }
}
