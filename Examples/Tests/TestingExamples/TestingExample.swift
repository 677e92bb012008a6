import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import Testing
import Waybill
import WaybillHummingbird
import WaybillReload
import WaybillTesting

// The code of WaybillTesting.md, compiled and run: each part between two marks is in the article, word for word.

private struct User: Sendable { var name: String }
private protocol NoteStore: Sendable { func note(_ id: UUID) async throws -> String? }
private struct MemoryNotes: NoteStore {
    var notes: [UUID: String] = [:]
    func note(_ id: UUID) async throws -> String? { notes[id] }
}
private struct NewNote: Codable, Sendable { var text: String }
private struct Words: Decodable { var allowed: [String] }
private struct Token: Decodable { var token = "secret" }

struct TestingExample {
    /// A folder with the manifests.
    let folder: String

    static let manifest = """
        waybill: 1
        protocols: { NoteStore: }
        modules: { memoryNotes: { provides: [NoteStore], scope: shared } }
        interceptors:
          closed: { url: /closed/**, reject: { reason: come back later, status: 403 } }
          login: { url: /me, use: login, with: { token: secret } }
        routes:
          - { url: "/notes/:id", methods: [GET], params: { id: uuid }, handler: showNote }
          - { url: /notes, methods: [POST], handler: addNote }
          - { url: /me, methods: [GET], handler: me }
        """

    private func notesRegistry() -> Registry {
        var registry = Registry()
        registry.register("memoryNotes") { _ in MemoryNotes() }.provides { $0 as any NoteStore }
        registry.handler("showNote") { request in
            try await request.make((any NoteStore).self).note(request.parameters.require("id", as: UUID.self))
        }
        registry.handler("addNote") { request in
            let note: NewNote = try await request.http.decode()
            return try request.http.response(note, status: .created)
        }
        registry.handler("me") { request in request[User.self]?.name }
        registry.interceptor("login", configuration: Token.self) { request, next, login in
            guard try BearerToken(login.token).matches(request.http.headers[.authorization]) else {
                throw HTTPError(.unauthorized)
            }
            var request = request
            request[User.self] = User(name: "ann")
            return try await next(request)
        }
        registry.interceptor("words", configuration: Words.self) { request, next, words in
            guard words.allowed.contains(request["word"] ?? "") else { return try next.answer(with: nil) }
            return try await next(request)
        }
        return registry
    }

    func fake() async throws {
        let id = UUID()
        // BEGIN fake
        var registry = notesRegistry()
        registry.rebind((any NoteStore).self) { MemoryNotes(notes: [id: "milk"]) }
        let router = try Waybill.Router(manifests: folder, registry: registry)
        let app = Application(responder: try WaybillResponder(router: router))
        try await app.test(.router) { client in
            let note = try await client.execute(uri: "/notes/\(id)", method: .get)
            #expect(note.status == .ok)
            #expect(String(buffer: note.body) == "milk")
        }
        // END fake
    }

    func requests() async throws {
        let router = try Waybill.Router(manifests: folder, registry: notesRegistry())
        let app = Application(responder: try WaybillResponder(router: router))
        // BEGIN refusals
        try await app.test(.router) { client in
            let closed = try await client.execute(uri: "/closed/door", method: .get)  // reject:
            #expect(closed.status == .forbidden)
            #expect(String(buffer: closed.body) == #"{"error":{"message":"come back later"}}"#)
            #expect(try await client.execute(uri: "/me", method: .get).status == .unauthorized)
            #expect(try await client.execute(uri: "/nowhere", method: .get).status == .notFound)
            #expect(try await client.execute(uri: "/notes", method: .delete).status == .methodNotAllowed)
        }
        // END refusals
        // BEGIN body
        try await app.test(.router) { client in
            let body = ByteBuffer(string: #"{"text":"milk"}"#)
            let added = try await client.execute(uri: "/notes", method: .post, body: body)
            #expect(added.status == .created)
            #expect(added.body == body)
        }
        // END body
    }

    func interceptor() async throws {
        let registry = notesRegistry()
        // BEGIN interceptor
        let router = try Waybill.Router(interceptor: "login", with: "token: secret", registry: registry) { request in
            request[User.self]?.name
        }
        let app = Application(responder: try WaybillResponder(router: router))
        try await app.test(.router) { client in
            let me = try await client.execute(uri: "/", method: .get, headers: [.authorization: "Bearer secret"])
            #expect(String(buffer: me.body) == "ann")
            #expect(try await client.execute(uri: "/", method: .get).status == .unauthorized)
        }
        // END interceptor
        // BEGIN conformance
        let problems = await Conformance.check(
            interceptor: "words", with: "allowed: [a, b]", registry: registry,
            passing: ["/?word=a"], stopping: ["/?word=c"])
        #expect(problems.isEmpty)
        // END conformance
    }

    func urls() async throws {
        // BEGIN urls
        let router = try Waybill.Router(manifest: "routes: [{ id: show, url: '/notes/:id', handler: show }]") {
            $0.handler("show") { request in request["id"] ?? "" }
        }
        await router.test { client in
            let found = await client.open("/notes/7")
            #expect(found.route == "show" && found.destination(as: String.self) == "7")
            let lost = await client.open("/nowhere")
            #expect(lost.isUnmatched)
        }
        // END urls
    }

    func service() async throws {
        let registry = notesRegistry()
        let logger = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }
        let edit: @Sendable () throws -> Void = { [folder] in
            let file = URL(filePath: folder).appending(path: "notes.yaml")
            let lines = Self.manifest.components(separatedBy: "\n").filter { !$0.contains("/me") }
            try Data(lines.joined(separator: "\n").utf8).write(to: file)
        }
        // BEGIN service
        let waybill = try await WaybillService(manifests: folder, registry: registry, logger: logger)
        var app = Application(responder: try WaybillResponder(router: waybill.router))
        app.addServices(waybill)
        try await app.test(.router) { client in
            #expect(try await client.execute(uri: "/me", method: .get).status == .unauthorized)
            try edit()
            await waybill.reloader.reload()
            #expect(try await client.execute(uri: "/me", method: .get).status == .notFound)
        }
        // END service
    }

    func app() async throws {
        let router = Hummingbird.Router()
        router.add(middleware: try WaybillMiddleware(Waybill.Router(manifests: folder, registry: notesRegistry())))
        router.get("/own") { _, _ in "own" }
        let app = Application(router: router)
        // BEGIN app
        try await app.test(.live) { client in
            let own = try await client.execute(uri: "/own", method: .get)
            #expect(String(buffer: own.body) == "own")
            #expect(try await client.execute(uri: "/me", method: .get).status == .unauthorized)
        }
        // END app
    }
}
