import Hummingbird
import Logging
import Waybill
import WaybillManifest
import WaybillReload
import WaybillTable

/// Opens the URLs of HTTP requests, for the responder and the middleware.
///
/// A class, because a request would copy a value at each step.
final class HTTPOpening<Context: RequestContext>: Sendable {
    let router: Waybill.Router
    /// The view of a request.
    let tags: @Sendable (Hummingbird.Request, Context) -> Set<RouteTag>?
    let proxies: TrustedProxies?
    let includesGenerationHeader: Bool
    let observers: [RequestObserver]
    /// Who gets explanations of 404: programs on this machine. `nil` for nobody.
    private let developers: EndpointAccess?

    init(
        router: Waybill.Router, tags: @escaping @Sendable (Hummingbird.Request, Context) -> Set<RouteTag>?,
        proxies: TrustedProxies?, includesGenerationHeader: Bool = false, observers: [RequestObserver],
        explainsUnmatched: Bool = false
    ) throws(ManifestErrors) {
        try router.adopt(host: TypeName(Context.self))
        self.router = router
        self.tags = tags
        self.proxies = proxies
        self.includesGenerationHeader = includesGenerationHeader
        self.observers = observers
        developers =
            explainsUnmatched
            ? EndpointAccess(.loopback, logger: Logger(label: "waybill"), clock: router.options.clock) : nil
        for observer in observers { observer.observing.attach(to: router) }
    }

    /// Answers a request, observed by all observers.
    ///
    /// - Parameter answer: Called once.
    func observed(
        _ request: Hummingbird.Request, _ context: Context, _ answer: (Context, OpenRecord) async throws -> Answer
    ) async throws -> Response {
        let record = OpenRecord(clock: router.options.clock)
        return try await observed(request, context, record, observers[...], answer).response
    }

    private func observed(
        _ request: Hummingbird.Request, _ context: Context, _ record: OpenRecord,
        _ observers: ArraySlice<RequestObserver>, _ answer: (Context, OpenRecord) async throws -> Answer
    ) async throws -> Answer {
        guard let first = observers.first else { return try await answer(context, record) }
        return try await first.observing.observe(request, context, record) { context in
            try await observed(request, context, record, observers.dropFirst(), answer)
        }
    }

    func resolve(
        _ request: Hummingbird.Request, _ context: Context, _ record: OpenRecord
    ) throws(RoutingError) -> ResolvedURL {
        var forwarded = Forwarded()
        if let proxies, let sender = (context as? any RemoteAddressRequestContext)?.remoteAddress,
            proxies.contains(sender)
        {
            forwarded = Forwarded(request.headers, reading: proxies.fields)
        }
        // Tags are never empty, so a view without tags contains only what applies everywhere.
        let tags = tags(request, context).map { $0.isEmpty ? [""] : $0.names }
        return try router.resolve(
            opening: Self.url(of: request, forwarded), method: request.method.rawValue, tags: tags
        ).observed(in: record)
    }

    /// Runs the interceptors and the route, and returns the response.
    ///
    /// - Parameter fallback: Answers if no route matches; `nil` for the manifests' fallback.
    func respond(
        to request: Hummingbird.Request, by resolved: ResolvedURL, _ context: Context, _ record: OpenRecord,
        fallback: OwnFallback? = nil
    ) async throws -> Response {
        guard resolved.routeID != nil || resolved.hasInterceptors || fallback != nil || !isWaiting else {
            throw HTTPError(.serviceUnavailable, headers: [.retryAfter: "1"], message: "there are no routes yet")
        }
        let endpoint = context.coreContext.endpointPath
        let template = resolved.routeTemplate
        endpoint.take(template: template)
        defer {
            // Hops lead to other routes, also if the last of them throws.
            let last = record.routeTemplate
            if last != template { endpoint.take(template: last) }
        }
        let exchange = HTTPExchange(request: request, context: context)
        let own = fallback ?? (request.method == .options ? Self.answerOptions : nil)
        let outcome = try await resolved.open(payload: exchange, fallback: own)
        return try exchange.response(from: outcome)
    }

    /// Answers `OPTIONS` where no route does: with the methods of the routes (RFC 9110, 9.3.7), and `*` also without any.
    private static func answerOptions(_ request: RouteRequest) throws -> (any Sendable)? {
        let methods = request.allowedMethods
        guard try !methods.isEmpty || request.http.request.head.path == "*" else { return nil }
        let allowed = Set(methods + ["OPTIONS"]).sorted().joined(separator: ", ")
        return Response(status: .noContent, headers: [.allow: allowed])
    }

    /// Whether the manifests answer nothing, as in a service that waits for valid manifests.
    private var isWaiting: Bool {
        let set = router.generation.set
        return set.routes.isEmpty && set.interceptors.isEmpty && set.fallback == nil
    }

    /// Returns the response for an error.
    func answer(to error: any Error, of request: Hummingbird.Request, _ context: Context) throws -> Answer {
        let exchange = HTTPExchange(request: request, context: context)
        let error = exchange.thrown(explained(error, of: request, context))
        return Answer(response: try exchange.response(for: error), error: error)
    }

    /// Returns an error 404 with the nearest routes, if the one who asks may see routes.
    func explained(_ error: any Error, of request: Hummingbird.Request, _ context: Context) -> any Error {
        guard let developers, case RoutingError.unmatched(let url, let methods) = error, methods.isEmpty,
            developers.refusal(of: ReloadEndpoint.Request(request, context)) == nil
        else { return error }
        let generation = router.generation
        let subject = RoutedSet(set: generation.set, table: generation.table)
        let tags = tags(request, context)?.names ?? []
        let trace = subject.trace(url, method: request.method.rawValue, tags: tags)
        let near = subject.explanation(of: trace, askedFor: url).candidates.prefix(5)
        let lines = ["no route matches \(request.method) \(url)"] + near.map { "\($0.route): \($0.lost)" }
        return HTTPError(.notFound, message: lines.map(\.safeOnScreen).joined(separator: "\n"))
    }

    /// Returns `http://authority/path?query`; only the path if the client sends no authority.
    static func url(of request: Hummingbird.Request, _ forwarded: Forwarded) throws(RoutingError) -> String {
        let text = request.head.path ?? "/"
        guard let target = RequestTarget(text, isOptions: request.method == .options) else {
            throw .invalidURL(InvalidURL(url: text, reason: RequestTarget.requirement, offset: 0))
        }
        let path = target.path == "*" ? "/" : target.path
        guard let authority = forwarded.host ?? target.authority ?? request.head.authority, !authority.isEmpty else {
            return path
        }
        // Text after a '?' or a '/' in the authority would hide the path from the patterns.
        guard authority.isAuthority else {
            throw .invalidURL(InvalidURL(url: path, reason: "the host of the request is not valid", offset: 0))
        }
        let scheme = forwarded.scheme ?? request.head.scheme ?? "http"
        // Not `+`, which would allocate again for each part.
        var url = ""
        url.reserveCapacity(scheme.utf8.count + 3 + authority.utf8.count + path.utf8.count)
        url += scheme
        url += "://"
        url += authority
        url += path
        return url
    }

    /// Adds the headers of every response.
    func finish(_ response: Response, to request: Hummingbird.Request, _ record: OpenRecord) -> Response {
        guard includesGenerationHeader || request.method == .head else { return response }
        var response = response
        if includesGenerationHeader, let generation = record.steps.generation {
            response.headers[.generation] = String(generation)
        }
        return request.method == .head ? response.createHeadResponse() : response
    }
}

extension EndpointPath {
    /// Stores the template of a route, if there is one.
    fileprivate func take(template: String?) {
        if let template { value = template }
    }
}
