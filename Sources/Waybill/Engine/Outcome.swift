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
    /// The state of a route that was performed. Only `WaybillPresentation` understands it.
    package let performed: (any Sendable)?

    init(
        _ request: RouteRequest, route: BoundRoute? = nil, target: BoundTarget? = nil,
        destination: (any Sendable)?, performed: (any Sendable)? = nil
    ) {
        self.request = request
        self.route = route
        self.target = target
        self.performed = performed
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

    /// What the caller has to follow, where the open ended at a route whose redirect has a status; else `nil`.
    public var redirect: ClientRedirect? {
        guard case .clientRedirect(let template, let status) = route?.destination, let hit = request.hop.hit else {
            return nil
        }
        let urls = [originalURL] + hops.compactMap { try? RouteURL($0.to) }
        return ClientRedirect(location: template.location(hit.captures, after: urls), status: status)
    }

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
