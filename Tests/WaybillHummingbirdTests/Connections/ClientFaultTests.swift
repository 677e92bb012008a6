import Hummingbird
import HummingbirdCore
import InMemoryLogging
import Logging
import NIOCore
import Testing
import Waybill
import WaybillHummingbird
import WaybillManifest
import WaybillPrometheus
import WaybillRules

/// A handler that reads the body when it is told to, although its time is over.
private struct Late: Sendable {
    let begin = AsyncStream.makeStream(of: Void.self)
    let results = AsyncStream.makeStream(of: String.self)
}

/// A service whose requests are measured, logged, and counted for a canary.
private struct Service {
    private struct Wrapped: Error {}

    let metrics = PrometheusMetrics()
    let log = InMemoryLogHandler()
    let canary: CanaryRun
    let late = Late()
    private let router: Waybill.Router

    init() throws {
        var registry = Registry()
        registry.handler("read") { request in
            String(buffer: try await request.http.request.body.collect(upTo: 1 << 20))
        }
        registry.handler("wrap") { request -> String in
            do { return String(buffer: try await request.http.request.body.collect(upTo: 1 << 20)) } catch {
                throw Wrapped()
            }
        }
        registry.handler("hide") { request -> Response in
            _ = try? await request.http.request.body.collect(upTo: 1 << 20)
            return Response(status: .badGateway)
        }
        registry.handler("fail") { _ -> String in throw Wrapped() }
        registry.handler("late") { [late] request -> String in
            for await _ in late.begin.stream {}
            // Nobody waits for it any more.
            do {
                late.results.continuation.yield("\(try await request.http.request.body.collect(upTo: 1 << 20))")
            } catch { late.results.continuation.yield("\(error)") }
            return ""
        }
        let text = { (path: String) in
            """
            waybill: 1
            routes:
              - { url: /read, handler: read }
              - { url: /patient, handler: read, timeout: 50ms }
              - { url: /late, handler: late, timeout: 20ms }
              - { url: /wrap, handler: wrap }
              - { url: /hide, handler: hide }
              - { url: \(path), handler: fail }
            """
        }
        router = try Waybill.Router(compilation: .compile(text: text("/fail")), registry: registry)
        let successor = try #require(try router.bind(.compile(text: text("/fails"))))
        canary = try #require(router.startCanary(successor, share: 1, bound: 1, minimumOpens: 100))
    }

    func run(_ limits: ConnectionLimits = ConnectionLimits(), _ body: (SocketAddress) async throws -> Void) async throws
    {
        let responder = try WaybillResponder(router: router, observers: [.metrics(metrics)])
        let log = log
        let logger = Logger(label: "service") { _ in log }
        try await RunningApp.run(responder, server: .http1(limits: limits), logger: logger, body)
    }

    /// The errors in the log and in the metrics, and the faults of the canary.
    var faults: [String] {
        let lines = log.entries.filter { $0.level >= .warning }.map { "\($0.message)" }
            .filter { !$0.hasPrefix("Waiting on child channel") }  // the end of the test's server
        let metrics = metrics.text.split(separator: "\n").filter {
            $0.hasPrefix("waybill_request_errors_total{") && !$0.hasSuffix(" 0")
        }
        return lines + metrics.map(String.init) + (canary.summary.hasPrefix("0 of") ? [] : [canary.summary])
    }
}

/// Waits for an event that has no other sign. The limit of the suite ends a test that fails.
private func eventually(_ condition: () -> Bool) async throws {
    while !condition() { try await Task.sleep(for: .milliseconds(5)) }
}

@Suite("What clients do wrong", .timeLimit(.minutes(1)))
struct ClientFaultTests {
    private static let broken = [
        ("Transfer-Encoding: chunked\r\n\r\nxyz\r\n", "400"), ("Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n", "400"),
        ("Transfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n", "400"), ("Transfer-Encoding: xchunked\r\n\r\nab", "400"),
        ("Transfer-Encoding: gzip\r\n\r\nab", "400"), ("Transfer-Encoding: chunked, gzip\r\n\r\nab", "400"),
        ("Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", "501"),
        ("Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX: \(String(repeating: "a", count: 90_000))\r\n\r\n", "431"),
    ]

    @Test(
        "A broken body is an error of the client: in its response, in the log, in the metrics and for a canary",
        arguments: broken, ["/read", "/wrap", "/hide"])
    func brokenBodies(request: (String, String), path: String) async throws {
        let service = try Service()
        try await service.run { address in
            try await RunningApp.connect(to: address) { connection in
                try await connection.send("POST \(path) HTTP/1.1\r\nHost: a\r\n\(request.0)")
                let answer = try await connection.read(through: "never")
                #expect(answer.hasPrefix("HTTP/1.1 \(request.1) "), "\(answer)")
                #expect(answer.contains(#"{"error":{"message":""#) && answer.lowercased().contains("connection: close"))
            }
        }
        #expect(service.faults == [])
    }

    @Test(
        "A client that leaves in the middle of a body is no error of the service",
        arguments: ["/read", "/wrap", "/hide"])
    func leaves(path: String) async throws {
        let service = try Service()
        try await service.run { address in
            for _ in 0..<3 {
                try await RunningApp.connect(to: address) { connection in
                    try await connection.send("POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{")
                }
            }
            // A whole line: with "3" alone a sum of 3.2 seconds would end the wait too.
            try await eventually { service.metrics.text.contains("status_code=\"400\",http_route=\"\(path)\"} 3\n") }
        }
        #expect(service.faults == [])
    }

    @Test(
        "A client that sends its body too slowly gets 408 from the limit of the connection and from that of the route")
    func slow() async throws {
        let service = try Service()
        for (limit, path) in [(0.1, "/read"), (0.1, "/wrap"), (60, "/patient")] {
            try await service.run(ConnectionLimits(request: .seconds(limit))) { address in
                try await RunningApp.connect(to: address) { connection in
                    try await connection.send("POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{")
                    #expect(try await connection.read(through: "\r\n").hasPrefix("HTTP/1.1 408 "), "\(path)")
                }
            }
        }
        #expect(service.faults == [])
    }

    @Test("A handler that reads after its time limit gets an error, and nothing of the next request")
    func late() async throws {
        let service = try Service()
        try await service.run { address in
            try await RunningApp.connect(to: address) { connection in
                try await connection.send("POST /late HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab")
                #expect(try await connection.read(through: "\r\n\r\n").contains(" 408 "))
                service.late.begin.continuation.finish()
                var results = service.late.results.stream.makeAsyncIterator()
                #expect(await results.next()?.contains("CancellationError") == true)
            }
        }
    }

    @Test("Responses to earlier requests come before the answer to a broken one")
    func pipelined() async throws {
        let service = try Service()
        try await service.run { address in
            for last in [
                "nonsense\r\n\r\n", "POST /read HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
            ] {
                try await RunningApp.connect(to: address) { connection in
                    let first = "POST /read HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nfirst"
                    try await connection.send(first + last)
                    let answer = try await connection.read(through: "first")
                    #expect(answer.hasPrefix("HTTP/1.1 200 ") && !answer.lowercased().contains("connection: close"))
                    let second = try await connection.read(through: "never")
                    #expect(
                        second.hasPrefix("HTTP/1.1 400 ") && second.contains(#"{"error":{"message":""#), "\(second)")
                }
            }
        }
        #expect(service.faults == [])
    }

    @Test("A handler that fails although its client sends everything is an error of the service")
    func ownFaults() async throws {
        let service = try Service()
        try await service.run { address in
            try await RunningApp.connect(to: address) { connection in
                for path in ["/hide", "/fails"] {
                    try await connection.send("POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab")
                    #expect(try await connection.read(through: "\r\n\r\n").contains(" 50"))
                }
            }
        }
        #expect(service.canary.summary.hasPrefix("2 of 2 opens failed"), "\(service.canary.summary)")
        #expect(service.faults.count == 4)
    }
}
