/// One redirect of an open: the route or interceptor that caused it, and the URL that it leads to.
///
/// It is a value type, safe to use from any thread.
public struct Hop: Sendable, Hashable {
    /// The route or the interceptor that redirected.
    public var by: Origin
    /// The URL that the redirect leads to, as text.
    public var to: String

    /// The route or the interceptor that caused a hop or an error, by its id.
    public enum Origin: Sendable, Hashable, CustomStringConvertible {
        /// A route, by its id.
        case route(String)
        /// An interceptor, by its id.
        case interceptor(String)

        public var description: String {
            switch self {
            case .route(let id): "route '\(id)'"
            case .interceptor(let id): "interceptor '\(id)'"
            }
        }
    }

    /// Creates a hop that `by` caused, to a URL as text.
    public init(by: Origin, to: String) {
        self.by = by
        self.to = to
    }
}

/// The redirect with which an open ends if its route has one:
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
