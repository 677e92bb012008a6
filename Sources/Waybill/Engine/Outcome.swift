public import WaybillTable

/// What an open came to.
public struct Outcome: Sendable {
    let request: RouteRequest
    private let route: BoundRoute?
    private let target: BoundTarget?
    private let performed: PerformedRoute?
    /// What the module's factory made or the handler returned. An interceptor may replace it on the way back.
    public var destination: (any Sendable)?

    init(
        _ request: RouteRequest, route: BoundRoute? = nil, target: BoundTarget? = nil, destination: (any Sendable)?,
        performed: PerformedRoute? = nil
    ) {
        self.request = request
        self.route = route
        self.target = target
        self.performed = performed
        self.destination = destination
    }

    /// The route that served; `nil` for a fallback, and where an interceptor answered by itself.
    public var routeID: String? { route?.id }
    public var moduleID: String? { target?.moduleID }
    public var handlerName: String? { target?.handlerName }
    public var isFallback: Bool { route == nil && target != nil }
    /// The performed route, for what was shown or acted on: to remove it, among others.
    public var performedRoute: RouteHandle<any Sendable>? { performed.map { RouteHandle($0) } }

    /// The URL that was reached.
    public var url: RouteURL { request.url }
    /// The URL that was opened.
    public var originalURL: RouteURL { request.originalURL }
    public var parameters: [String: String] { request.parameters }
    /// The redirects on the way.
    public var hops: [Hop] { request.hops }
    /// The number of the generation that the open ran on, from its beginning to its end.
    public var generation: Int { request.generation.number }
}

/// One redirect: who sent the open on, and where to.
public struct Hop: Sendable, Hashable {
    public var by: Origin
    public var to: String

    public enum Origin: Sendable, Hashable, CustomStringConvertible {
        case route(String)
        case interceptor(String)

        public var description: String {
            switch self {
            case .route(let id): "route '\(id)'"
            case .interceptor(let id): "interceptor '\(id)'"
            }
        }
    }

    public init(by: Origin, to: String) {
        self.by = by
        self.to = to
    }
}
