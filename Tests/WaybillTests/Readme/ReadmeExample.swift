import Foundation
import Hummingbird
import Logging
import Waybill
import WaybillHummingbird
import WaybillReload

// The code of README.md, compiled. The lines between the two marks are the README's, word for word.

protocol NoteStore: Sendable {
    func note(_ id: UInt) async -> String?
}

struct MemoryNotes: NoteStore {
    func note(_ id: UInt) -> String? { id == 1 ? "Buy milk" : nil }
}

enum ReadmeExample {
    static func service(_ folder: String) async throws -> (some ApplicationProtocol, WaybillService) {
        let logger = Logger(label: "readme") { _ in SwiftLogNoOpLogHandler() }
        // README: begin
        struct ShowNote: Decodable { var id: UInt }
        struct Login: Decodable { var token: String }

        var registry = Registry()
        registry.register("memoryNotes") { _ in MemoryNotes() }.provides { $0 as any NoteStore }
        registry.handler("showNote", parameters: ShowNote.self) { request, parameters in
            try await request.make((any NoteStore).self).note(parameters.id)
        }
        registry.handler("stats") { _ in "all is well" }
        registry.interceptor("login", configuration: Login.self) { request, next, login in
            guard try BearerToken(login.token).matches(request.http.headers[.authorization]) else {
                throw HTTPError(.unauthorized)
            }
            return try await next(request)
        }

        let waybill = try await WaybillService(
            manifests: folder, registry: registry, environment: ProcessInfo.processInfo.environment, logger: logger)
        var app = Application(responder: try WaybillResponder(router: waybill.router), logger: logger)
        app.addServices(waybill)
        // README: end
        return (app, waybill)
    }
}
