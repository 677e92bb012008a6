import Hummingbird
import HummingbirdCore
import NIOCore
import Testing
import Waybill
import WaybillHummingbird
import WaybillManifest
import WaybillRules

private let manifest = """
    waybill: 1
    interceptors:
      gate: { url: "//internal.example/**", reject: { reason: internal, status: 403 }, applies: everywhere }
      plain: { url: "http://plain.example/**", reject: { reason: use https, status: 426 }, applies: everywhere }
    routes:
      - { url: /w, methods: [GET, POST], handler: welcome }
      - { url: /, methods: [GET], handler: welcome }
      - { url: /stream, handler: stream }
      - { url: "//named.example/named", handler: welcome }
      - { url: "https://secure.example/secure", handler: welcome }
    """

@Suite("Requests in HTTP/1.1 and HTTP/1.0", .timeLimit(.minutes(1)))
struct RequestRulesTests {
    /// Runs a server with the checks of `http1(limits:)`, and connects to it.
    private func connected(_ body: (inout RunningApp.Connection) async throws -> Void) async throws {
        var registry = Registry()
        registry.handler("welcome") { request in
            let body = try await request.http.request.body.collect(upTo: 1 << 20)
            return "welcome \(String(buffer: body))\n"
        }
        registry.handler("stream") { _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    try await writer.write(ByteBuffer(string: "in parts"))
                    try await writer.finish(nil)
                })
        }
        let router = try Waybill.Router(compilation: .compile(text: manifest), registry: registry)
        try await RunningApp.run(
            try WaybillResponder(router: router), server: .http1(limits: ConnectionLimits())
        ) { address in try await RunningApp.connect(to: address, body) }
    }

    private func status(_ request: String) async throws -> String {
        var status = ""
        try await connected { connection in
            try await connection.send(request)
            let line = try await connection.read(through: "\r\n")
            status = String(line.dropFirst("HTTP/1.1 ".count).prefix(3))
        }
        return status
    }

    // MARK: Upgrades

    private static let offers = [
        "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n",
        "Connection: upgrade\r\nUpgrade: websocket\r\n", "Connection: keep-alive, UPGRADE\r\nUpgrade: anything/2\r\n",
        "Connection: keep-alive\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n",
    ]

    @Test(
        "A connection goes on in HTTP/1.1 after an upgrade that nobody takes, whether the next request follows at once or later",
        arguments: offers,
        ["", "Content-Length: 4\r\n\r\nbody", "Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n"])
    func upgrades(fields: String, body: String) async throws {
        let body = body.isEmpty ? "\r\n" : body
        let offer = "POST /w HTTP/1.1\r\nHost: a\r\n\(fields)\(body)"
        try await connected { connection in
            try await connection.send(offer + offer + "GET /w HTTP/1.1\r\nHost: a\r\n\r\n")
            for _ in 0..<3 { #expect(try await answer(on: &connection).hasPrefix("HTTP/1.1 200")) }
            for _ in 0..<3 {
                try await connection.send(offer)
                #expect(try await answer(on: &connection).hasPrefix("HTTP/1.1 200"))
            }
        }
    }

    private func answer(on connection: inout RunningApp.Connection) async throws -> String {
        let head = try await connection.read(through: "welcome")
        _ = try await connection.read(through: "\n")
        return head
    }

    @Test(
        "However an upgrade is offered, the connection goes on, or ends and says so",
        arguments: [
            "Upgrade: h2c\r\n", "Connection: close\r\nUpgrade: h2c\r\n", "Connection: upgrade;q=1\r\nUpgrade: h2c\r\n",
            "Connection: \"upgrade\"\r\nUpgrade: h2c\r\n", "Connection:\tUpgrade\r\nUpgrade: h2c\r\n",
            "Connection: keep-alive,\tupgrade\r\nUpgrade: h2c\r\n", "Connection: up grade\r\nUpgrade: h2c\r\n",
            "Connection: Upgrade\r\nUpgrade:\r\n", "Connection: Upgrade \r\nUpgrade: a, b\r\n",
            "Connection: Upgrade\r\n",
            "Connection: ,,Upgrade,,\r\nUpgrade: h2c\r\n", "Proxy-Connection: Upgrade\r\nUpgrade: h2c\r\n",
            "Connection: upgrades\r\nUpgrade: h2c\r\n", "Connection: xupgrade\r\nUpgrade: h2c\r\n",
            "Upgrade: h2c\r\nUpgrade: \r\nConnection: Upgrade\r\n", "Connection: closed upgrade\r\nUpgrade: h2c\r\n",
        ])
    func spellings(fields: String) async throws {
        let next = "GET /w HTTP/1.1\r\nHost: a\r\nX: y\r\n\r\n"
        for length in [0, 2, 24, next.count] {
            try await connected { connection in
                try await connection.send("GET /w HTTP/1.1\r\nHost: a\r\n\(fields)\r\n" + next.prefix(length))
                let first = try await answer(on: &connection)
                #expect(first.hasPrefix("HTTP/1.1 200"), "\(first)")
                if first.lowercased().contains("connection: close") { return }
                try await connection.send(String(next.dropFirst(length)))
                #expect(try await answer(on: &connection).hasPrefix("HTTP/1.1 200"))
            }
        }
    }

    // MARK: HTTP/1.0

    @Test(
        "HTTP/1.0 needs no 'Host' where a pattern names no host",
        arguments: [
            ("GET /w HTTP/1.0\r\n\r\n", "200"), ("GET /named HTTP/1.0\r\n\r\n", "404"),
            ("GET /named HTTP/1.0\r\nHost: named.example\r\n\r\n", "200"), ("GET /w HTTP/1.1\r\n\r\n", "400"),
            ("GET /w HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", "400"),
            ("POST /w HTTP/1.0\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nab", "200"),
            ("POST /w HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400"),
            ("OPTIONS / HTTP/1.0\r\n\r\n", "204"),
        ])
    func old(request: String, status: String) async throws {
        #expect(try await self.status(request) == status)
    }

    @Test("A body without a length is sent to a client of HTTP/1.0 without chunks, up to the end of the connection")
    func oldStream() async throws {
        try await connected { connection in
            try await connection.send("GET /stream HTTP/1.0\r\n\r\n")
            let answer = try await connection.read(through: "never")
            #expect(answer.hasSuffix("\r\n\r\nin parts") && !answer.lowercased().contains("chunked"), "\(answer)")
        }
    }

    @Test(
        "The connection ends after a request of HTTP/1.0, and after 'Connection: close' in any case",
        arguments: ["GET /w HTTP/1.0\r\n\r\n", "GET /w HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n"])
    func ends(request: String) async throws {
        try await connected { connection in
            try await connection.send(request)
            let answer = try await connection.read(through: "never")
            #expect(answer.hasPrefix("HTTP/1.1 200") && answer.lowercased().contains("connection: close"), "\(answer)")
        }
    }

    // MARK: Targets

    @Test(
        "The authority of a whole URL counts, and neither 'Host' nor its scheme",
        arguments: [
            ("http://internal.example/w", "public.example", "403"),
            ("http://public.example/w", "internal.example", "200"),
            ("HTTP://Internal.Example/w", "a", "403"), ("http://internal.example:80/w?x", "a", "403"),
            ("https://plain.example/w", "a", "426"), ("https://secure.example/secure", "secure.example", "404"),
            ("http://public.example", "a", "200"), ("http://public.example?x=/w", "a", "200"),
        ])
    func wholeURLs(target: String, host: String, status: String) async throws {
        #expect(try await self.status("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n") == status)
    }

    @Test(
        "A target that is neither a path nor a URL of the web is rejected",
        arguments: [
            "GET ftp://a/w", "GET http://user@a/w", "GET http://user:secret@a/w", "GET http:///w", "GET http:/w",
            "GET *",
            "POST *", "GET ws://a/w", "GET http://a@/w",
        ])
    func targets(line: String) async throws {
        #expect(try await status("\(line) HTTP/1.1\r\nHost: a\r\n\r\n") == "400")
    }

    @Test("'OPTIONS *' asks for the server itself")
    func options() async throws {
        #expect(try await status("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n") == "204")
    }

    // MARK: Limits

    @Test(
        "A target that is too long gets 414, and fields that are too large get 431",
        arguments: [
            ("GET /\(String(repeating: "a", count: 90_000)) HTTP/1.1\r\nHost: a\r\n\r\n", "414"),
            ("GET /w HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 90_000))\r\n\r\n", "431"),
            ("GET /w HTTP/1.1\r\nHost: a\r\n\(String(repeating: "X: a\r\n", count: 1100))\r\n", "431"),
            ("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", "501"),
        ])
    func limits(request: String, status: String) async throws {
        #expect(try await self.status(request) == status)
    }
}
