public import WaybillTable

/// What an open resulted in.
///
/// A value: an interceptor may replace its ``destination`` on the way back. It holds the generation that the open ran
/// on. Use it from any thread.
public struct Outcome: Sendable {
    let request: RouteRequest
    private let route: BoundRoute?
    private let target: BoundTarget?
    /// What the handler returned or the module's factory made; `nil` if an interceptor answered without anything, and for
    /// a ``redirect``.
    public var destination: (any Sendable)?
    /// What the caller has to follow, where the open ended at a route whose redirect has a status; else `nil`.
    public let redirect: ClientRedirect?
    /// The state of a route that was performed. Only `WaybillPresentation` understands it.
    package let performed: (any Sendable)?

    init(
        _ request: RouteRequest, route: BoundRoute? = nil, target: BoundTarget? = nil,
        destination: (any Sendable)?, redirect: ClientRedirect? = nil, performed: (any Sendable)? = nil
    ) {
        self.request = request
        self.route = route
        self.target = target
        self.performed = performed
        self.redirect = redirect
        self.destination = destination
    }

    /// The route that was reached; `nil` for a fallback, and if an interceptor answered by itself.
    public var routeID: String? { route?.id }
    /// The module that the route or the fallback leads to, if it leads to one.
    public var moduleID: String? { target?.moduleID }
    /// The handler that the route or the fallback leads to, if it leads to one.
    public var handlerName: String? { target?.handlerName }
    /// Whether no route matched and the fallback answered.
    public var isFallback: Bool { route == nil && target != nil }

    /// The URL that was reached.
    public var url: RouteURL { request.url }
    /// The URL that was opened.
    public var originalURL: RouteURL { request.originalURL }
    /// The parameters at the URL that was reached, as the route saw them.
    public var parameters: [String: String] { request.parameters }
    /// The redirects on the way.
    public var hops: [Hop] { request.hops }
    /// The number of the generation that the open ran on.
    public var generation: Int { request.generation.number }
}
