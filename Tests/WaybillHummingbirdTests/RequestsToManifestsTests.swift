import Foundation
import Hummingbird
import Logging
import Testing
import Waybill
import WaybillHTTPTestSupport
import WaybillHummingbird
import WaybillReload
import WaybillTesting

@Suite("Requests to an app that has only manifests", .quietLogs, .timeLimit(.minutes(1)))
struct RequestsToManifestsTests {
    private struct Note: Codable, Sendable, Equatable {
        var title: String
        var made: Date
    }

    private static let manifest = """
        interceptors:
          closed: { url: /closed/**, reject: { reason: come back later, status: 403 } }
          login: { url: /me, use: login }
        routes:
          - { url: /notes, methods: [POST], handler: add }
          - { url: /me, handler: me }
          - { url: /plain, handler: me, tags: [plain] }
        """

    private static var registry: Registry {
        var registry = Registry()
        registry.handler("add") { request in
            let note: Note = try await request.http.decode()
            return try request.http.response(note, status: .created)
        }
        registry.handler("me") { _ in "ann" }
        registry.interceptor("login") { request, next in
            guard try request.http.headers[.authorization] == "Bearer ann" else { throw HTTPError(.unauthorized) }
            return try await next(request)
        }
        return registry
    }

    private func app(tags: Set<RouteTag>? = nil) throws -> some ApplicationProtocol {
        let router = try Waybill.Router(manifests: ["Routes.yaml": "waybill: 1\n" + Self.manifest]) {
            $0 = Self.registry
        }
        return Application(responder: try WaybillResponder(router: router, tags: tags))
    }

    @Test("Rejections have the status and the message of the manifest, or those of the interceptor")
    func refusals() async throws {
        try await app().test { client in
            try await client.get("/me").require(.unauthorized)
            try await client.get("/closed/door").require(.forbidden, message: "come back later")
            try await client.get("/nowhere").require(.notFound)
            let wrongMethod = try await client.send(.delete, "/notes").require(.methodNotAllowed)
            #expect(wrongMethod.headers[.allow] == "POST")
            let me = try await client.get("/me", headers: [.authorization: "Bearer ann"]).require(.ok)
            #expect(me.text == "ann")
        }
    }

    @Test("Values are sent and received as JSON")
    func json() async throws {
        let note = Note(title: "milk", made: Date(timeIntervalSince1970: 0))
        try await app().test { client in
            let response = try await client.send(.post, "/notes", json: note)
            #expect(try response.decode() == note)
            #expect(response.status == .created && response.errorMessage == nil)
            #expect(response.text.contains("1970-01-01T00:00:00Z"))
        }
    }

    @Test("An app with a tag view serves only the routes of the view")
    func view() async throws {
        try await app(tags: ["plain"]).test { client in
            try await client.get("/plain").require(.ok)
            try await client.get("/me").require(.notFound)
        }
    }

    @Test("An interceptor guards an app alone")
    func interceptor() async throws {
        let router = try Waybill.Router(interceptor: "login", registry: Self.registry) { _ in "passed on" }
        try await Application(responder: try WaybillResponder(router: router)).test { client in
            try await client.get("/any", headers: [.authorization: "Bearer ann"]).require(.ok)
            try await client.get("/any").require(.unauthorized)
        }
    }

    @Test("A service runs with its app, and a change of its files is live")
    func service() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "kit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "a.yaml")
        try Data("waybill: 1\nroutes: [{ url: /one, handler: me }]".utf8).write(to: file)
        let logger = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }
        let waybill = try await WaybillService(manifests: folder.path, registry: Self.registry, logger: logger)
        var app = Application(responder: try WaybillResponder(router: waybill.router))
        app.addServices(waybill)
        try await app.test { client in
            try await client.get("/one").require(.ok)
            try Data("waybill: 1\nroutes: [{ url: /two, handler: me }]".utf8).write(to: file)
            await waybill.reloader.reload()
            try await client.get("/two").require(.ok)
            try await client.get("/one").require(.notFound)
        }
    }
}
