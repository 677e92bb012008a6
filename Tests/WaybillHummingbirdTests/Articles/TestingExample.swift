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

// The code of WaybillTesting.md, compiled and run: each part between two marks is in the article, word for word.

private struct NewNote: Codable, Sendable, Equatable { var text: String }
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
        try await router.test(.router) { client in
            let note = try await client.get("/notes/\(id)").require(.ok)
            #expect(note.text == "milk")
        }
        // END fake
    }

    func requests() async throws {
        let router = try Waybill.Router(manifests: folder, registry: notesRegistry())
        // BEGIN refusals
        try await router.test(.router) { client in
            try await client.get("/closed/door").require(.forbidden, message: "come back later")  // reject:
            try await client.get("/me").require(.unauthorized)
            try await client.get("/nowhere").require(.notFound)
            try await client.send(.delete, "/notes").require(.methodNotAllowed)
        }
        // END refusals
        // BEGIN body
        try await router.test(.router) { client in
            let added = try await client.send(.post, "/notes", json: NewNote(text: "milk")).require(.created)
            #expect(try added.decode(NewNote.self) == NewNote(text: "milk"))
        }
        // END body
    }

    func interceptor() async throws {
        let registry = notesRegistry()
        // BEGIN interceptor
        let router = try Waybill.Router(interceptor: "login", with: "token: secret", registry: registry) { request in
            request[User.self]?.name
        }
        try await router.test(.router) { client in
            let me = try await client.get("/", headers: [.authorization: "Bearer secret"]).require(.ok)
            #expect(me.text == "ann")
            try await client.get("/").require(.unauthorized)
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
        try await waybill.test { client in
            try await client.get("/me").require(.unauthorized)
            try edit()
            await waybill.reloader.reload()
            try await client.get("/me").require(.notFound)
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
            try await client.get("/own").require(.ok)
            try await client.get("/me").require(.unauthorized)
        }
        // END app
    }
}
