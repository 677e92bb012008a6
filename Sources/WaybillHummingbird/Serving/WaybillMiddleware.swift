public import Hummingbird
public import Waybill

/// Brings manifests into an app that has routes of its own.
///
/// ```swift
/// let router = Router(context: AppContext.self)
/// router.add(middleware: MetricsMiddleware())
/// router.add(middleware: try WaybillMiddleware(waybill.router))
/// router.get("/own") { _, _ in "an own route" }
/// ```
///
/// A request that a route of the manifests serves is answered as ``WaybillResponder`` answers it. Any other passes the manifests'
/// interceptors and goes on to the app: so a gate on `/admin/**` guards the app's own routes there too, and interceptors see the
/// app's response. What interceptors, handlers and the engine throw is thrown on as an `HTTPError`, for the app's middleware
/// to see. The endpoint's path is the template of the route, `/notes/{id}`, so that hummingbird's metrics, traces and logs
/// name it. A value: it answers requests of any number of tasks at the same time.
public struct WaybillMiddleware<Context: RequestContext>: RouterMiddleware {
    private let opening: HTTPOpening<Context>
    private let unmatched: Unmatched

    /// What becomes of a request that no route of the manifests serves.
    public enum Unmatched: Sendable, Hashable {
        /// It goes on to the app's own routes.
        case goesOn
        /// The manifests' fallback answers it, so that nothing behind the middleware is reached; 404 without one.
        case isAnsweredByFallback
    }

    /// - Parameters:
    ///   - tags: The view to open URLs in; `nil` for everything.
    ///   - proxies: Those whose word is taken for the scheme and the host of a request. They are known by their addresses: the
    ///     context is a `RemoteAddressRequestContext`, or none is trusted.
    ///   - unmatched: What becomes of a request that no route of the manifests serves.
    /// - Throws: `ManifestErrors` if the manifests use code that is registered for a context of another type (F013).
    public init(
        _ router: Waybill.Router, tags: Set<String>? = nil, behind proxies: TrustedProxies? = nil,
        unmatched: Unmatched = .goesOn
    ) throws(ManifestErrors) {
        opening = try HTTPOpening(router: router, tags: { _, _ in tags }, proxies: proxies)
        self.unmatched = unmatched
    }

    /// The same with a view for each request.
    ///
    /// - Parameter tags: The view to open a request in; `nil` for everything.
    public init(
        _ router: Waybill.Router, behind proxies: TrustedProxies? = nil, unmatched: Unmatched = .goesOn,
        tags: @escaping @Sendable (Hummingbird.Request, Context) -> Set<String>?
    ) throws(ManifestErrors) {
        opening = try HTTPOpening(router: router, tags: tags, proxies: proxies)
        self.unmatched = unmatched
    }

    // As hummingbird declares it: there, async functions leave their caller's executor.
    @concurrent
    public func handle(
        _ request: Hummingbird.Request, context: Context,
        next: @concurrent (Hummingbird.Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            let resolved = try opening.resolve(request, context)
            let response =
                if resolved.routeID == nil, unmatched == .goesOn {
                    try await passOn(request, by: resolved, context, next)
                } else {
                    try await opening.respond(to: request, by: resolved, context)
                }
            return opening.finish(response, to: request, nil)
        } catch {
            throw HTTPExchange(request: request, context: context).httpError(for: error)
        }
    }

    /// Lets the app answer at the end of the interceptors' chain.
    ///
    /// `next` may not leave this call, and the chain may not run without it: so the chain runs in a child task, and asks.
    private func passOn(
        _ request: Hummingbird.Request, by resolved: ResolvedURL, _ context: Context,
        _ next: @concurrent (Hummingbird.Request, Context) async throws -> Response
    ) async throws -> Response {
        guard !resolved.interceptors.isEmpty else { return try await next(request, context) }
        let (questions, question) = AsyncStream<CheckedContinuation<Response, any Error>>.makeStream()
        async let response = {
            defer { question.finish() }
            return try await opening.respond(to: request, by: resolved, context) { _ in
                let response: Response = try await withCheckedThrowingContinuation { continuation in
                    if case .enqueued = question.yield(continuation) { return }
                    continuation.resume(throwing: CancellationError())
                }
                return response
            }
        }()
        for await continuation in questions {
            do {
                continuation.resume(returning: try await next(request, context))
            } catch {
                continuation.resume(throwing: error)
            }
        }
        return try await response
    }
}
