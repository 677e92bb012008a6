import Foundation
import Testing

/// The end of the service, and its behavior with signals and with slow or invalid clients.
@Suite("The notes service as a process", .timeLimit(.minutes(2)))
@MainActor  // not on the shared pool, which computing tests occupy
struct ProcessTests {
    private let folder: RoutesFolder

    /// Clients are as slow as a test is, for which the limit of a route must not end a request.
    init() throws {
        folder = try RoutesFolder()
        try folder.edit("notes.yaml", "    timeout: 5s\n", to: "")
    }

    private func start(
        _ options: String..., environment: [String: String] = [:]
    ) async throws -> (service: ServiceProcess, address: String) {
        let arguments = ["--routes", folder.routes, "--data", folder.data, "--port", "0"]
        let service = try ServiceProcess(arguments: arguments + options, environment: environment)
        return (service, try #require(await service.address(), "\(service.errors)"))
    }

    // MARK: Ends

    /// Makes the list of notes longer than the buffers between a server and a client.
    private func fill(_ http: NotesClient) async throws {
        let text = String(repeating: "x", count: 1_800_000)
        for _ in 0..<5 {
            #expect(try await http("POST", "/notes", #"{"title": "long", "text": "\#(text)"}"#).status == 201)
        }
    }

    @Test("A response in progress is sent completely before the service ends, however slowly it is read")
    func answerUnderWay() async throws {
        let (service, address) = try await start()
        try await fill(NotesClient(address: address))
        let connection = try RawConnection(to: address, receiveBuffer: 4096)
        try connection.send("GET /notes HTTP/1.1\r\nHost: localhost\r\n\r\n")
        var answer = await connection.read(upTo: 4096)
        service.send(SIGTERM)
        try await eventually("it ends") { service.errors.contains("SIGTERM") }
        let head = String(decoding: answer, as: UTF8.self)
        let length = try #require(head.firstMatch(of: /[Cc]ontent-[Ll]ength: (\d+)/).flatMap { Int($0.1) })
        let start = try #require(answer.firstRange(of: Array("\r\n\r\n".utf8))).upperBound
        answer += await connection.readAll()
        #expect(length > 9_000_000 && answer.count - start == length)
        #expect(await service.exitStatus() == 0)
    }

    @Test("A kept connection is answered in a shutdown, with 'Connection: close', also if its client writes 'Close'")
    func keptConnection() async throws {
        let (service, address) = try await start()
        let connection = try RawConnection(to: address)
        try connection.send("POST /notes HTTP/1.1\r\nHost: a\r\nConnection: Close\r\nContent-Length: 16\r\n\r\n{")
        try await eventually("it is there") { try await NotesClient(address: address)("GET", "/").status == 200 }
        service.send(SIGTERM)
        let http = try NotesClient(address: address)
        try await eventually("the drain has begun") { (try? await http("GET", "/")) == nil }
        try connection.send(#""title":"Milk"}"#)
        let answer = await connection.text()
        #expect(answer.hasPrefix("HTTP/1.1 201 ") && answer.lowercased().contains("\r\nconnection: close\r\n"))
        #expect(await service.exitStatus() == 0)
    }

    @Test("Until the drain begins, new connections are answered, and the service says that it is not ready")
    func drainDelay() async throws {
        let (service, address) = try await start("--drain-delay", "3600")
        let http = try NotesClient(address: address)
        #expect(try await http("GET", "/_waybill/ready").status == 200)
        service.send(SIGTERM)
        try await eventually("it says so") { try await http("GET", "/_waybill/ready").status == 503 }
        #expect(try await http("GET", "/").status == 200)
        #expect(service.errors.contains("new connections are accepted for 3600.0 seconds"))
        #expect(await service.stop() == 128 + SIGTERM)
    }

    @Test("A shutdown that is asked for while the manifests are read ends the process at once, with its status")
    func whileReading() async throws {
        for number in 0..<400 {
            try folder.write(
                "waybill: 1\nroutes:\n  - { url: /early/\(number), handler: welcome }\n", to: "early-\(number).yaml")
        }
        let service = try ServiceProcess("--routes", folder.routes, "--port", "0")
        #if os(Linux)
            try await eventually("it has prepared for signals") {
                let status = try String(contentsOfFile: "/proc/\(service.id)/status", encoding: .utf8)
                let caught = status.firstMatch(of: /SigCgt:\s+([0-9a-f]+)/).flatMap { UInt64($0.1, radix: 16) }
                return (caught ?? 0) & 1 << UInt64(SIGTERM - 1) != 0
            }
        #endif
        #expect([0, 128 + SIGTERM].contains(await service.stop()))
    }

    @Test("An incomplete request is ended at the limit, and the service ends")
    func halfRequest() async throws {
        let (service, address) = try await start("--drain", "0.3")
        let connection = try RawConnection(to: address)
        try connection.send("POST /notes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        try await eventually("it is there") { try await NotesClient(address: address)("GET", "/").status == 200 }
        #expect(await service.stop() == 0)
        #expect(service.errors.contains("are cut"))
    }

    @Test("A second signal ends the service at once")
    func secondSignal() async throws {
        let (service, address) = try await start("--drain", "3600")
        let connection = try RawConnection(to: address)
        try connection.send("POST /notes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        try await eventually("it is there") { try await NotesClient(address: address)("GET", "/").status == 200 }
        service.send(SIGTERM)
        try await eventually("it ends") { service.errors.contains("SIGTERM") }
        #expect(await service.stop(by: SIGTERM) == 128 + SIGTERM)
    }

    // MARK: Signals

    #if os(Linux)
        @Test("Signals that come before the service handles them do not end it")
        func earlySignals() async throws {
            // Many files make the start take long enough for signals to arrive during it.
            for number in 0..<400 {
                try folder.write(
                    "waybill: 1\nroutes:\n  - { url: /early/\(number), handler: welcome }\n", to: "early-\(number).yaml"
                )
            }
            let service = try ServiceProcess("--routes", folder.routes, "--port", "0")
            // Bit n - 1 of the masks of ignored, caught and blocked signals is signal n.
            let bits = [SIGHUP, SIGUSR1, SIGUSR2].reduce(UInt64(0)) { $0 | 1 << UInt64($1 - 1) }
            try await eventually("it has prepared for signals") {
                let status = try String(contentsOfFile: "/proc/\(service.id)/status", encoding: .utf8)
                let masks = status.matches(of: /Sig(?:Ign|Cgt):\s+([0-9a-f]+)/).compactMap { UInt64($0.1, radix: 16) }
                return masks.reduce(0, |) & bits == bits
            }
            for signal in [SIGHUP, SIGUSR1, SIGUSR2, SIGHUP] { service.send(signal) }
            _ = try #require(await service.address(), "\(service.errors)")
            for signal in [SIGUSR1, SIGUSR2] { service.send(signal) }
            try await eventually("the early hangup is logged") { service.errors.contains("nothing has changed") }
            #expect(await service.stop() == 0)
        }
    #endif

    @Test("A hangup that changes nothing logs that")
    func hangup() async throws {
        let (service, _) = try await start()
        service.send(SIGHUP)
        try await eventually("the log says so") { service.errors.contains("nothing has changed") }
        #expect(await service.stop() == 0)
    }

    // MARK: The log

    @Test("A log reader that stalls stops neither reloads nor the end")
    func stalledLog() async throws {
        let service = try ServiceProcess(
            arguments: ["--routes", folder.routes, "--port", "0"], readsErrors: false)
        let http = try NotesClient(address: try #require(await service.address()))
        // More bytes than a pipe buffers.
        let routes = (0..<1000).map { "  - { url: /x/\($0), handler: nothing-\($0) }\n" }.joined()
        try folder.write("waybill: 1\nroutes:\n\(routes)", to: "broken.yaml")
        try await eventually("it is rejected") {
            try await http("GET", "/_waybill/status", headers: NotesClient.asOperator).body.contains(
                #""healthy":false"#)
        }
        try folder.remove("broken.yaml")
        try folder.edit("site.yaml", "id: welcome\n    url: /", to: "id: welcome\n    urls: [/, /hello]")
        try await eventually("the change is live") { try await http("GET", "/hello").status == 200 }
        #expect(await service.stop() == 0)
    }

    @Test("Each event is one line, also as JSON: a set with many errors is one event with their number")
    func lines() async throws {
        let (service, _) = try await start(environment: ["LOG_FORMAT": "json", "LOG_LEVEL": "error"])
        let routes = (0..<50).map { "  - { url: /x/\($0), handler: nothing-\($0) }\n" }.joined()
        try folder.write("waybill: 1\nroutes:\n\(routes)", to: "broken.yaml")
        // Waits for a whole line, because a pipe may deliver it in parts.
        try await eventually("it is logged") {
            service.errors.contains("50 errors") && service.errors.hasSuffix("\n")
        }
        struct Line: Decodable {
            var level: String
            var message: String
            var metadata: [String: String]?
        }
        let lines = service.errors.split(separator: "\n")
        let decoded = try lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        #expect(decoded.map(\.level) == ["error"])
        #expect(decoded.first?.message.contains("\n") == false)
        #expect(decoded.first?.metadata?["diagnostics"]?.contains("broken.yaml:3:") == true)
        #expect(await service.stop() == 0)
    }

    // MARK: HTTP

    @Test(
        "Invalid requests get 400 with the error as JSON",
        arguments: [
            "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
            "nonsense\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
        ])
    func wrongRequests(request: String) async throws {
        let (service, address) = try await start()
        let connection = try RawConnection(to: address)
        try connection.send(request)
        let answer = await connection.text()
        #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
        #expect(
            answer.contains(#"{"error":{"message":""#) && answer.lowercased().contains("content-type: application/json")
        )
        #expect(await service.stop() == 0)
    }

    @Test("A client that waits for '100 Continue' gets it")
    func continues() async throws {
        let (service, address) = try await start()
        let connection = try RawConnection(to: address)
        try connection.send(
            "POST /notes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 16\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n"
        )
        #expect(String(decoding: await connection.read(), as: UTF8.self) == "HTTP/1.1 100 Continue\r\n\r\n")
        try connection.send(#"{"title":"Milk"}"#)
        #expect(await connection.text().hasPrefix("HTTP/1.1 201 "))
        #expect(await service.stop() == 0)
    }

    @Test("A client that does not send its request in time gets an error")
    func slowBody() async throws {
        let (service, address) = try await start("--request-limit", "0.3")
        let body = try RawConnection(to: address)
        try body.send("POST /notes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{")
        let answer = await body.text()
        #expect(answer.hasPrefix("HTTP/1.1 408 ") && answer.contains(#"{"error":{"message":"#), "\(answer)")
        #expect(await service.stop() == 0)
    }

    @Test("A connection that is idle is closed, also in the head of a request and in its body")
    func idleConnections() async throws {
        let (service, address) = try await start("--idle-limit", "0.3")
        let texts = [
            "", "GET / HTTP/1.1\r\nHost: local", "POST /notes HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{",
        ]
        let connections = try texts.map { text in
            let connection = try RawConnection(to: address)
            if !text.isEmpty { try connection.send(text) }
            return connection
        }
        for connection in connections { #expect(await connection.text() == "") }
        #expect(await service.stop() == 0)
    }

    @Test("Above the limit, connections wait, and are answered when one ends")
    func connectionLimit() async throws {
        let (service, address) = try await start("--connections", "2")
        let request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
        var open = try (0..<2).map { _ in try RawConnection(to: address) }
        for connection in open {
            try connection.send(request)
            #expect(String(decoding: await connection.read(), as: UTF8.self).hasPrefix("HTTP/1.1 200 "))
        }
        let next = try RawConnection(to: address)
        try next.send(request)
        open.removeAll()
        #expect(String(decoding: await next.read(), as: UTF8.self).hasPrefix("HTTP/1.1 200 "))
        #expect(await service.stop() == 0)
    }

    @Test("Above the limit of connections, the probe of the process is answered, and the log says why others wait")
    func probeAboveTheLimit() async throws {
        let (service, address) = try await start("--connections", "1")
        let request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let open = try RawConnection(to: address)
        try open.send(request)
        #expect(String(decoding: await open.read(), as: UTF8.self).hasPrefix("HTTP/1.1 200 "))
        let waiting = try RawConnection(to: address)
        try waiting.send(request)
        #expect(try await NotesClient(address: address)("GET", "/_waybill/live").status == 200)
        try await eventually("the log says so") {
            service.errors.contains("the limit of open connections, 1, is reached")
        }
        #expect(await service.stop() == 0)
    }
}
