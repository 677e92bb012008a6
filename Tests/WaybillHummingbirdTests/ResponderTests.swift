import Hummingbird
import InMemoryLogging
import Logging
import Testing
import Waybill
import WaybillHTTPTestSupport
import WaybillHummingbird
import WaybillManifest
import WaybillRules

private let manifest = """
    waybill: 1
    interceptors:
      closed: { url: /closed/**, reject: { reason: come back later, status: 451 } }
      rewritten: { url: /astray, rewrite: /nowhere }
    routes:
      - { url: /text, methods: [GET], handler: text }
      - { url: /json, handler: json, tags: [api] }
      - { url: /none, handler: none }
      - { url: /void, handler: void }
      - { url: /response, handler: response }
      - { url: /opaque, handler: opaque }
      - { url: /broken, handler: broken }
      - { url: /teapot, handler: teapot }
      - { url: /full, handler: full }
      - { url: /slow, handler: slow, timeout: 1ms }
      - { url: "//other.example/host", handler: text }
      - { url: /echo/:id, methods: [POST, PUT], handler: echo }
      - { url: /moved/301/:id, redirect: { to: /echo/:id, status: 301 } }
      - { url: /moved/302/:id, redirect: { to: /echo/:id, status: 302 } }
      - { url: /moved/303/:id, redirect: { to: /text, status: 303 } }
      - { url: /moved/307/:id, redirect: { to: "https://example.com/echo/:id?from=here", status: 307 } }
      - { url: /moved/308/:id, redirect: { to: /echo/:id, status: 308 } }
      - { url: /alias, forward: /text }
      - { url: /round, forward: /round/1 }
      - { url: /round/1, forward: /round/2 }
      - { url: /round/2, forward: /round/3 }
      - { url: /round/3, forward: /round/4 }
      - { url: /round/4, forward: /round/5 }
      - { url: /round/5, forward: /round/6 }
      - { url: /round/6, forward: /round/7 }
      - { url: /round/7, forward: /round/8 }
      - { url: /round/8, forward: /round/9 }
    """

private struct Point: Codable, Sendable, Equatable {
    var x: Int
}

private struct Opaque: Sendable {}

private func registry() -> Registry {
    var registry = Registry()
    registry.handler("text") { _ in "hello" }
    registry.handler("json") { _ in Point(x: 1) }
    registry.handler("none") { _ in Point?.none }
    registry.handler("void") { _ in }
    registry.handler("response") { request in
        try request.http.response(Point(x: 2), status: .created, headers: [.location: "/there"])
    }
    registry.handler("opaque") { _ in Opaque() }
    registry.handler("broken") { _ -> String in throw Secret() }
    registry.handler("teapot") { _ -> String in throw HTTPError(.init(code: 418)) }
    registry.handler("full") { _ -> String in throw RoutingError.laneFull(lane: "one", limit: 1) }
    registry.handler("slow") { _ in try await Task.sleep(for: .seconds(60)) }
    registry.handler("echo") { request in
        let point: Point = try await request.http.decode()
        return "\(request["id"] ?? "") \(point.x) \(request["q"] ?? "") \(try request.http.method)"
    }
    return registry
}

private struct Secret: Error, CustomStringConvertible {
    var description: String { "the password is swordfish" }
}

@Suite("Opens as HTTP")
struct ResponderTests {
    private static let silent = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }

    private func app(tags: Set<RouteTag>? = nil) throws -> some ApplicationProtocol {
        let compilation = Compilation.compile(text: manifest, path: "Routes.yaml")
        let router = try Waybill.Router(compilation: compilation, registry: registry())
        return Application(responder: try WaybillResponder(router: router, tags: tags), logger: Self.silent)
    }

    private func ask(
        _ path: String, by method: HTTPRequest.Method = .get, body: String? = nil, headers: HTTPFields = [:],
        tags: Set<RouteTag>? = nil
    ) async throws -> HTTPTestResponse {
        try await app(tags: tags).test { client in
            try await client.execute(
                uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
        }
    }

    @Test(
        "What a handler returns becomes the response",
        arguments: [
            ("/text", HTTPResponse.Status.ok, "hello"), ("/json", .ok, #"{"x":1}"#), ("/none", .noContent, ""),
            ("/void", .noContent, ""), ("/response", .created, #"{"x":2}"#),
        ])
    func results(path: String, status: HTTPResponse.Status, body: String) async throws {
        let response = try await ask(path)
        #expect(response.status == status)
        #expect(String(buffer: response.body) == body)
    }

    @Test(
        "If requested, every response has the generation",
        arguments: ["/text", "/void", "/broken", "/nowhere"])
    func generation(path: String) async throws {
        let compilation = Compilation.compile(text: manifest, path: "Routes.yaml")
        let router = try Waybill.Router(compilation: compilation, registry: registry())
        let name = try #require(HTTPFields.Element.Name("Waybill-Generation"))
        let app = Application(
            responder: try WaybillResponder(router: router, includesGenerationHeader: true), logger: Self.silent)
        try await app.test { client in
            #expect(try await client.execute(uri: path, method: .get).headers[name] == "1")
            try router.replace(with: .compile(text: manifest + "\nfallback: { handler: text }\n"))
            #expect(try await client.execute(uri: path, method: .get).headers[name] == "2")
        }
        #expect(try await ask(path).headers[name] == nil)
    }

    @Test("Neither answers nor logs have the query of a request, and a log has it on one line")
    func secrets() async throws {
        let log = InMemoryLogHandler()
        let router = try Waybill.Router(
            compilation: .compile(text: manifest, path: "Routes.yaml"), registry: registry())
        let app = Application(
            responder: try WaybillResponder(router: router), logger: Logger(label: "kept") { _ in log })
        try await app.test { client in
            for path in ["/nowhere", "/astray", "/round", "/opaque", "/broken"] {
                let response = try await client.execute(uri: path + "?token=hunter2", method: .get)
                #expect(!String(buffer: response.body).contains("hunter2"), "\(path)")
            }
            let missing = try await client.execute(uri: "/nowhere?token=hunter2", method: .get)
            #expect(String(buffer: missing.body) == #"{"error":{"message":"not found: \/nowhere"}}"#)
        }
        let lines = log.entries.map { "\($0.message)" }
        #expect(lines.count >= 4 && lines.allSatisfy { !$0.contains("hunter2") && !$0.contains("\n") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("GET /astray: ") && $0.contains("'/nowhere'") }, "\(lines)")
    }

    @Test("A request that was cancelled is not an error in the log")
    func cancelled() async throws {
        let log = InMemoryLogHandler()
        var registry = Registry()
        registry.handler("a") { _ -> String in throw CancellationError() }
        let router = try Waybill.Router(
            compilation: .compile(text: "waybill: 1\nroutes: [{ url: /a, handler: a }]\n"), registry: registry)
        let app = Application(
            responder: try WaybillResponder(router: router), logger: Logger(label: "kept") { _ in log })
        try await app.test { client in
            let response = try await client.execute(uri: "/a", method: .get)
            #expect(response.status == .internalServerError)
        }
        #expect(log.entries.allSatisfy { $0.level < .error })
    }

    @Test("Without routes, the response is 503, with the time for the next try")
    func waiting() async throws {
        let empty = try Waybill.Router(compilation: .compile(text: "waybill: 1\n"), registry: registry())
        let app = Hummingbird.Router()
        app.get("/own") { _, _ in "own" }
        app.add(middleware: try WaybillMiddleware(empty, unmatched: .fallback, includesGenerationHeader: true))
        let generation = try #require(HTTPFields.Element.Name("Waybill-Generation"))
        try await Application(router: app, logger: Self.silent).test { client in
            let answer = try await client.execute(uri: "/text", method: .get)
            #expect(answer.status == .serviceUnavailable)
            #expect(answer.headers[.retryAfter] == "1" && answer.headers[generation] == "1")
            #expect(String(buffer: answer.body) == #"{"error":{"message":"there are no routes yet"}}"#)
            #expect(try await client.execute(uri: "/own", method: .get).status == .ok)
            try empty.replace(with: .compile(text: manifest))
            let missing = try await client.execute(uri: "/nowhere", method: .get)
            #expect(missing.status == .notFound && missing.headers[generation] == "2")
            #expect(try await client.execute(uri: "/text", method: .get).headers[generation] == "2")
        }
        try await Application(responder: try WaybillResponder(router: empty), logger: Self.silent).test {
            client in
            try empty.replace(with: .compile(text: "waybill: 1\n"))
            #expect(try await client.execute(uri: "/text", method: .get).status == .serviceUnavailable)
        }
    }

    @Test("While there are no routes, interceptors of the overlay run, and the app's own routes are served after them")
    func waitingBehindOverlay() async throws {
        let empty = try Waybill.Router(compilation: .compile(text: "waybill: 1\n"), registry: registry())
        let added = try empty.intercept("/**", everywhere: true) { request, next in try await next(request) }
        let app = Hummingbird.Router()
        app.get("/health") { _, _ in "well" }
        app.add(middleware: try WaybillMiddleware(empty, unmatched: .fallback))
        try await Application(router: app, logger: Self.silent).test { client in
            let answer = try await client.execute(uri: "/health", method: .get)
            #expect(answer.status == .ok)
        }
        withExtendedLifetime(added) {}
    }

    @Test("Headers of a handler's response are kept")
    func headers() async throws {
        let response = try await ask("/response")
        #expect(response.headers[.location] == "/there")
        #expect(response.headers[.contentType]?.hasPrefix("application/json") == true)
    }

    @Test(
        "Errors become error responses in JSON",
        arguments: [
            (HTTPRequest.Method.get, "/nowhere", 404), (.delete, "/text", 405),
            (.get, "/%00", 400), (.get, "/closed/door", 451), (.get, "/astray", 500), (.get, "/round", 500),
            (.get, "/slow", 503), (.get, "/full", 503), (.get, "/teapot", 418), (.get, "/broken", 500),
            (.get, "/opaque", 500),
        ])
    func errors(method: HTTPRequest.Method, path: String, status: Int) async throws {
        let response = try await ask(path, by: method)
        #expect(response.status.code == status)
        #expect(String(buffer: response.body).hasPrefix(#"{"error":{"message":""#))
        #expect(!String(buffer: response.body).contains("swordfish"))
    }

    @Test("The reason of a rejection is in the response")
    func rejection() async throws {
        #expect(String(buffer: try await ask("/closed/door").body).contains("come back later"))
    }

    @Test(
        "A redirect with a status becomes a response with that status and the location",
        arguments: [
            ("/moved/301/7", 301, "/echo/7"), ("/moved/302/7?q=x", 302, "/echo/7?q=x"), ("/moved/303/7", 303, "/text"),
            ("/moved/307/7?q=x", 307, "https://example.com/echo/7?from=here&q=x"),
            ("/moved/308/a%20b", 308, "/echo/a%20b"),
        ])
    func redirects(path: String, status: Int, location: String) async throws {
        for method in [HTTPRequest.Method.get, .head, .post] {
            let response = try await ask(path, by: method)
            #expect(response.status.code == status)
            #expect(response.headers[.location] == location)
            #expect(response.body.readableBytes == 0)
        }
    }

    @Test("405 names the allowed methods, with HEAD if GET is allowed")
    func allowed() async throws {
        #expect(try await ask("/text", by: .delete).headers[.allow] == "GET, HEAD")
        #expect(try await ask("/echo/7", by: .get).headers[.allow] == "POST, PUT")
    }

    @Test(
        "OPTIONS is answered with the methods of the routes, unless no route has the URL, or an interceptor rejects",
        arguments: [
            ("/text", 204, "GET, HEAD, OPTIONS"), ("/echo/7", 204, "OPTIONS, POST, PUT"), ("/nowhere", 404, nil),
            ("/closed/door", 451, nil), ("/alias", 204, "GET, HEAD, OPTIONS"),
        ])
    func options(path: String, status: Int, allowed: String?) async throws {
        let response = try await ask(path, by: .options)
        #expect(response.status.code == status && response.headers[.allow] == allowed)
    }

    @Test("A method that no route of an alias's target answers gets 405, as at the target itself")
    func alias() async throws {
        let response = try await ask("/alias", by: .post)
        #expect(response.status == .methodNotAllowed && response.headers[.allow] == "GET, HEAD")
    }

    @Test("HEAD is answered without a body, with the length of GET's")
    func head() async throws {
        let response = try await ask("/text", by: .head)
        #expect(response.status == .ok)
        #expect(response.body.readableBytes == 0)
        #expect(response.headers[.contentLength] == "5")
    }

    @Test("Handlers read path, query, method and body")
    func request() async throws {
        let response = try await ask("/echo/7?q=x", by: .put, body: #"{"x": 3}"#)
        #expect(String(buffer: response.body) == "7 3 x PUT")
        #expect(try await ask("/echo/7", by: .post, body: "{}").status == .badRequest)
    }

    @Test("The authority takes part in matching")
    func authority() async throws {
        #expect(try await ask("/host").status == .notFound)
        try await app().test { client in
            for host in ["other.example", "other.example.", "OTHER.Example.:80"] {
                try await client.execute(uri: "/host", method: .get, host: host).require(.ok)
            }
            try await client.execute(uri: "/host", method: .get, host: "other..example").require(.badRequest)
        }
        #expect(try await app().respond(to: "http://other.example/host").status == .ok)
    }

    @Test("A target is a path if its first byte is a slash, also before a combining character")
    func combiningCharacter() async throws {
        #expect(try await app().respond(to: "/\u{301}").status == .notFound)
    }

    @Test("A gate for '/admin/**' takes the paths that the page \"Beside Waybill\" names, and no others of its table")
    func gateBesideProxies() async throws {
        let gate = "{ url: /admin/**, applies: everywhere, reject: { reason: no, status: 403 } }"
        let text = "waybill: 1\ninterceptors:\n  gate: \(gate)\n"
        let router = try Waybill.Router(compilation: .compile(text: text), registry: Registry())
        let responder = try WaybillResponder(router: router)
        try await Application(responder: responder, logger: Self.silent).test { client in
            for path in ["/admin", "/admin/", "/admin/x", "/%61dmin/x", "/x/../admin/x"] {
                try await client.execute(uri: path, method: .get).require(.forbidden)
            }
            let others = ["/ADMIN/x", "/admin%2Fx", "//admin/x", "/admin;v=1/x", "/x/admin/y", "/admin.json"]
            for path in others { try await client.execute(uri: path, method: .get).require(.notFound) }
        }
    }

    @Test("A tag view sees the entries with one of its tags")
    func tagView() async throws {
        #expect(try await ask("/json", tags: ["api"]).status == .ok)
        #expect(try await ask("/text", tags: ["api"]).status == .notFound)
    }
}
