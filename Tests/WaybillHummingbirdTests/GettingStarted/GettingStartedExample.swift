import Foundation
import Hummingbird
import Logging
import Waybill
import WaybillHummingbird
import WaybillReload

// The code of GettingStarted.md, compiled: each part between two marks is in the article, word for word.

struct User: Sendable { var name: String }

protocol NoteStore: Sendable { func note(_ id: UUID) async throws -> String? }

struct MemoryNotes: NoteStore {
    var notes: [UUID: String] = [:]
    func note(_ id: UUID) async throws -> String? { notes[id] }
}

enum GettingStartedExample {
    static func serve(_ folder: String, token: String) async throws -> some ApplicationProtocol {
        let registry = registry(MemoryNotes())
        // BEGIN serve
        let logger = Logger(label: "notes")
        let waybill = try await WaybillService(manifests: folder, registry: registry, logger: logger)
        let router = Hummingbird.Router()
        waybill.mountOperations(on: router.group("_waybill"), access: .bearer(token))
        router.add(middleware: MetricsMiddleware())
        router.add(middleware: try WaybillMiddleware(waybill.router))
        router.get("/own") { _, _ in "a route of the app's own" }
        var app = Application(router: router, logger: logger)
        app.addServices(waybill)
        // END serve
        return app
    }

    static func registry(_ store: MemoryNotes) -> Registry {
        var registry = Registry()
        // BEGIN dependency
        registry.register("memoryNotes") { _ in store }
            .provides { $0 as any NoteStore }
        // END dependency
        // BEGIN handler
        struct ShowNote: Decodable { var id: UUID }
        registry.handler("showNote", parameters: ShowNote.self) { request, show in
            try await request.make((any NoteStore).self).note(show.id)
        }
        // END handler
        // BEGIN gate
        registry.interceptor("login") { request, next in
            var request = request
            guard let user = try Self.user(of: request.http.headers) else { throw HTTPError(.unauthorized) }
            request[User.self] = user
            return try await next(request)
        }
        // END gate
        // BEGIN me
        registry.handler("me") { request in request[User.self]?.name ?? "nobody" }
        // END me
        return registry
    }

    static func user(of headers: HTTPFields) -> User? {
        headers[.authorization] == "Bearer ann" ? User(name: "ann") : nil
    }
}
