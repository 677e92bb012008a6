import Hummingbird
import WaybillHummingbird
import WaybillReload

/// Answers operators, and nobody else: for a port of the loopback interface, or a Unix socket, of its own.
struct LocalOperatorResponder: HTTPResponder {
    let operators: ReloadEndpoint

    func respond(to request: Hummingbird.Request, context: NotesContext) async throws -> Response {
        guard let answer = await operators.answer(ReloadEndpoint.Request(request, context)) else {
            return try HTTPError(.notFound, message: "not found: \(request.uri.path)")
                .response(from: request, context: context)
        }
        return Response(answer, to: request)
    }
}
