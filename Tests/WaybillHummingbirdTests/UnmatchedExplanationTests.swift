import HTTPTypes
import Hummingbird
import Testing
import Waybill
import WaybillHTTPTestSupport
import WaybillHummingbird
import WaybillTestSupport

@Suite("An explained 404", .quietLogs)
struct UnmatchedExplanationTests {
    private func router() throws -> Waybill.Router {
        var registry = Registry()
        registry.handler("show") { _ in "note" }
        return try Waybill.Router(
            compilation: compile(
                "routes: [{ id: show, url: \"/notes/:id\", params: { id: int }, handler: show }]\n"),
            registry: registry)
    }

    @Test("names the nearest routes and why they do not match, for programs on this machine")
    func local() async throws {
        let responder = try WaybillResponder(
            router: router(), explainsUnmatched: true, context: OperatorContext.self)
        try await Application(responder: responder).test { client in
            let answer = try await client.get("/notes/milk")
            #expect(answer.status == .notFound)
            let text = String(buffer: answer.body)
            #expect(text.contains("no route matches GET http:") && text.contains("show: ") && text.contains("'id'"))
            #expect(try await client.get("/notes/1").status == .ok)
            let forwarded = try await client.get("/notes/milk", headers: [.init("X-Forwarded-For")!: "192.0.2.1"])
            #expect(forwarded.status == .notFound && !String(buffer: forwarded.body).contains("show"))
            let foreign = try await client.execute(uri: "/notes/milk", method: .get, host: "notes.example")
            #expect(!String(buffer: foreign.body).contains("show"))
        }
    }

    @Test("is not the default, and needs a context that knows the sender")
    func others() async throws {
        let plain = try WaybillResponder(router: router(), context: OperatorContext.self)
        let unknown = try WaybillResponder(
            router: router(), explainsUnmatched: true, context: BasicRequestContext.self)
        try await Application(responder: plain).test { client in
            let text = String(buffer: try await client.get("/notes/milk").body)
            #expect(!text.contains("show"))
        }
        try await Application(responder: unknown).test { client in
            let text = String(buffer: try await client.get("/notes/milk").body)
            #expect(!text.contains("show"))
        }
    }

    @Test("is also the one of the middleware, where it answers for the manifests")
    func middleware() async throws {
        let app = Hummingbird.Router(context: OperatorContext.self)
        app.add(middleware: try WaybillMiddleware(router(), unmatched: .fallback, explainsUnmatched: true))
        try await Application(router: app).test { client in
            let text = String(buffer: try await client.get("/notes/milk").body)
            #expect(text.contains("show: "))
        }
    }
}
