public import WaybillTable

/// What an open came to.
public struct Outcome: Sendable {
    let request: Request
    /// The route that served; `nil` for a fallback, and where an interceptor answered by itself.
    public let routeID: String?
    public let moduleID: String?
    public let handlerName: String?
    /// What the module's factory made or the handler returned. An interceptor may replace it on the way back.
    public var destination: (any Sendable)?
    public let isFallback: Bool

    init(
        _ request: Request, routeID: String? = nil, moduleID: String? = nil, handlerName: String? = nil,
        destination: (any Sendable)?, isFallback: Bool = false
    ) {
        self.request = request
        self.routeID = routeID
        self.moduleID = moduleID
        self.handlerName = handlerName
        self.destination = destination
        self.isFallback = isFallback
    }

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
