import Foundation
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Synchronization
import Testing
import Waybill
import WaybillHTTPTestSupport
import WaybillHummingbird
import WaybillManifest
import WaybillReload
import WaybillRules

/// The context of an app, with a property of its own.
private struct AppContext: RequestContext, RemoteAddressRequestContext {
    var coreContext: CoreRequestContextStorage
    let remoteAddress: SocketAddress?
    var team = "red"

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}

private struct OtherContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    init(source: ApplicationRequestContextSource) { coreContext = CoreRequestContextStorage(source: source) }
}

/// The observations of an app's own middleware: the endpoint's path and the status, or the error's.
private final class Seen: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock(\.self) }
    func note(_ line: String) { lines.withLock { $0.append(line) } }
}

private struct Watching: RouterMiddleware {
    typealias Context = AppContext
    let seen: Seen

    @concurrent
    func handle(
        _ request: Hummingbird.Request, context: AppContext,
        next: @concurrent (Hummingbird.Request, AppContext) async throws -> Response
    ) async throws -> Response {
        do {
            let response = try await next(request, context)
            seen.note("\(context.endpointPath ?? "-") \(response.status.code)")
            return response
        } catch {
            seen.note("\(context.endpointPath ?? "-") error \((error as? HTTPError)?.status.code ?? 0)")
            throw error
        }
    }
}

private let manifest = """
    waybill: 1
    interceptors:
      gate: { url: /admin/**, reject: { reason: no entry, status: 403 } }
      stamp: { url: /own/**, use: stamp }
    routes:
      - { url: /notes/:id, methods: [GET], params: { id: int }, handler: note }
      - { url: /team, handler: team }
      - { url: /files/**path, handler: echo }
      - { url: "https://example.com/secure", handler: secure }
      - { url: /view, handler: all, tags: [plain] }
      - { url: /number, handler: number }
      - { url: /former/:n, forward: /number }
      - { url: /leave, redirect: { to: /own/1, status: 303 } }
    fallback: { handler: missing }
    """

private func registry() -> Registry {
    var registry = Registry()
    registry.handler("note") { "note \(try $0.parameters.require("id", as: Int.self))" }
    registry.handler("team", context: AppContext.self) { _, context in context.team }
    registry.handler("echo") { Response(status: .ok, body: .init(asyncSequence: try $0.http.request.body)) }
    registry.handler("secure") { _ in "secure" }
    registry.handler("all") { _ in "plain view" }
    registry.handler("number") { "\(try $0.parameters.require("n", as: Int.self))" }
    registry.handler("missing") { _ -> String in throw HTTPError(.gone) }
    registry.interceptor("stamp") { request, next in
        try await next.response(to: request) { response in
            response.headers[.server] = "stamped \(response.status.code)"
        }
    }
    return registry
}

@Suite("An app with routes of its own")
struct MiddlewareTests {
    private static let silent = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }

    private func app(
        _ router: Waybill.Router, seen: Seen = Seen(),
        _ middleware: (Waybill.Router) throws -> WaybillMiddleware<AppContext> = { try WaybillMiddleware($0) }
    ) throws -> some ApplicationProtocol {
        let app = Hummingbird.Router(context: AppContext.self)
        app.add(middleware: Watching(seen: seen))
        app.add(middleware: try middleware(router))
        app.get("/own/:id") { _, context in "own \(context.parameters.get("id") ?? "")" }
        app.get("/admin/users") { _, _ in "secret" }
        app.get("/own/broken") { _, _ -> String in throw HTTPError(.badGateway) }
        app.get("/notes/:id/own") { _, _ in "below" }
        return Application(responder: app.buildResponder(), logger: Self.silent)
    }

    private func router() throws -> Waybill.Router {
        try Waybill.Router(
            compilation: .compile(text: manifest, path: "Routes.yaml"), registry: registry())
    }

    @Test("A handler with the app's context may read a configuration, also beside its parameters")
    func configuredHandlers() async throws {
        struct Size: Decodable, Sendable { var size: Int }
        struct Shown: Decodable { var id: Int }
        struct Captured: CapturedParameters {
            static let route = DeclaredRoute(id: "captured", urls: ["/captured/:id"], params: ["id": .int])
            let id: Int
            init(_ request: RouteParameters) throws(InvalidParameter) { id = try request.require("id", as: Int.self) }
        }
        var registry = Registry()
        registry.handler("plain", context: AppContext.self, configuration: Size.self) { _, context, size in
            "\(context.team) \(size.size)"
        }
        registry.handler(
            "decoded", context: AppContext.self, parameters: Shown.self, configuration: Size.self
        ) { _, context, shown, size in "\(context.team) \(shown.id) \(size.size)" }
        registry.handler(
            "captured", context: AppContext.self, captures: Captured.self, configuration: Size.self
        ) { _, context, shown, size in "\(context.team) \(shown.id) \(size.size)" }
        let manifest = """
            waybill: 1
            routes:
              - { url: /plain, handler: plain, with: { size: 1 } }
              - { url: /decoded/:id, params: { id: int }, handler: decoded, with: { size: 2 } }
              - { url: /captured/:id, params: { id: int }, handler: captured, with: { size: 3 } }
            """
        let router = try Waybill.Router(compilation: .compile(text: manifest), registry: registry)
        try await app(router).test { client in
            for (url, text) in [("/plain", "red 1"), ("/decoded/7", "red 7 2"), ("/captured/7", "red 7 3")] {
                let response = try await client.get(url).require(.ok)
                #expect(response.text == text)
            }
        }
    }

    private func ask(
        _ path: String, _ method: HTTPRequest.Method = .get, headers: HTTPFields = [:], body: String? = nil,
        seen: Seen = Seen(),
        _ middleware: (Waybill.Router) throws -> WaybillMiddleware<AppContext> = { try WaybillMiddleware($0) }
    ) async throws -> HTTPTestResponse {
        try await app(router(), seen: seen, middleware).test { client in
            try await client.execute(
                uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
        }
    }

    @Test("Routes of the manifests and of the app answer side by side, and middleware sees the template of each")
    func sideBySide() async throws {
        let seen = Seen()
        #expect(String(buffer: try await ask("/notes/7", seen: seen).body) == "note 7")
        #expect(String(buffer: try await ask("/own/3", seen: seen).body) == "own 3")
        #expect(String(buffer: try await ask("/notes/7/own", seen: seen).body) == "below")
        #expect(try await ask("/nowhere", seen: seen).status == .notFound)
        #expect(String(buffer: try await ask("/team", seen: seen).body) == "red")
        #expect(try await ask("/leave", seen: seen).headers[.location] == "/own/1")
        #expect(try await ask("/former/x", seen: seen).status == .badRequest)
        #expect(
            seen.all == [
                "/notes/{id} 200", "/own/{id} 200", "/notes/{id}/own 200", "NotFound error 404", "/team 200",
                "/leave 303", "/number error 400",
            ])
    }

    @Test("Interceptors of the manifests guard the app's own routes, and see their responses")
    func interceptors() async throws {
        let refused = try await ask("/admin/users")
        #expect(refused.status == .forbidden && String(buffer: refused.body).contains("no entry"))
        #expect(try await ask("/own/3").headers[.server] == "stamped 200")
        #expect(try await ask("/own/broken").headers[.server] == "stamped 502")
        #expect(try await ask("/own/nothing/here").headers[.server] == "stamped 404")
        #expect(try await ask("/notes/7").headers[.server] == nil)
    }

    @Test("Errors reach the app's middleware as errors of HTTP, with their status")
    func errors() async throws {
        let seen = Seen()
        #expect(try await ask("/admin/users", seen: seen).status == .forbidden)
        let invalid = try await ask("/number?n=x", seen: seen)
        #expect(invalid.status == .badRequest)
        #expect(String(buffer: invalid.body).contains("parameter 'n' is not valid"))
        #expect(seen.all == ["/admin/users error 403", "/number error 400"])
    }

    @Test("If requested, the manifests' fallback answers what no route serves")
    func fallback() async throws {
        let response = try await ask("/own/3") { try WaybillMiddleware($0, unmatched: .fallback) }
        #expect(response.status == .gone)
    }

    @Test("The manifests' fallback leaves a wrong method to the answer 405, unless it says otherwise")
    func wrongMethod() async throws {
        let open = manifest.replacing("{ handler: missing }", with: "{ handler: missing, other_methods: true }")
        for (text, status) in [(manifest, HTTPResponse.Status.methodNotAllowed), (open, .gone)] {
            let router = try Waybill.Router(
                compilation: .compile(text: text, path: "Routes.yaml"), registry: registry())
            let app = Application(responder: try WaybillResponder(router: router, context: AppContext.self))
            try await app.test { client in
                let response = try await client.execute(uri: "/notes/1", method: .delete)
                #expect(response.status == status)
                #expect(response.headers[.allow] == (status == .gone ? nil : "GET, HEAD"))
            }
        }
    }

    @Test(
        "An interceptor cannot be bypassed by a path or a host that the app's router reads differently",
        arguments: [
            "//admin/users", "/admin//users", "/./admin/users", "/x/../admin/users", "/admin/%2e%2e/admin/users",
            "/admin/users#", "/%61dmin/users", "/admin/users?x=1", "foo://x/admin/users", "foo://x:a/admin/users",
            "http://x/admin/users",
        ])
    func spellings(path: String) async throws {
        let response = try await ask(path)
        #expect(response.status.code >= 400 && !String(buffer: response.body).contains("secret"), "\(response.status)")
        let direct = try await app(router()).respond(to: path)
        #expect(direct.status.code >= 400, "\(direct.status)")
    }

    @Test(
        "A host that would hide the path is rejected",
        arguments: ["x/public?", "x#", "x?", "x/", #"x\y"#, "a b", "\u{E9}.com", "user@x"])
    func hosts(host: String) async throws {
        let request = Hummingbird.Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: host, path: "/admin/users"),
            body: .init(buffer: ByteBuffer()))
        let middleware = try WaybillMiddleware<AppContext>(router())
        let context = AppContext(
            source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: Self.silent))
        let error = await #expect(throws: HTTPError.self) {
            try await middleware.handle(request, context: context) { _, _ in Response(status: .ok) }
        }
        #expect(error?.status == .badRequest)
        #expect(error?.body == "invalid URL: the host of the request is not valid")
    }

    @Test(
        "A client cannot open a URL with a scheme of the app, nor hide its host",
        arguments: ["internal://flush", "admin/users", "x:admin/users", "internal:flush", "//internal", ""])
    func targets(target: String) async throws {
        let manifest = "waybill: 1\nroutes: [{ urls: [\"internal://flush\", /admin/users], handler: a }]\n"
        var registry = Registry()
        registry.handler("a") { _ in "secret" }
        let router = try Waybill.Router(compilation: .compile(text: manifest), registry: registry)
        let request = Hummingbird.Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: "x", path: target),
            body: .init(buffer: ByteBuffer()))
        let context = AppContext(
            source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: Self.silent))
        let error = await #expect(throws: HTTPError.self) {
            try await WaybillMiddleware<AppContext>(router).handle(request, context: context) { _, _ in
                throw HTTPError(.notFound)
            }
        }
        #expect(error?.status == .badRequest)
    }

    private struct OwnError: Error {}

    @Test(
        "Errors of the app's own routes are thrown unchanged, through interceptors too",
        arguments: ["/free", "/own/1"])
    func ownErrors(path: String) async throws {
        let manifest =
            "waybill: 1\ninterceptors: { pass: { url: /own/**, use: pass } }\nroutes: [{ url: /a, handler: a }]\n"
        var registry = Registry()
        registry.handler("a") { _ in "" }
        registry.interceptor("pass") { request, next in try await next(request) }
        let router = try Waybill.Router(compilation: .compile(text: manifest), registry: registry)
        let middleware = try WaybillMiddleware<AppContext>(router)
        let request = Hummingbird.Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: "x", path: path),
            body: .init(buffer: ByteBuffer()))
        let context = AppContext(
            source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: Self.silent))
        await #expect(throws: OwnError.self) {
            try await middleware.handle(request, context: context) { _, _ in throw OwnError() }
        }
    }

    @Test("A request in a view without tags is passed to the app, through interceptors that apply everywhere")
    func noTags() async throws {
        let response = try await ask("/own/3") { try WaybillMiddleware($0) { _, _ in [] } }
        #expect(String(buffer: response.body) == "own 3" && response.headers[.server] == nil)
    }

    @Test("HEAD is answered without a body, and another method is passed to the app")
    func methods() async throws {
        let head = try await ask("/notes/7", .head)
        #expect(head.status == .ok && head.body.readableBytes == 0 && head.headers[.contentLength] == "6")
        #expect(try await ask("/notes/7", .delete).status == .notFound)
    }

    @Test("Bodies stream both ways")
    func bodies() async throws {
        let text = String(repeating: "waybill ", count: 100_000)
        let response = try await app(router()).test { client in
            try await client.execute(uri: "/files/a/b", method: .post, body: ByteBuffer(string: text))
        }
        #expect(String(buffer: response.body) == text)
    }

    @Test("Each request is opened in the view that the app chooses for it")
    func views() async throws {
        let middleware: (Waybill.Router) throws -> WaybillMiddleware<AppContext> = {
            try WaybillMiddleware($0) { request, _ in [RouteTag(rawValue: request.headers[.accept] ?? "none")] }
        }
        #expect(try await ask("/view", headers: [.accept: "plain"], middleware).status == .ok)
        #expect(try await ask("/view", headers: [.accept: "other"], middleware).status == .notFound)
        #expect(try await ask("/view") { try WaybillMiddleware($0, tags: ["plain"]) }.status == .ok)
    }

    @Test(
        "The scheme and the host of a proxy are used only if the proxy is trusted",
        arguments: [
            (["127.0.0.0/8"], ["X-Forwarded-Proto": "https", "X-Forwarded-Host": "example.com"], true),
            (["127.0.0.1"], ["Forwarded": "for=1.2.3.4;proto=https;host=\"example.com\""], true),
            (["::/0", "127.0.0.1/32"], ["Forwarded": "proto=http, for=\"a,b\";Proto=HTTPS; Host=example.com"], true),
            (["127.0.0.1"], ["Forwarded": "proto=https;host=example.com, proto=http"], false),
            (["127.0.0.1"], ["Forwarded": "for=x;by=\", for=192.0.2.1;proto=https;host=example.com"], true),
            (
                ["127.0.0.1"], ["Forwarded": "proto=http;host=a;by=\", for=\"[::1]:1\";proto=https;host=example.com"],
                true
            ),
            (["127.0.0.1"], ["Forwarded": "a=\"\\, by=\"\\\"\\\\\";;proto=https;host=\"example.com\";"], true),
            (["127.0.0.1"], ["Forwarded": "proto=https;host=example.com;by=\", for=\"1\""], false),
            (["127.0.0.1"], ["Forwarded": "proto=https;host=example.com, proto=http;by=\""], false),
            (["127.0.0.1"], ["Forwarded": "a b=c;proto=https;host=example.com"], false),
            (["127.0.0.1"], ["X-Forwarded-Proto": "\", https", "X-Forwarded-Host": "\", example.com"], true),
            (["127.0.0.1"], ["X-Forwarded-Proto": "https, \"", "X-Forwarded-Host": "example.com"], false),
            (["127.0.0.1"], ["Forwarded": "for=\",proto=https;host=example.com\""], false),
            (["127.0.0.1"], ["X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil@example.com"], false),
            (["10.0.0.0/8"], ["X-Forwarded-Proto": "https", "X-Forwarded-Host": "example.com"], false),
            (["::/0"], ["X-Forwarded-Proto": "https", "X-Forwarded-Host": "example.com"], false),
        ])
    func proxies(addresses: [String], headers: [String: String], counts: Bool) async throws {
        let read: Set<TrustedProxies.Field> =
            headers["Forwarded"] == nil ? [.xForwardedProto, .xForwardedHost] : [.forwarded]
        #expect(try await isSecure(try TrustedProxies(addresses, reading: read), headers) == counts)
    }

    @Test("A field that the trusted proxies do not set may come from a client, and is not read")
    func unreadFields() async throws {
        let headers = ["X-Forwarded-Proto": "https", "X-Forwarded-Host": "example.com"]
        #expect(try await !isSecure(TrustedProxies("127.0.0.1"), headers))
        #expect(try await !isSecure(TrustedProxies("127.0.0.1", reading: [.forwarded]), headers))
        #expect(try await isSecure(TrustedProxies("127.0.0.1", reading: [.xForwardedProto, .xForwardedHost]), headers))
    }

    @Test(
        "With fields of two kinds, 'Forwarded' decides, and the others add what it does not say",
        arguments: [
            (["Forwarded": "proto=https;host=example.com", "X-Forwarded-Proto": "http"], true),
            (["Forwarded": "proto=http;host=example.com", "X-Forwarded-Proto": "https"], false),
            (["Forwarded": "host=example.com", "X-Forwarded-Proto": "https"], true),
            (["Forwarded": "proto=https;host=example.com", "X-Forwarded-Proto": "wss"], true),
        ])
    func precedence(headers: [String: String], isHTTPS: Bool) async throws {
        let proxies = try TrustedProxies("127.0.0.1", reading: Set(TrustedProxies.Field.allCases))
        #expect(try await isSecure(proxies, headers) == isHTTPS)
    }

    private func isSecure(_ proxies: TrustedProxies, _ headers: [String: String]) async throws -> Bool {
        let fields = try HTTPFields(
            headers.map { HTTPFields.Element(name: try #require(.init($0.key)), value: $0.value) })
        return try await app(router()) { try WaybillMiddleware($0, behind: proxies) }.test { client in
            try await client.execute(uri: "/secure", method: .get, headers: fields).status == .ok
        }
    }

    @Test("An invalid address is rejected", arguments: ["proxy", "10.0.0.0/33", "10.0.0.0/", "1.2.3", "::1/129", "/8"])
    func badAddress(text: String) {
        #expect(throws: TrustedProxies.InvalidAddress.self) { try TrustedProxies("127.0.0.1", text) }
    }

    @Test("Code for another context is an error at its place, at the start and at a reload")
    func contexts() throws {
        let router = try router()
        let error = #expect(throws: ManifestErrors.self) { try WaybillResponder(router: router) }
        let text = "\(try #require(error))"
        #expect(text.contains("Routes.yaml:7:"), "\(text)")
        #expect(text.contains("handler 'team' is registered for the context AppContext, and requests come with Basic"))
        #expect(text.contains("[F013 context-mismatch]"))

        var registry = registry()
        registry.handler("other", context: OtherContext.self) { _, _ in "" }
        let reloaded = try Waybill.Router(
            compilation: .compile(text: manifest, path: "Routes.yaml"), registry: registry)
        _ = try WaybillMiddleware<AppContext>(reloaded)
        let changed = manifest.replacing("handler: all", with: "handler: other")
        #expect(throws: ManifestErrors.self) { try reloaded.replace(with: .compile(text: changed)) }
        #expect(reloaded.generation.number == 1)
    }
}
