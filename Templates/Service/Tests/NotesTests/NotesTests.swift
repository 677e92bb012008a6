import Foundation
import Hummingbird
import HummingbirdTesting
import Testing
import Waybill
import WaybillHummingbirdTesting
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
            let note = try await client.get("/notes/7").require(.ok)
            #expect(note.text == "Call home")
            try await client.get("/notes/8").require(.notFound, message: "no note 8")
            try await client.get("/notes/milk").require(.notFound)
        }
    }

    @Test("Only a known user has a page, and the interceptor passes the user on")
    func login() async throws {
        try await app().test(.router) { client in
            try await client.get("/me").require(.unauthorized)
            let me = try await client.get("/me", headers: [.authorization: "Bearer secret"]).require(.ok)
            #expect(me.text == "ann")
        }
    }

    @Test("The interceptor alone rejects everybody if its configuration has no token")
    func loginAlone() async throws {
        let configuration = "{ token: '', name: ann }"
        let router = try Waybill.Router(interceptor: "login", with: configuration, registry: .notes()) { _ in 1 }
        try await router.test(.router) { client in
            try await client.get("/me", headers: [.authorization: "Bearer "]).require(.unauthorized)
        }
    }

    @Test("The app's own route and those of the operators answer too, over HTTP")
    func live() async throws {
        try await app().test(.live) { client in
            try await client.get("/version").require(.ok)
            try await client.get("/_waybill/ready").require(.ok)
            try await client.get("/_waybill/status", headers: [.authorization: "Bearer operator"]).require(.ok)
        }
    }
}
