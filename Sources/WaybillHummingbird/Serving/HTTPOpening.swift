import Hummingbird
import Waybill

/// Opens the URLs of HTTP requests: what a responder and a middleware share.
struct HTTPOpening<Context: RequestContext>: Sendable {
    let router: Waybill.Router
    /// The view that a request is opened in.
    let tags: @Sendable (Hummingbird.Request, Context) -> Set<String>?
    let proxies: TrustedProxies?
    let includesGenerationHeader: Bool

    init(
        router: Waybill.Router, tags: @escaping @Sendable (Hummingbird.Request, Context) -> Set<String>?,
        proxies: TrustedProxies?, includesGenerationHeader: Bool = false
    ) throws(ManifestErrors) {
        try router.adopt(host: TypeName(Context.self))
        self.router = router
        self.tags = tags
        self.proxies = proxies
        self.includesGenerationHeader = includesGenerationHeader
    }

    func resolve(_ request: Hummingbird.Request, _ context: Context) throws(RoutingError) -> ResolvedURL {
        let sender = (context as? any RemoteAddressRequestContext)?.remoteAddress
        let isForwarded = sender.flatMap { proxies?.contains($0) } ?? false
        return try router.resolve(
            opening: Self.url(of: request, isForwarded: isForwarded), method: request.method.rawValue,
            tags: tags(request, context))
    }

    /// Runs the interceptors and the route, and makes a response of what comes of it.
    ///
    /// - Parameter fallback: What answers where no route matches; `nil` for the manifests' fallback.
    func respond(
        to request: Hummingbird.Request, by resolved: ResolvedURL, _ context: Context, fallback: OwnFallback? = nil
    ) async throws -> Response {
        context.coreContext.endpointPath.value = resolved.routeTemplate ?? context.endpointPath
        let exchange = HTTPExchange(request: request, context: context)
        let outcome = try await resolved.open(payload: exchange, fallback: fallback)
        if let template = outcome.routeTemplate { context.coreContext.endpointPath.value = template }
        return try exchange.response(from: outcome)
    }

    /// `http://authority/path?query`; the path alone if the client sends no authority.
    ///
    /// The target of a request is a path, a whole URL (as proxies get it), or `*`, which means the server itself.
    static func url(of request: Hummingbird.Request, isForwarded: Bool) -> String {
        let target = request.head.path ?? "/"
        guard target.hasPrefix("/") || target == "*" else { return target }
        let path = target == "*" ? "/" : target
        let forwarded = isForwarded ? Forwarded(request.headers) : Forwarded()
        guard let authority = forwarded.host ?? request.head.authority, !authority.isEmpty else { return path }
        return (forwarded.scheme ?? request.head.scheme ?? "http") + "://" + authority + path
    }

    /// What every response gets.
    func finish(_ response: Response, to request: Hummingbird.Request, _ generation: Int?) -> Response {
        var response = response
        if includesGenerationHeader, let generation, let name = HTTPFields.Element.Name("Waybill-Generation") {
            response.headers[name] = String(generation)
        }
        return request.method == .head ? response.createHeadResponse() : response
    }
}
