public import Hummingbird
public import Waybill

/// Answers HTTP requests by opening their URLs.
///
/// The payload of each open is its ``HTTPExchange``. What the handler returned, or the module made, becomes the
/// response: a `ResponseGenerator` (a `String` is one) makes its own, any other `Encodable` is JSON, nil and `Void` are
/// 204. What was thrown becomes an error as JSON, `{"error": {"message": "…"}}`.
///
/// ```swift
/// let app = Application(responder: WaybillResponder(router: router))
/// ```
public struct WaybillResponder<Context: RequestContext>: HTTPResponder {
    private let router: Waybill.Router
    private let tags: Set<String>?

    /// - Parameters:
    ///   - tags: Opens in the view of these tags. Without: a plain open, which sees everything.
    public init(router: Waybill.Router, tags: Set<String>? = nil, context: Context.Type = BasicRequestContext.self) {
        self.router = router
        self.tags = tags
    }

    public func respond(to request: Hummingbird.Request, context: Context) async throws -> Response {
        let response: Response
        do {
            let outcome = try await open(request, HTTPExchange(request: request, context: context))
            response = try Self.response(to: request, from: outcome, context: context)
        } catch {
            response = try Self.response(to: request, for: error, context: context)
        }
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func open(_ request: Hummingbird.Request, _ exchange: HTTPExchange) async throws -> Outcome {
        let url = Self.url(of: request)
        let method = request.method.rawValue
        if let tags { return try await router[tags].open(url, method: method, payload: exchange) }
        return try await router.open(url, method: method, payload: exchange)
    }

    /// `http://authority/path?query`; the path alone where the client names no authority.
    ///
    /// The target of a request is a path, a whole URL (as proxies get it), or `*`, which asks about the server itself.
    static func url(of request: Hummingbird.Request) -> String {
        let target = request.head.path ?? "/"
        let scheme = request.head.scheme ?? "http"
        guard target.hasPrefix("/") || target == "*" else { return target }
        let path = target == "*" ? "/" : target
        guard let authority = request.head.authority, !authority.isEmpty else { return path }
        return "\(scheme)://\(authority)\(path)"
    }
}
