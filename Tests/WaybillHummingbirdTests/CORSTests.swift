import Hummingbird
import Testing
import Waybill
import WaybillHTTPTestSupport
import WaybillHummingbird
import WaybillManifest
import WaybillRules

@Suite("Requests of pages of other origins", .quietLogs, .timeLimit(.minutes(1)))
struct CORSTests {
    private static func manifest(_ settings: String) -> String {
        """
        waybill: 1
        interceptors:
          cors: { url: /api/**, use: cors, order: -100, applies: everywhere, with: { \(settings) } }
          gate: { url: /api/**, reject: { reason: sign in, status: 401 }, methods: [DELETE, OPTIONS], applies: everywhere }
        routes:
          - { url: /api/notes, methods: [GET], handler: show }
          - { url: /api/notes, methods: [POST, DELETE], handler: show }
          - { url: /api/any, handler: show }
          - { url: /api/alias, forward: /api/notes }
          - { url: /other, methods: [GET], handler: show }
        """
    }

    private func ask(
        _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:],
        settings: String = "origins: [\"https://app.example\", \"https://b.example:8443\"]"
    ) async throws -> HTTPTestResponse {
        var registry = Registry()
        registry.cors()
        registry.handler("show") { _ in "shown" }
        let router = try Waybill.Router(compilation: .compile(text: Self.manifest(settings)), registry: registry)
        return try await Application(responder: try WaybillResponder(router: router)).test { client in
            try await client.send(method, path, headers: headers)
        }
    }

    private func preflight(
        _ path: String, of method: String = "DELETE", from origin: String = "https://app.example",
        settings: String? = nil
    ) async throws -> HTTPTestResponse {
        let headers: HTTPFields = [
            .origin: origin, .accessControlRequestMethod: method, .accessControlRequestHeaders: "x-token",
        ]
        guard let settings else { return try await ask(.options, path, headers) }
        return try await ask(.options, path, headers, settings: settings)
    }

    @Test("A preflight is answered with the methods of the routes, although a gate rejects OPTIONS")
    func preflights() async throws {
        for origin in ["https://app.example", "https://b.example:8443"] {
            let response = try await preflight("/api/notes", from: origin)
            #expect(response.status == .noContent && response.headers[.accessControlAllowOrigin] == origin)
            #expect(response.headers[.accessControlAllowMethods] == "DELETE, GET, HEAD, POST")
            #expect(response.headers[.accessControlAllowHeaders] == "x-token" && response.headers[.vary] == "Origin")
        }
        #expect(try await preflight("/api/any", of: "PURGE").headers[.accessControlAllowMethods] == "PURGE")
        #expect(try await preflight("/api/alias", of: "POST").headers[.accessControlAllowMethods] == "POST")
    }

    @Test(
        "Anything else passes on to the gate",
        arguments: [
            ("/api/notes", "https://evil.example"), ("/api/nowhere", "https://app.example"), ("/api/notes", "null"),
        ])
    func others(path: String, origin: String) async throws {
        let response = try await preflight(path, from: origin)
        #expect(response.status == .unauthorized && response.headers[.accessControlAllowMethods] == nil)
        #expect(try await ask(.options, "/api/notes", [.origin: "https://app.example"]).status == .unauthorized)
    }

    @Test(
        "Responses, errors and rejections have the headers that a browser needs, for the origins of the manifest alone")
    func responses() async throws {
        for (method, path, status) in [
            (HTTPRequest.Method.get, "/api/notes", 200), (.delete, "/api/notes", 401), (.get, "/api/nowhere", 404),
            (.put, "/api/notes", 405),
        ] {
            let response = try await ask(method, path, [.origin: "https://app.example"])
            #expect(response.status.code == status)
            #expect(response.headers[.accessControlAllowOrigin] == "https://app.example")
            let other = try await ask(method, path, [.origin: "https://app.example.evil"])
            #expect(other.headers[.accessControlAllowOrigin] == nil && other.headers[.vary] == "Origin")
        }
        #expect(
            try await ask(.get, "/other", [.origin: "https://app.example"]).headers[.accessControlAllowOrigin] == nil)
    }

    @Test("The settings of the manifest are the headers of its answers")
    func settings() async throws {
        let all = """
            origins: ["https://app.example"], methods: [GET, PATCH], headers: [X-A, X-B], exposes: [X-C], \
            credentials: true, max_age: 600
            """
        let answer = try await preflight("/api/nowhere", settings: all).headers
        #expect(answer[.accessControlAllowMethods] == "GET, PATCH" && answer[.accessControlAllowHeaders] == "X-A, X-B")
        #expect(answer[.accessControlMaxAge] == "600" && answer[.accessControlAllowCredentials] == "true")
        let shown = try await ask(.get, "/api/notes", [.origin: "https://app.example"], settings: all).headers
        #expect(shown[.accessControlExposeHeaders] == "X-C" && shown[.accessControlAllowCredentials] == "true")
        let open = try await ask(.get, "/api/notes", settings: "origins: [\"*\"]").headers
        #expect(open[.accessControlAllowOrigin] == "*" && open[.vary] == nil)
    }

    @Test(
        "Settings that mean something else in a browser are errors at their place",
        arguments: [
            ("origins: [\"*\"], credentials: true", "list the origins"),
            ("origins: [app.example]", "an origin is like https"),
            ("origins: [\"https://app.example/\"]", "in lower case"),
            ("origins: [\"https://App.example\"]", "in lower case"),
            ("origins: [\"*\", \"https://a\"]", "an asterisk must be alone"), ("credentials: true", "origins"),
        ])
    func errors(settings: String, message: String) async throws {
        let error = await #expect(throws: ManifestErrors.self) {
            _ = try await ask(.get, "/api/notes", settings: settings)
        }
        #expect("\(try #require(error))".contains(message), "\(String(describing: error))")
    }
}
