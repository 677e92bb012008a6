import InMemoryLogging
import Logging
import Metrics
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing
import WaybillPrometheus

@testable import WaybillHummingbird

#if canImport(Glibc)
    import Glibc
#endif

@Suite("Connections in a shutdown, and above the limit")
struct DrainTests {
    /// What a server of hummingbird does at the end of the pipeline: it counts requests, and closes as it is told.
    private final class Server: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        var requests = 0
        var hasQuiesced = false

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if case .head = unwrapInboundIn(data) { requests += 1 }
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event is ChannelShouldQuiesceEvent { hasQuiesced = true }
        }
    }

    private struct Connection {
        let channel: EmbeddedChannel
        let server = Server()

        init(_ handlers: [any ChannelHandler]) throws {
            channel = EmbeddedChannel(loop: EmbeddedEventLoop())
            try channel.pipeline.syncOperations.addHandlers(handlers + [server])
            channel.connect(to: try SocketAddress(unixDomainSocketPath: "/none"), promise: nil)
        }

        func ask(_ path: String = "/", headers: HTTPHeaders = [:]) throws {
            var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: path, headers: ["Host": "localhost"])
            head.headers.add(contentsOf: headers)
            try channel.writeInbound(HTTPServerRequestPart.head(head))
            try channel.writeInbound(HTTPServerRequestPart.end(nil))
            channel.embeddedEventLoop.run()
        }

        func answer() throws -> HTTPResponseHead? {
            try channel.writeOutbound(HTTPServerResponsePart.head(.init(version: .http1_1, status: .ok)))
            try channel.writeOutbound(HTTPServerResponsePart.end(nil))
            return try sent()
        }

        /// The head of the next response.
        func sent() throws -> HTTPResponseHead? {
            var head: HTTPResponseHead?
            while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
                if case .head(let next) = part { head = head ?? next }
            }
            return head
        }

        func quiesce() { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
    }

    // MARK: Shutdown

    private func connection() throws -> Connection {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return try Connection([ConnectionHandler(RequestDecoder(), RequestClient(), requestLimit: .seconds(60), logger)]
        )
    }

    @Test("A request in progress is answered with 'Connection: close', and the server closes the connection after it")
    func inProgress() throws {
        let connection = try connection()
        try connection.ask(headers: ["Connection": "Close"])
        connection.quiesce()
        #expect(connection.server.hasQuiesced)
        #expect(try connection.answer()?.headers.first(name: "Connection") == "close")
    }

    @Test(
        "An idle connection has a second for a request that is on its way, which is answered with 'Connection: close'")
    func onItsWay() throws {
        let connection = try connection()
        try connection.ask()
        #expect(try connection.answer()?.headers.first(name: "Connection") == nil)
        connection.quiesce()
        #expect(!connection.server.hasQuiesced)
        try connection.ask()
        #expect(connection.server.requests == 2 && connection.server.hasQuiesced)
        #expect(try connection.answer()?.headers.first(name: "Connection") == "close")
    }

    @Test("A connection that stays idle in a shutdown is closed after a second")
    func idle() throws {
        let connection = try connection()
        connection.quiesce()
        connection.channel.embeddedEventLoop.advanceTime(by: .milliseconds(999))
        #expect(!connection.server.hasQuiesced)
        connection.channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(connection.server.hasQuiesced)
    }

    // MARK: The limit

    /// Connections of one server that has room for one, with eight places to wait.
    private struct Limited {
        let queue: ConnectionQueue
        let metrics = PrometheusMetrics()
        let log = InMemoryLogHandler()

        init() {
            let logger = Logger(label: "test") { [log] _ in log }
            queue = ConnectionQueue(ConnectionLimits(connections: 1), logger: logger, metrics: metrics)
        }

        func connect() throws -> Connection {
            try Connection([ConnectionQueueHandler(queue, probes: ["/live"])])
        }
    }

    @Test("Above the limit a request waits until a connection ends; log and metrics say so")
    func waits() throws {
        let limited = Limited()
        let (first, second) = (try limited.connect(), try limited.connect())
        try first.ask()
        try second.ask()
        #expect((first.server.requests, second.server.requests) == (1, 0))
        for line in ["waybill_connections 1", "waybill_connections_limit 1", "waybill_connections_waiting 1"] {
            #expect(limited.metrics.text.contains("\n\(line)\n"))
        }
        let line = "the limit of open connections, 1, is reached; further ones wait"
        #expect(limited.log.entries.map { "\($0.message)" } == [line])
        _ = try first.channel.finish()
        second.channel.embeddedEventLoop.run()
        #expect(second.server.requests == 1)
        #expect(limited.metrics.text.contains("\nwaybill_connections_waiting 0\n"))
        _ = try second.channel.finish()
        #expect(limited.metrics.text.contains("\nwaybill_connections 0\n"))
    }

    @Test("A probe is answered above the limit, and its connection ends")
    func probe() throws {
        let limited = Limited()
        let (first, probe) = (try limited.connect(), try limited.connect())
        try probe.ask("/live?verbose")
        #expect((first.server.requests, probe.server.requests) == (0, 1))
        #expect(try probe.answer()?.headers.first(name: "Connection") == "close")
        try probe.ask("/other")
        #expect(probe.server.requests == 1)
    }

    @Test("If too many wait, the longest waiting gets 503, so that a probe always gets in")
    func tooMany() throws {
        let limited = Limited()
        let open = try limited.connect()
        let waiting = try (0..<9).map { _ in try limited.connect() }
        let probe = try limited.connect()
        try probe.ask("/live")
        #expect(probe.server.requests == 1)
        for connection in waiting { connection.channel.embeddedEventLoop.run() }
        #expect(try waiting.map { try $0.sent()?.status.code } == [503, 503] + Array(repeating: nil, count: 7))
        #expect(waiting.map(\.channel.isActive) == [false, false] + Array(repeating: true, count: 7))
        #expect(limited.metrics.text.contains("waybill_connections_refused_total 2"))
        withExtendedLifetime(open) {}
    }

    #if canImport(Glibc)
        @Test("No more connections are open than the limit of open files permits")
        func openFiles() async {
            await #expect(processExitsWith: .success) {
                var limit = rlimit(rlim_cur: 100, rlim_max: 100)
                unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)  // a plain call on a local value
                #expect(ConnectionLimits(connections: 5000).permitted == 34)
                #expect(ConnectionLimits(connections: 20).permitted == 20)
            }
        }
    #endif

    @Test("In a shutdown, connections that wait are answered")
    func waitingInShutdown() throws {
        let limited = Limited()
        let (open, second) = (try limited.connect(), try limited.connect())
        try second.ask()
        second.quiesce()
        #expect(second.server.requests == 1)
        withExtendedLifetime(open) {}
    }
}
