import Foundation
import Hummingbird
import HummingbirdTesting
import Testing
import Waybill
import WaybillHummingbird
import WaybillTesting

@testable import Notes

@Suite("Notes")
struct NotesTests {
    /// The manifests that the service serves, wherever the tests run.
    private static let routes = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "Routes")

    private func app(_ registry: Registry = .notes()) async throws -> some ApplicationProtocol {
        try await application(
            registry, routes: Self.routes.path, environment: ["USER_TOKEN": "secret", "OPERATOR_TOKEN": "operator"])
    }

    @Test("A note is shown, from a store that is a fake")
    func note() async throws {
        var registry = Registry.notes()
        registry.rebind((any NoteStore).self) { MemoryNotes(notes: [7: "Call home"]) }
        try await app(registry).test(.router) { client in
            let note = try await client.execute(uri: "/notes/7", method: .get)
            #expect(note.status == .ok)
            #expect(String(buffer: note.body) == "Call home")
            let missing = try await client.execute(uri: "/notes/8", method: .get)
            #expect(missing.status == .notFound)
            #expect(String(buffer: missing.body).contains("no note 8"))
            #expect(try await client.execute(uri: "/notes/milk", method: .get).status == .notFound)
        }
    }

    @Test("Only a known user has a page, and the interceptor passes the user on")
    func login() async throws {
        try await app().test(.router) { client in
            #expect(try await client.execute(uri: "/me", method: .get).status == .unauthorized)
            let me = try await client.execute(uri: "/me", method: .get, headers: [.authorization: "Bearer secret"])
            #expect(String(buffer: me.body) == "ann")
        }
    }

    @Test("The interceptor alone rejects everybody if its configuration has no token")
    func loginAlone() async throws {
        let configuration = "{ token: '', name: ann }"
        let router = try Waybill.Router(interceptor: "login", with: configuration, registry: .notes()) { _ in 1 }
        let app = Application(responder: try WaybillResponder(router: router))
        try await app.test(.router) { client in
            let me = try await client.execute(uri: "/me", method: .get, headers: [.authorization: "Bearer "])
            #expect(me.status == .unauthorized)
        }
    }

    @Test("The app's own route and those of the operators answer too, over HTTP")
    func live() async throws {
        try await app().test(.live) { client in
            let version = try await client.execute(uri: "/version", method: .get)
            #expect(String(buffer: version.body) == "1.0")
            #expect(try await client.execute(uri: "/_waybill/ready", method: .get).status == .ok)
            let status = try await client.execute(
                uri: "/_waybill/status", method: .get, headers: [.authorization: "Bearer operator"])
            #expect(status.status == .ok)
        }
    }
}
