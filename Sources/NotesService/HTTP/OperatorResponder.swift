import Hummingbird
import Waybill
import WaybillHummingbird
import WaybillManifest
import WaybillReload

/// Answers operators below `/_waybill` by itself, so that they are told the truth whatever the manifests say; all else
/// is routed, and as long as there are no routes, because the service waits for good manifests, refused for the time
/// being.
struct OperatorResponder: HTTPResponder {
    let operators: ReloadEndpoint
    private let router: Waybill.Router
    private let routes: WaybillResponder<NotesContext>

    init(operators: ReloadEndpoint, router: Waybill.Router) {
        self.operators = operators
        self.router = router
        routes = WaybillResponder(router: router, includesGenerationHeader: true, context: NotesContext.self)
    }

    func respond(to request: Hummingbird.Request, context: NotesContext) async throws -> Response {
        if let answer = await operators.answer(ReloadEndpoint.Request(request, context)) {
            return Response(answer, to: request)
        }
        guard router.withGeneration({ !$0.set.routes.isEmpty }) else {
            return try HTTPError(.serviceUnavailable, headers: [.retryAfter: "1"], message: "there are no routes yet")
                .response(from: request, context: context)
        }
        return try await routes.respond(to: request, context: context)
    }
}

extension ReloadEndpoint.Request {
    init(_ request: Hummingbird.Request, _ context: NotesContext) {
        var headers = request.headers.map { ($0.name.canonicalName, $0.value) }
        if let host = request.head.authority { headers.append(("host", host)) }
        self.init(
            method: request.method.rawValue, path: request.uri.path, query: request.uri.query,
            headers: Dictionary(headers) { "\($0), \($1)" },
            isFromLoopback: context.isFromLoopback, remoteAddress: context.remoteAddress)
    }
}

extension Response {
    init(_ answer: ReloadEndpoint.Answer, to request: Hummingbird.Request) {
        var headers = HTTPFields()
        for (name, value) in answer.headers {
            if let name = HTTPFields.Element.Name(name) { headers[name] = value }
        }
        let response = Response(
            status: HTTPResponse.Status(code: answer.status), headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
        self = request.method == .head ? response.createHeadResponse() : response
    }
}
