public import Hummingbird
public import Waybill

/// Answers HTTP requests by opening their URLs, for an app that has only manifests. An app with its own routes uses
/// ``WaybillMiddleware``.
///
/// The payload of each open is its ``HTTPExchange``. The result of the handler, or the made module, becomes the
/// response: a `ResponseGenerator` (such as `String`) makes its own, any other `Encodable` is JSON, `nil` and `Void`
/// are 204. A redirect becomes its status and its `Location`. `OPTIONS` that no route takes is 204 with the
/// methods of the routes in `Allow`. An error becomes JSON, `{"error": {"message": "…"}}`; the details of a server error
/// are only logged. The endpoint's path of the context is
/// the route's template, `/notes/{id}`. While the manifests have no route, no interceptor and no fallback, as in a
/// service that waits for valid manifests, the answer is 503 with `Retry-After`. It is a value type, and answers any
/// number of requests at the same time.
///
/// ```swift
/// let app = Application(responder: try WaybillResponder(router: router))
/// ```
public struct WaybillResponder<Context: RequestContext>: HTTPResponder {
    private let opening: HTTPOpening<Context>

    /// - Parameters:
    ///   - tags: The view to open URLs in; `nil` for everything. An empty view shows no route.
    ///   - proxies: The proxies that may set the scheme and the host of a request. The context must be a
    ///     `RemoteAddressRequestContext`; otherwise no proxy is trusted.
    ///   - includesGenerationHeader: Whether each response has the header `Waybill-Generation` with the number of the
    ///     generation that answered.
    ///   - observers: The observers of each request.
    ///   - explainsUnmatched: Whether the answer 404 names the nearest routes and why they do not match. For
    ///     development: only requests that a program on this machine sends itself get it, and the context must be a
    ///     `RemoteAddressRequestContext`.
    /// - Throws: `ManifestErrors` if the manifests use code that is registered for a context of another type (F013).
    public init(
        router: Waybill.Router, tags: Set<RouteTag>? = nil, behind proxies: TrustedProxies? = nil,
        includesGenerationHeader: Bool = false, observers: [RequestObserver] = [], explainsUnmatched: Bool = false,
        context: Context.Type = BasicRequestContext.self
    ) throws(ManifestErrors) {
        opening = try HTTPOpening(
            router: router, tags: { _, _ in tags }, proxies: proxies,
            includesGenerationHeader: includesGenerationHeader, observers: observers,
            explainsUnmatched: explainsUnmatched)
    }

    /// Creates a responder with a view for each request.
    ///
    /// - Parameter tags: Returns the view to open a request in; `nil` for everything. An empty view shows no route. It is
    ///   called once for each request, in its task.
    /// - Throws: As the other initializer: `ManifestErrors` (F013).
    public init(
        router: Waybill.Router, behind proxies: TrustedProxies? = nil, includesGenerationHeader: Bool = false,
        observers: [RequestObserver] = [], explainsUnmatched: Bool = false,
        tags: @escaping @Sendable (Hummingbird.Request, Context) -> Set<RouteTag>?
    ) throws(ManifestErrors) {
        opening = try HTTPOpening(
            router: router, tags: tags, proxies: proxies, includesGenerationHeader: includesGenerationHeader,
            observers: observers, explainsUnmatched: explainsUnmatched)
    }

    /// Answers a request by opening its URL. Errors become responses.
    ///
    /// - Throws: Only what an error's own response throws.
    public func respond(to request: Hummingbird.Request, context: Context) async throws -> Response {
        try await opening.observed(request, context) { context, record in
            try await answer(request, context, record)
        }
    }

    private func answer(
        _ request: Hummingbird.Request, _ context: Context, _ record: OpenRecord
    ) async throws -> Answer {
        var answer: Answer
        do {
            let resolved = try opening.resolve(request, context, record)
            if resolved.routeTemplate == nil { Self.nameUnmatched(context) }
            answer = Answer(response: try await opening.respond(to: request, by: resolved, context, record))
        } catch {
            Self.nameUnmatched(context)
            answer = try opening.answer(to: error, of: request, context)
        }
        answer.response = opening.finish(answer.response, to: request, record)
        return answer
    }

    /// Names the endpoint as hummingbird's router does if no route matches, unless it has a name.
    private static func nameUnmatched(_ context: Context) {
        let endpoint = context.coreContext.endpointPath
        if endpoint.value == nil { endpoint.value = "NotFound" }
    }
}
