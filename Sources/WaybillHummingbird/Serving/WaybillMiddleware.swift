public import Hummingbird
import HummingbirdCore
import Tracing
public import Waybill
import WaybillTable

/// Adds manifests to an app that has its own routes.
///
/// ```swift
/// let router = Router(context: AppContext.self)
/// router.add(middleware: MetricsMiddleware())
/// router.add(middleware: try WaybillMiddleware(waybill.router))
/// router.get("/own") { _, _ in "a route of the app's own" }
/// ```
///
/// Add it to the router itself, before the routes that its interceptors must guard: hummingbird applies middleware only
/// to routes that are added later.
///
/// If a route of the manifests matches, the request is answered as by ``WaybillResponder``. Otherwise the interceptors
/// of the manifests run, and the request goes on to the app. So an interceptor for `/admin/**` also guards the app's
/// own routes there, and interceptors see the app's response. In a tag view, only interceptors with one of its tags and
/// those that apply everywhere run.
///
/// - If the app's router reads a path differently from the manifests, because of empty segments or dot segments, the
///   answer is 400, because the request could bypass interceptors. A router that ignores case also reads paths
///   differently.
/// - If an interceptor or a rewrite sends a request to another URL, it does not go on to the app. If no route of the
///   manifests matches that URL, the answer is 404. To send clients to the app's own pages, write a
///   `redirect`.
/// - An invalid URL is 400.
///
/// Errors of the engine are thrown as an `HTTPError`; errors of interceptors, handlers and the app's own routes are
/// thrown unchanged. The endpoint's path is the template of the route, `/notes/{id}`, so that hummingbird's metrics,
/// traces and logs name it. It is a value type, and answers any number of requests at the same time.
public struct WaybillMiddleware<Context: RequestContext>: RouterMiddleware {
    private let opening: HTTPOpening<Context>
    private let unmatched: Unmatched

    /// The treatment of a request that no route of the manifests matches.
    public enum Unmatched: Sendable, Hashable {
        /// It goes on to the app's own routes.
        case passThrough
        /// The manifests' fallback answers it, and nothing after the middleware runs. A wrong method is 405, unless the
        /// fallback has `other_methods: true`. Without a fallback the answer is 404, and 503 with `Retry-After` while the manifests have no route and no interceptor either.
        case fallback
    }

    /// - Parameters:
    ///   - tags: The view to open URLs in; `nil` for everything. An empty view shows no route.
    ///   - proxies: The proxies that may set the scheme and the host of a request. The context must be a
    ///     `RemoteAddressRequestContext`; otherwise no proxy is trusted.
    ///   - unmatched: What to do with a request that no route of the manifests matches.
    ///   - includesGenerationHeader: Whether each response has the header `Waybill-Generation` with the number of the
    ///     generation that answered. Then the middleware answers errors itself, because a thrown error has no header.
    ///   - observers: The observers of each request.
    ///   - explainsUnmatched: Whether the answer 404 of ``Unmatched/fallback`` names the nearest routes and why they do
    ///     not match. For development: only requests that a program on this machine sends itself get it, and the
    ///     context must be a `RemoteAddressRequestContext`.
    /// - Throws: `ManifestErrors` if the manifests use code that is registered for a context of another type (F013).
    public init(
        _ router: Waybill.Router, tags: Set<RouteTag>? = nil, behind proxies: TrustedProxies? = nil,
        unmatched: Unmatched = .passThrough, includesGenerationHeader: Bool = false,
        observers: [RequestObserver] = [], explainsUnmatched: Bool = false
    ) throws(ManifestErrors) {
        opening = try HTTPOpening(
            router: router, tags: { _, _ in tags }, proxies: proxies,
            includesGenerationHeader: includesGenerationHeader, observers: observers,
            explainsUnmatched: explainsUnmatched)
        self.unmatched = unmatched
    }

    /// Creates a middleware with a view for each request.
    ///
    /// - Parameter tags: Returns the view to open a request in; `nil` for everything. An empty view shows no route. It is
    ///   called once for each request, in its task.
    /// - Throws: As the other initializer: `ManifestErrors` (F013).
    public init(
        _ router: Waybill.Router, behind proxies: TrustedProxies? = nil, unmatched: Unmatched = .passThrough,
        includesGenerationHeader: Bool = false, observers: [RequestObserver] = [], explainsUnmatched: Bool = false,
        tags: @escaping @Sendable (Hummingbird.Request, Context) -> Set<RouteTag>?
    ) throws(ManifestErrors) {
        opening = try HTTPOpening(
            router: router, tags: tags, proxies: proxies, includesGenerationHeader: includesGenerationHeader,
            observers: observers, explainsUnmatched: explainsUnmatched)
        self.unmatched = unmatched
    }

    /// Answers a request by the manifests, or passes it on to the app: see the type.
    ///
    /// - Throws: An error of the engine as an `HTTPError`; what interceptors, handlers and the app throw, unchanged. If
    ///   each response has the header `Waybill-Generation`, errors are answered, and only what an error's own response
    ///   throws is thrown.
    @concurrent  // as hummingbird declares it, whose async functions leave the executor of their caller
    public func handle(
        _ request: Hummingbird.Request, context: Context,
        next: @concurrent (Hummingbird.Request, Context) async throws -> Response
    ) async throws -> Response {
        try await opening.observed(request, context) { context, record in
            do {
                return Answer(response: try await answer(request, context, record, next))
            } catch {
                guard opening.includesGenerationHeader else {
                    throw HTTPExchange(request: request, context: context)
                        .thrown(opening.explained(error, of: request, context))
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
    /// `next` may not leave this call, and the chain may not run without it, so the chain runs in a child task and
    /// sends a question. The question contains the context of its spans, because it belongs to the chain's task.
    private func passOn(
        _ request: Hummingbird.Request, by resolved: ResolvedURL, _ context: Context, _ record: OpenRecord,
        _ next: @concurrent (Hummingbird.Request, Context) async throws -> Response
    ) async throws -> Response {
        try Self.checkReading(of: request.uri.path, as: resolved.url)
        guard resolved.hasInterceptors else { return try await next(request, context) }
        let (questions, question) = AsyncStream<Question<Context>>.makeStream()
        async let response = {
            defer { question.finish() }
            return try await opening.respond(to: request, by: resolved, context, record) { routed in
                try await Self.ask(question, about: routed, context)
            }
        }()
        await Self.serve(questions, by: next)
        return try await response
    }

    /// Rejects a path that the app's router may read differently, because the request could bypass interceptors.
    private static func checkReading(of path: String, as url: RouteURL) throws {
        guard path.isPlainPath, try RouteURL(path).segments == url.segments else {
            throw RoutingError.invalidURL(
                InvalidURL(
                    url: path, reason: "the path is ambiguous: the app's router and the manifests read it differently",
                    offset: 0))
        }
    }

    /// Asks the app from the end of the chain, and waits for its response.
    private static func ask(
        _ question: AsyncStream<Question<Context>>.Continuation, about routed: RouteRequest, _ context: Context
    ) async throws -> Response {
        guard routed.hops.isEmpty else {
            throw RoutingError.unmatched(url: routed.url.text, allowedMethods: [])
        }
        let exchange = try routed.http
        return try await withCheckedThrowingContinuation { continuation in
            let asked = question.yield(
                Question(
                    request: exchange.request, context: exchange.context as? Context ?? context,
                    spans: .current, continuation: continuation))
            if case .enqueued = asked { return }
            continuation.resume(throwing: CancellationError())
        }
    }

    /// Lets the app answer the questions of the chain, until the chain ends.
    private static func serve(
        _ questions: AsyncStream<Question<Context>>,
        by next: @concurrent (Hummingbird.Request, Context) async throws -> Response
    ) async {
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
    }
}

/// The question of a chain's end to the app: the request as the interceptors have passed it on.
private struct Question<Context: RequestContext>: Sendable {
    var request: Hummingbird.Request
    var context: Context
    var spans: ServiceContext?
    var continuation: CheckedContinuation<Response, any Error>
}

extension String {
    /// Whether every router reads the segments of this path in the same way: only the last is empty, and none is a dot
    /// segment.
    fileprivate var isPlainPath: Bool {
        let segments = split(separator: "/", omittingEmptySubsequences: false)
        return segments.first?.isEmpty == true && !contains("#")
            && segments.dropFirst().dropLast().allSatisfy { !$0.isEmpty }
            && segments.allSatisfy { ![".", ".."].contains($0.lowercased().replacing("%2e", with: ".")) }
    }
}
