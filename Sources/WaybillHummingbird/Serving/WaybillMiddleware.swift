public import Hummingbird
import HummingbirdCore
import Tracing
public import Waybill
import WaybillTable

/// Brings manifests into an app that has routes of its own.
///
/// ```swift
/// let router = Router(context: AppContext.self)
/// router.add(middleware: MetricsMiddleware())
/// router.add(middleware: try WaybillMiddleware(waybill.router))
/// router.get("/own") { _, _ in "an own route" }
/// ```
///
/// Add it to the router itself, before the routes that it is to guard: hummingbird applies middleware to what is added later.
///
/// A request that a route of the manifests serves is answered as ``WaybillResponder`` answers it. Any other passes the manifests'
/// interceptors and goes on to the app: so a gate on `/admin/**` guards the app's own routes there too, and interceptors see the
/// app's response. In a tag view only those guard that have one of its tags or apply everywhere.
///
/// - A path that the app's router reads in another way than the manifests' patterns do, with empty segments or dot segments, does
///   not go on: it is 400, because gates could be passed by it. A router that ignores case reads paths in another way too.
/// - A request that an interceptor or a rewrite has sent to another URL does not go on: it is 404 where no route of the manifests
///   serves that URL. Send clients to the app's own pages by a redirect with a `status`.
/// - An invalid URL is 400.
///
/// What the engine throws is thrown on as an `HTTPError`; what interceptors, handlers and the app's own routes throw, unchanged. The
/// endpoint's path is the template of the route, `/notes/{id}`, so that hummingbird's metrics, traces and logs name it. A value:
/// it answers requests of any number of tasks at the same time.
public struct WaybillMiddleware<Context: RequestContext>: RouterMiddleware {
    private let opening: HTTPOpening<Context>
    private let unmatched: Unmatched

    /// What becomes of a request that no route of the manifests serves.
    public enum Unmatched: Sendable, Hashable {
        /// It goes on to the app's own routes.
        case passThrough
        /// The manifests' fallback answers it, so that nothing after the middleware is reached; 404 without one, and 503
        /// with `Retry-After` as long as the manifests have no route and no interceptor either.
        case fallback
    }

    /// - Parameters:
    ///   - tags: The view to open URLs in; `nil` for everything.
    ///   - proxies: Those whose word is taken for the scheme and the host of a request. They are known by their addresses: the
    ///     context is a `RemoteAddressRequestContext`, or none is trusted.
    ///   - unmatched: What becomes of a request that no route of the manifests serves.
    ///   - includesGenerationHeader: Whether each response has the header `Waybill-Generation`: the number of the
    ///     generation that answered. Errors are then answered here, because what is thrown has no header.
    ///   - observers: What is reported of each request.
    /// - Throws: `ManifestErrors` if the manifests use code that is registered for a context of another type (F013).
    public init(
        _ router: Waybill.Router, tags: Set<RouteTag>? = nil, behind proxies: TrustedProxies? = nil,
        unmatched: Unmatched = .passThrough, includesGenerationHeader: Bool = false,
        observers: [RequestObserver] = []
    ) throws(ManifestErrors) {
        opening = try HTTPOpening(
            router: router, tags: { _, _ in tags }, proxies: proxies,
            includesGenerationHeader: includesGenerationHeader, observers: observers)
        self.unmatched = unmatched
    }

    /// The same with a view for each request.
    ///
    /// - Parameter tags: The view to open a request in; `nil` for everything.
    public init(
        _ router: Waybill.Router, behind proxies: TrustedProxies? = nil, unmatched: Unmatched = .passThrough,
        includesGenerationHeader: Bool = false, observers: [RequestObserver] = [],
        tags: @escaping @Sendable (Hummingbird.Request, Context) -> Set<RouteTag>?
    ) throws(ManifestErrors) {
        opening = try HTTPOpening(
            router: router, tags: tags, proxies: proxies, includesGenerationHeader: includesGenerationHeader,
            observers: observers)
        self.unmatched = unmatched
    }

    // As hummingbird declares it: there, async functions leave their caller's executor.
    @concurrent
    public func handle(
        _ request: Hummingbird.Request, context: Context,
        next: @concurrent (Hummingbird.Request, Context) async throws -> Response
    ) async throws -> Response {
        try await opening.observed(request, context) { context, record in
            do {
                return Answer(response: try await answer(request, context, record, next))
            } catch {
                guard opening.includesGenerationHeader else {
                    throw HTTPExchange(request: request, context: context).thrown(error)
                }
                var answer = try opening.answer(to: error, of: request, context)
                answer.response = opening.finish(answer.response, to: request, record)
                return answer
            }
        }
    }

    private func answer(
        _ request: Hummingbird.Request, _ context: Context, _ record: OpenRecord,
        _ next: @concurrent (Hummingbird.Request, Context) async throws -> Response
    ) async throws -> Response {
        let resolved = try opening.resolve(request, context, record)
        let response =
            if resolved.routeID == nil, unmatched == .passThrough {
                try await passOn(request, by: resolved, context, record, next)
            } else {
                try await opening.respond(to: request, by: resolved, context, record)
            }
        return opening.finish(response, to: request, record)
    }

    /// Lets the app answer at the end of the interceptors' chain.
    ///
    /// `next` may not leave this call, and the chain may not run without it: so the chain runs in a child task, and asks. The
    /// context of its spans comes with the question, because it belongs to the chain's task.
    private func passOn(
        _ request: Hummingbird.Request, by resolved: ResolvedURL, _ context: Context, _ record: OpenRecord,
        _ next: @concurrent (Hummingbird.Request, Context) async throws -> Response
    ) async throws -> Response {
        guard request.uri.path.isPlainPath else {
            throw RoutingError.invalidURL(
                InvalidURL(url: request.uri.path, reason: "the path has empty segments or dot segments", offset: 0))
        }
        guard resolved.hasInterceptors else { return try await next(request, context) }
        let (questions, question) = AsyncStream<Question<Context>>.makeStream()
        async let response = {
            defer { question.finish() }
            return try await opening.respond(to: request, by: resolved, context, record) { routed in
                guard routed.hops.isEmpty else {
                    throw RoutingError.unmatched(url: routed.url.text, allowedMethods: [])
                }
                let exchange = try routed.http
                let response: Response = try await withCheckedThrowingContinuation { continuation in
                    let asked = question.yield(
                        Question(
                            request: exchange.request, context: exchange.context as? Context ?? context,
                            spans: .current, continuation: continuation))
                    if case .enqueued = asked { return }
                    continuation.resume(throwing: CancellationError())
                }
                return response
            }
        }()
        for await question in questions {
            do {
                let response = try await ServiceContext.withValue(question.spans) {
                    try await next(question.request, question.context)
                }
                question.continuation.resume(returning: response)
            } catch {
                question.continuation.resume(throwing: error)
            }
        }
        return try await response
    }
}

/// What the end of a chain asks the app: the request as interceptors have passed it on.
private struct Question<Context: RequestContext>: Sendable {
    var request: Hummingbird.Request
    var context: Context
    var spans: ServiceContext?
    var continuation: CheckedContinuation<Response, any Error>
}

extension String {
    /// Whether every router reads the segments of this path alike: none is empty but the last, and none leads elsewhere.
    fileprivate var isPlainPath: Bool {
        let segments = split(separator: "/", omittingEmptySubsequences: false)
        return segments.first?.isEmpty == true && !contains("#")
            && segments.dropFirst().dropLast().allSatisfy { !$0.isEmpty }
            && segments.allSatisfy { ![".", ".."].contains($0.lowercased().replacing("%2e", with: ".")) }
    }
}
