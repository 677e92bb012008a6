import Foundation
import Hummingbird
import HummingbirdCore
import Testing
import Waybill
import WaybillHummingbird
import WaybillManifest
import WaybillRules

private let manifest = """
    waybill: 1
    interceptors:
      closed: { url: /closed/**, reject: { reason: no entry, status: 403 } }
      pass: { url: /guarded/**, use: pass }
      stamp: { url: /stamped/**, use: stamp }
    routes:
      - { url: /echo, handler: echo }
      - { url: /stamped/echo, handler: echo }
      - { url: /wait, handler: wait }
      - { url: /follow, handler: follow }
      - { url: /guarded/wait, handler: wait }
      - { url: "https://example.com/secure", handler: secure }
    """

@Suite("Connections to a server with manifests", .timeLimit(.minutes(1)))
struct ConnectionTests {
    private let ended = AsyncStream<String>.makeStream()

    private func router() throws -> Waybill.Router {
        var registry = Registry()
        registry.interceptor("pass") { request, next in try await next(request) }
        registry.interceptor("stamp") { request, next in
            try await next.response(to: request) { $0.headers[.server] = "stamped" }
        }
        registry.handler("echo") { Self.echo(try $0.http.request) }
        registry.handler("wait") { try await wait(try $0.http.request) }
        registry.handler("follow") { request in
            let request = try request.http.request
            var read = request
            let body = try await read.collectBody(upTo: 100)
            return Response(
                status: .ok,
                body: ResponseBody { writer in
                    try await writer.write(body)
                    _ = try? await wait(request)
                    try await writer.finish(nil)
                })
        }
        registry.handler("secure") { _ in "secure" }
        return try Waybill.Router(compilation: .compile(text: manifest), registry: registry)
    }

    private func app(behind proxies: TrustedProxies? = nil) throws -> some HTTPResponder<OperatorContext> {
        let app = Hummingbird.Router(context: OperatorContext.self)
        app.add(middleware: try WaybillMiddleware(router(), behind: proxies))
        for path in ["/own/echo", "/guarded/echo", "/stamped/own"] {
            app.post(RouterPath(path)) { request, _ in Self.echo(request) }
        }
        for path in ["/own/wait", "/guarded/own/wait"] {
            app.get(RouterPath(path)) { request, _ in try await wait(request) }
        }
        for path in ["/own/socket", "/guarded/socket", "/stamped/socket", "/closed/socket"] {
            app.get(RouterPath(path)) { request, _ in
                Response(status: request.headers[.upgrade] == nil ? .notFound : .ok)
            }
        }
        return app.buildResponder()
    }

    private static func echo(_ request: Hummingbird.Request) -> Response {
        Response(status: .ok, body: ResponseBody(asyncSequence: request.body))
    }

    /// Waits until the client closes the connection, as Hummingbird lets handlers do.
    private func wait(_ request: Hummingbird.Request) async throws -> String {
        try await request.body.consumeWithCancellationOnInboundClose { _ in
            ended.continuation.yield("begun")
            defer { ended.continuation.yield(Task.isCancelled ? "cancelled" : "returned") }
            try await Task.sleep(for: .seconds(600))
            return ""
        }
    }

    @Test(
        "A body is answered while it arrives, by handlers and by the app's own routes, through interceptors too",
        arguments: ["/echo", "/stamped/echo", "/own/echo", "/guarded/echo", "/stamped/own"])
    func streams(path: String) async throws {
        try await RunningApp.run(app()) { address in
            try await RunningApp.connect(to: address) { connection in
                try await connection.send("POST \(path) HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
                try await connection.sendChunk("first")
                let head = try await connection.read(through: "first")
                #expect(head.hasPrefix("HTTP/1.1 200 OK"), "\(head)")
                #expect(head.contains("stamped") == path.hasPrefix("/stamped"))
                try await connection.sendChunk("second")
                #expect(try await connection.read(through: "second").contains("second"))
                try await connection.send("0\r\n\r\n")
                #expect(try await connection.read(through: "0\r\n\r\n").hasSuffix("0\r\n\r\n"))
            }
        }
    }

    @Test("'100 Continue' comes after the responses to earlier requests")
    func continues() async throws {
        try await RunningApp.run(app(), server: .http1(limits: ConnectionLimits())) { address in
            try await RunningApp.connect(to: address) { connection in
                try await connection.send(
                    """
                    POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nfirst\
                    POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\nExpect: 100-continue\r\n\r\n
                    """)
                let first = try await connection.read(through: "100 Continue\r\n\r\n")
                #expect(first.hasPrefix("HTTP/1.1 200 OK") && first.contains("first"), "\(first)")
                try await connection.send("second")
                #expect(try await connection.read(through: "second").hasPrefix("HTTP/1.1 200 OK"))
            }
        }
    }

    @Test("A response that follows its client after the body was read is cancelled when the client disconnects")
    func follows() async throws {
        try await RunningApp.run(app(), server: .http1(limits: ConnectionLimits())) { address in
            var events = ended.stream.makeAsyncIterator()
            for _ in 0..<2 {
                try await RunningApp.connect(to: address) { connection in
                    try await connection.send("POST /follow HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nfirst")
                    #expect(try await connection.read(through: "first").hasPrefix("HTTP/1.1 200 OK"))
                    #expect(await events.next(isolation: #isolation) == "begun")
                }
                #expect(await events.next(isolation: #isolation) == "cancelled")
            }
        }
    }

    @Test(
        "A client that disconnects cancels the work that waits for it",
        arguments: ["/wait", "/guarded/wait", "/own/wait", "/guarded/own/wait"])
    func cancels(path: String) async throws {
        try await RunningApp.run(app()) { address in
            var events = ended.stream.makeAsyncIterator()
            try await RunningApp.connect(to: address) { connection in
                try await connection.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(await events.next(isolation: #isolation) == "begun")
            }
            #expect(await events.next(isolation: #isolation) == "cancelled")
        }
    }

    @Test(
        "An upgrade reaches the app's own route through the interceptors of the manifests, and none passes a rejecting one",
        arguments: [
            ("/own/socket", true), ("/guarded/socket", true), ("/stamped/socket", true), ("/closed/socket", false),
            ("/own/nothing", false),
        ])
    func upgrades(path: String, isUpgraded: Bool) async throws {
        let app = try app()
        let server = HTTPServerBuilder { _ in UpgradingServer(upgrades: app) }
        try await RunningApp.run(app, server: server) { address in
            try await RunningApp.connect(to: address) { connection in
                try await connection.send(
                    "GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
                let head = try await connection.read(through: "\r\n\r\n")
                guard isUpgraded else { return #expect(head.isEmpty, "\(head)") }
                #expect(head.hasPrefix("HTTP/1.1 101"), "\(head)")
                try await connection.send("over the socket")
                #expect(try await connection.read(through: "socket") == "over the socket")
            }
        }
    }

    @Test(
        "A proxy that connects to a Unix socket is trusted if it is named",
        arguments: [(["unix:"], 200), (["127.0.0.1", "::1"], 404), (["10.0.0.0/8", "unix:"], 200)])
    func unixSockets(trusted: [String], status: Int) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString.prefix(8)).sock").path
        let proxies = try TrustedProxies(trusted, reading: [.xForwardedProto, .xForwardedHost])
        try await RunningApp.run(app(behind: proxies), at: .unixDomainSocket(path: path)) { address in
            try await RunningApp.connect(to: address) { connection in
                try await connection.send(
                    "GET /secure HTTP/1.1\r\nHost: x\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: example.com\r\n\r\n"
                )
                #expect(try await connection.read(through: "\r\n").hasPrefix("HTTP/1.1 \(status)"))
            }
        }
    }
}
