import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import Testing
import Waybill
import WaybillHummingbird
import WaybillHummingbirdTesting
import WaybillReload
import WaybillTesting

// What GettingStarted.md shows, compiled: each part between two marks is in the article, word for word.

struct User: Sendable { var name: String }

protocol NoteStore: Sendable { func note(_ id: UUID) async throws -> String? }

struct MemoryNotes: NoteStore {
    var notes: [UUID: String] = [:]
    func note(_ id: UUID) async throws -> String? { notes[id] }
}

struct DatabaseOptions: Decodable, Sendable { var path: String }

/// What a database library offers: it is opened and closed asynchronously.
actor Database: NoteStore {
    private let path: String
    private var isOpen = true

    init(path: String) async throws { self.path = path }

    func note(_ id: UUID) -> String? { isOpen ? "a note of \(path)" : nil }
    func close() { isOpen = false }
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
        // BEGIN database
        registry.registerAsync("database") { (context: MakeContext<DatabaseOptions>) in
            try await Database(path: context.configuration.path)
        }
        .provides { $0 as any NoteStore }
        .retires { await $0.close() }
        // END database
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
        // BEGIN response
        registry.interceptor("securityHeaders") { request, next in
            try await next.response(to: request) { $0.headers[.xContentTypeOptions] = "nosniff" }
        }
        // END response
        return registry
    }

    static func user(of headers: HTTPFields) -> User? {
        headers[.authorization] == "Bearer ann" ? User(name: "ann") : nil
    }

    static func fake(_ folder: String) async throws {
        let id = try #require(UUID(uuidString: "11111111-2222-3333-4444-555555555555"))
        var registry = registry(MemoryNotes())
        // BEGIN test
        registry.rebind((any NoteStore).self) { MemoryNotes(notes: [id: "milk"]) }
        let router = try Waybill.Router(manifests: folder, registry: registry)
        try await router.test(.router) { client in
            let note = try await client.get("/notes/\(id)").require(.ok)
            #expect(note.text == "milk")
        }
        // END test
    }
}
