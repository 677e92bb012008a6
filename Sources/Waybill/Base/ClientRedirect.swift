/// The redirect with which an open ends if its route has a redirect with a status:
/// `redirect: { to: /new, status: 308 }`.
///
/// It is a value type, safe to use from any thread.
public struct ClientRedirect: Sendable, Hashable {
    /// The URL to request, in ASCII: complete if the target has a scheme, otherwise a path on the requested host,
    /// beginning with `/`. If the target has no query, it has the query of the request.
    public var location: String
    /// One of 301, 302, 303, 307 and 308.
    public var status: Int

    /// Creates a redirect to a location with a status.
    public init(location: String, status: Int) {
        self.location = location
        self.status = status
    }
}
