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

    init(operators: ReloadEndpoint, router: Waybill.Router) throws(ManifestErrors) {
        self.operators = operators
        self.router = router
        routes = try WaybillResponder(
            router: router, includesGenerationHeader: true, observers: [.metrics()],
            context: NotesContext.self)
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
