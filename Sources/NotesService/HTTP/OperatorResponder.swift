import Hummingbird
import Waybill
import WaybillHummingbird
import WaybillReload

/// Answers `GET /_waybill/status` by itself, so that the truth is told whatever the manifests say; all else is routed.
struct StatusResponder: HTTPResponder {
    let reloader: Reloader
    let routes: WaybillResponder<NotesContext>

    func respond(to request: Hummingbird.Request, context: NotesContext) async throws -> Response {
        guard request.uri.path == "/_waybill/status" else {
            return try await routes.respond(to: request, context: context)
        }
        let exchange = HTTPExchange(request: request, context: context)
        switch request.method {
        case .get: return try exchange.response(reloader.status)
        case .head: return try exchange.response(reloader.status).createHeadResponse()
        default:
            return try HTTPError.methodNotAllowed(allowed: ["GET"]).response(from: request, context: context)
        }
    }
}
