public import Hummingbird
public import Waybill

/// Answers HTTP requests by opening their URLs.
///
/// The payload of each open is its ``HTTPExchange``. What the handler returned, or the module made, becomes the
/// response: a `ResponseGenerator` (such as `String`) makes its own, any other `Encodable` is JSON, `nil` and `Void`
/// are 204. A redirect with a status becomes that status and its `Location`. What was thrown becomes an error as JSON,
/// `{"error": {"message": "…"}}`; the details of a server error are only logged. A value: it answers requests of any number
/// of tasks at the same time.
///
/// ```swift
/// let app = Application(responder: WaybillResponder(router: router))
/// ```
public struct WaybillResponder<Context: RequestContext>: HTTPResponder {
    private let router: Waybill.Router
    private let tags: Set<String>?
    private let includesGenerationHeader: Bool

    /// - Parameters:
    ///   - tags: The view to open URLs in; `nil` for a plain open, which sees everything.
    ///   - includesGenerationHeader: Whether each response has the header `Waybill-Generation`: the number of the
    ///     generation that
    ///     answered.
    public init(
        router: Waybill.Router, tags: Set<String>? = nil, includesGenerationHeader: Bool = false,
        context: Context.Type = BasicRequestContext.self
    ) {
        self.router = router
        self.tags = tags
        self.includesGenerationHeader = includesGenerationHeader
    }

    public func respond(to request: Hummingbird.Request, context: Context) async throws -> Response {
        var response: Response
        var generation: Int?
        do {
            let resolved = try router.resolve(
                opening: Self.url(of: request), method: request.method.rawValue, tags: tags)
            generation = resolved.generation
            let outcome = try await resolved.open(payload: HTTPExchange(request: request, context: context))
            response = try Self.response(to: request, from: outcome, context: context)
        } catch {
            response = try Self.response(to: request, for: error, context: context)
        }
        if includesGenerationHeader, let generation, let name = HTTPFields.Element.Name("Waybill-Generation") {
            response.headers[name] = String(generation)
        }
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// `http://authority/path?query`; the path alone if the client sends no authority.
    ///
    /// The target of a request is a path, a whole URL (as proxies get it), or `*`, which means the server itself.
    static func url(of request: Hummingbird.Request) -> String {
        let target = request.head.path ?? "/"
        let scheme = request.head.scheme ?? "http"
        guard target.hasPrefix("/") || target == "*" else { return target }
        let path = target == "*" ? "/" : target
        guard let authority = request.head.authority, !authority.isEmpty else { return path }
        return scheme + "://" + authority + path
    }
}
