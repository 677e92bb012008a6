import Foundation
import Testing
import WaybillManifest
import WaybillRules
import WaybillSyntax

@testable import WaybillTraffic

@Suite("Traffic")
struct TrafficTests {
    static let set = """
        waybill: 1
        interceptors:
          log: { url: "/**", use: log }
          old: { url: "/old/:id", rewrite: "/notes/:id" }
          closed: { url: "/closed/**", reject: closed }
        routes:
          - { id: show, url: /notes/:id, methods: [GET], handler: show }
          - { id: create, url: /notes, methods: [POST], handler: create }
          - { id: number, url: /numbers/:n, params: { n: int }, handler: number }
          - { id: reset, url: /reset/:token/done, handler: reset }
          - { id: host, url: //example.com/only, handler: only }
          - { id: app, url: app://x, handler: x }
          - { id: idle, url: /idle, handler: idle }
          - { id: moved, url: /moved/:id, forward: /notes/:id }

        """

    private func report(_ log: String, _ change: (inout TrafficOptions) -> Void = { _ in }) throws -> TrafficReport {
        try report(bytes: Array(log.utf8), change)
    }

    private func report(
        bytes: [UInt8], set: String = Self.set, _ change: (inout TrafficOptions) -> Void = { _ in }
    ) throws -> TrafficReport {
        let compilation = Compilation.compile(text: set)
        #expect(!compilation.hasErrors, "\(compilation.diagnostics.map(\.message))")
        var options = TrafficOptions()
        change(&options)
        return try withLog(bytes) { path in try #require(try TrafficReport([path], compilation, options)) }
    }

    private static func line(_ request: String, _ status: Int = 200, at time: String = "27/Nov/2029:10:00:00 +0000")
        -> String
    { "10.0.0.1 - - [\(time)] \"\(request)\" \(status) 5 \"-\" \"-\"\n" }

    private func counts(_ rows: [TrafficReport.Count]) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.requests) })
    }

    // MARK: Real programs

    private static let logs = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/traffic/logs")

    @Test(
        "The logs of real programs are read to the last field",
        arguments: [
            // The number of requests, of those without a valid URL, and of lines that are no requests.
            ("nginx-combined", 16, 2, 0), ("nginx-json", 16, 3, 0), ("apache-common", 16, 2, 0),
            ("apache-combined", 16, 2, 0), ("apache-vhost", 16, 2, 0), ("haproxy", 17, 6, 0), ("lighttpd", 16, 5, 0),
            ("caddy", 11, 0, 12),
        ])
    func realLogs(name: String, requests: Int, invalid: Int, unreadable: Int) throws {
        let compilation = Compilation.compile(text: Self.set)
        let path = Self.logs.appending(path: "\(name).log").path
        let report = try #require(try TrafficReport([path], compilation, TrafficOptions()))
        #expect(report.requests == requests)
        #expect(report.invalid == invalid, "\(report.text())")
        #expect(report.unreadableLines == unreadable, "\(report.text())")
        let routes = Dictionary(uniqueKeysWithValues: report.routes.map { ($0.id, $0.requests) })
        // Each program lets through others of the hostile requests.
        #expect(try #require(routes["show"]) >= 6 && routes["create"] == 1, "\(routes)")
        #expect(counts(report.redirects) == ["old": 1])
        #expect(report.notAllowed.contains { $0.shape == "/notes/*" && $0.allowed == ["GET", "HEAD"] })
        let times = try #require(report.first.map { ($0, report.last) })
        #expect(times.1.map { 0...60_000 ~= $0 - times.0 } == true)
    }

    // MARK: What is asked

    @Test("Requests count for their route, and routes without requests are listed")
    func routes() throws {
        let report = try report(
            Self.line("GET /notes/1?x=1 HTTP/1.1") + Self.line("HEAD /notes/2 HTTP/1.0", 304)
                + Self.line("GET /old/3 HTTP/1.1", 500, at: "28/Nov/2029:11:00:00 +0100")
                + Self.line("GET /moved/4 HTTP/1.1") + Self.line("GET /closed/x HTTP/2.0", 403)
                + Self.line("DELETE /notes/1 HTTP/1.1", 405))
        #expect(report.requests == 6)
        let show = try #require(report.routes.first)
        #expect((show.id, show.requests, show.share) == ("show", 4, 4.0 / 6))
        #expect(show.statuses == ["2xx": 2, "3xx": 1, "5xx": 1])
        #expect(show.last.map(LogClock.text) == "2029-11-28T10:00:00Z")
        #expect(show.example == "GET /notes/1")
        #expect(report.neverRequested == ["create", "idle", "number", "reset"])
        #expect(report.undecidable == ["app", "host"])
        #expect(counts(report.redirects) == ["old": 1, "moved": 1])
        #expect(counts(report.rejected) == ["closed": 1])
        #expect(counts(report.interceptors) == ["log": 5, "old": 1, "closed": 1])
        #expect(report.notAllowed.map(\.shape) == ["/notes/*"] && report.notAllowed[0].example == "DELETE /notes/x")
    }

    @Test("With a host, routes with a host are decided; with a scheme, all others")
    func hosts() throws {
        let line = Self.line("GET /only HTTP/1.1")
        let named = try report(line) { $0.host = "example.com" }
        #expect(named.routes.map(\.id) == ["host"] && named.undecidable == ["app"])
        let other = try report(line) {
            $0.host = "example.org"
            $0.scheme = "https"
        }
        #expect(other.undecidable.isEmpty && other.neverRequested.contains("host"))
        #expect(counts(other.hosts) == ["other": 1])
        let app = try report(Self.line("GET /x HTTP/1.1")) { $0.scheme = "app" }
        #expect(app.routes.map(\.id) == ["app"])
        let whole = try report(Self.line("GET http://example.com/only HTTP/1.1"))
        #expect(whole.routes.map(\.id) == ["host"])
    }

    @Test("Requests without a route are grouped by shape, with the nearest route")
    func unmatched() throws {
        let report = try report(
            Self.line("GET /numbers/abc HTTP/1.1", 404) + Self.line("GET /numbers/secret HTTP/1.1", 404)
                + Self.line("GET /what/ever/notes HTTP/1.1", 404) + Self.line("BREW /notes HTTP/1.1", 405))
        #expect(report.unmatched.map(\.shape) == ["/numbers/*", "/*/*/notes"])
        #expect(report.unmatched.map(\.requests) == [2, 1])
        #expect(report.unmatched[0].example == "GET /numbers/x")
        #expect(report.unmatched[0].nearest?.route == "number")
        #expect(report.unmatched[0].nearest?.lost == "parameter 'n' does not accept 'x'")
        #expect(report.unmatched[1].nearest == nil)
        // The method is the client's word, so another one that is not allowed is shown.
        #expect(report.notAllowed[0].example == "GET /notes")
    }

    @Test("A wrong method is no request for the fallback, unless the fallback serves other methods")
    func wrongMethod() throws {
        let log = Self.line("DELETE /notes/1 HTTP/1.1", 405) + Self.line("DELETE /none HTTP/1.1", 404)
        let fallback = Self.set + "fallback: { handler: lost }\n"
        let refused = try report(bytes: Array(log.utf8), set: fallback)
        #expect(refused.notAllowed.map(\.shape) == ["/notes/*"] && refused.unmatched.map(\.requests) == [1])
        #expect(refused.fallback == 1)
        let open = try report(
            bytes: Array(log.utf8), set: fallback.replacing("lost }", with: "lost, other_methods: true }"))
        #expect(open.notAllowed.isEmpty && open.unmatched.map(\.requests) == [1, 1] && open.fallback == 2)
    }

    @Test("Only requests of a period count")
    func period() throws {
        let log = (0..<10).map { Self.line("GET /idle HTTP/1.1", at: "27/Nov/2029:10:00:0\($0) +0000") }.joined()
        let some = try report(log) {
            $0.since = TrafficOptions.time("2029-11-27T11:00:02+01:00")
            $0.until = TrafficOptions.time("2029-11-27T10:00:05Z")
        }
        #expect(some.requests == 3)
        #expect(some.first.map(LogClock.text) == "2029-11-27T10:00:02Z")
        #expect(some.last.map(LogClock.text) == "2029-11-27T10:00:04Z")
        #expect(try report(log) { $0.since = TrafficOptions.time("2029-11-28") }.requests == 0)
        let untimed = try report("{\"uri\": \"/idle\", \"status\": 200}\n") { $0.since = 0 }
        #expect(untimed.requests == 0 && untimed.unreadableLines == 1)
    }

    @Test("Fields of JSON lines can be named, and each common name is known")
    func fields() throws {
        let own = "{\"a\":{\"m\":\"POST\",\"p\":\"/notes\"},\"s\":201,\"t\":1893456000123}\n"
        let named = try report(own) {
            $0.format = .json
            $0.fields = JSONFieldNames([.method: ".a.m", .url: ".a.p", .status: ".s", .time: ".t"])
        }
        #expect(named.routes.map(\.id) == ["create"] && named.routes[0].statuses == ["2xx": 1])
        #expect(named.first.map(LogClock.text) == "2030-01-01T00:00:00.123Z")
        for line in [
            #"{"RequestMethod":"GET","RequestPath":"/idle","DownstreamStatus":200,"StartUTC":"2030-01-01T00:00:00.5Z"}"#,
            #"{"method":"GET","path":"/idle","response_code":200,"start_time":"2030-01-01T00:00:00.500Z","authority":"h.x"}"#,
            #"{"request":"GET /idle HTTP/1.1","status":"200","msec":"1893456000.500"}"#,
            #"{"http":{"request":{"method":"GET"},"response":{"status_code":200}},"url":{"path":"\/idle"},"@timestamp":"2030-01-01T01:00:00.5+01:00"}"#,
        ] {
            let report = try report(line + "\n")
            #expect(report.routes.map(\.id) == ["idle"] && report.routes.first?.statuses == ["2xx": 1], "\(line)")
            #expect(report.first == 1_893_456_000_500, "\(line)")
        }
    }

    @Test("The log of a Waybill service names routes")
    func ownLog() throws {
        let head =
            "2030-01-01T00:00:00+0000 info http: hb.request.id=1 http.request.method=GET http.response.status_code="
        let lines = [
            head + "200 http.route=/notes/{id} waybill.generation=1 waybill.route=show [App] GET /notes/{id} 200",
            head + "404 waybill.generation=1 [App] GET - 404",
            head + "200 waybill.route=gone [App] GET /gone 200",
        ]
        let report = try report(lines.joined(separator: "\n"))
        #expect(report.routes.map(\.id) == ["show"] && report.requests == 2 && report.unreadableLines == 1)
        // Such a log does not say which forward led to a route.
        #expect(report.undecidable == ["moved"])
        let json =
            "{\"time\":\"2030-01-01T00:00:00Z\",\"metadata\":{\"http.request.method\":\"GET\",\"waybill.route\":\"idle\","
        let other = try self.report(json + "\"http.response.status_code\":\"200\"}}\n")
        #expect(other.routes.map(\.id) == ["idle"] && other.routes[0].statuses == ["2xx": 1])
    }

    // MARK: Privacy

    @Test("Nothing logged is shown, unless it is wanted; queries and secrets are never shown")
    func privacy() throws {
        let log =
            Self.line("GET /notes/alpha?q=bravo HTTP/1.1") + Self.line("CHARLIE /notes/delta HTTP/1.1")
            + Self.line("GET /reset/echo/done HTTP/1.1") + Self.line("GET /reset/foxtrot/golf HTTP/1.1")
            + Self.line("GET http://hotel.example/india HTTP/1.1") + "juliett\n" + Self.line("kilo")
        let words = [
            "alpha", "bravo", "CHARLIE", "delta", "echo", "foxtrot", "golf", "hotel", "india", "juliett", "kilo",
        ]
        func texts(_ report: TrafficReport) -> String { report.text() + report.json + report.markdown() }
        let closed = texts(try report(log))
        for word in words { #expect(!closed.contains(word), "\(word)") }
        let open = texts(try report(log) { $0.showsValues = true })
        let shown = Set(words.filter { open.contains($0) })
        #expect(shown == ["alpha", "delta", "golf", "india"])
    }

    // MARK: Bad input

    @Test("Lines that are no requests are counted by reason, whatever they contain")
    func badLines() throws {
        let good = Self.line("GET /idle HTTP/1.1")
        let bad = [
            "no time", "[27/Nov/2029:10:00:61 +0000] \"GET / HTTP/1.1\" 200",
            "- - - [30/Feb/2029:10:00:00 +0000] \"x\" 1",
            "x [27/Nov/2029:10:00:00 +0000] \"GET /a", "x [27/Nov/2029:10:00:00 +0000] \"GET /a\" x", "[27/Nov/2029:",
            "\"", "[", "\\", "x [27/Nov/2029:10:00:00 +0000] \"\\", "\u{0}\u{0}",
        ]
        let hostile: [[UInt8]] = [[0xFF, 0xFE, 0x00, 0x22], Array(repeating: 0x5B, count: 100), [0x80]]
        var bytes = Array(good.utf8)
        for line in bad { bytes += line.utf8 + [0x0A] }
        for line in hostile { bytes += line + [0x0A] }
        bytes += Array(good.utf8.dropLast())
        for format in LogFormat.allCases {
            let report = try report(bytes: bytes) { $0.format = format }
            let lines = report.requests + report.unreadableLines
            #expect(lines == bad.count + hostile.count + 2, "\(format): \(report.text())")
            if format == .combined { #expect(report.requests == 2 && report.unreadable.count > 3) }
        }
    }

    @Test("A file is read in chunks, and a line that is too long is left out")
    func chunks() throws {
        let line = Self.line("GET /idle HTTP/1.1")
        let count = 3 * LogSource.chunkSize / line.utf8.count
        let many = String(repeating: line, count: count)
        let long = String(repeating: "x", count: 3 * LogSource.chunkSize)
        let report = try report(many + long + "\n" + many + "bad\n" + long)
        #expect(report.requests == 2 * count)
        #expect(report.unreadableLines == 3)
        let first = Dictionary(uniqueKeysWithValues: report.unreadable.map { ($0.reason, $0.firstLine) })
        #expect(first[LineProblem.tooLong.words] == count + 1)
        #expect(first[LineProblem.noTime.words] == 2 * count + 2)
    }

    @Test("A file that is no log is refused with the solution")
    func noLogs() throws {
        func problem(_ bytes: [UInt8]) throws -> LogProblem? {
            do { _ = try report(bytes: bytes) } catch let problem as LogProblem { return problem }
            return nil
        }
        let gzip = try #require(try problem([0x1F, 0x8B, 8, 0, 0, 0]))
        #expect(gzip.words(for: "waybill traffic").contains("pipe it through zcat") && gzip.isWrongUsage)
        let unknown = try #require(try problem(Array("hello\nworld\n".utf8)))
        #expect(unknown.words(for: "").contains("'--log-format'") && unknown.isWrongUsage)
        #expect(try problem([]) == nil)
        #expect(try problem(Array("\n \n".utf8)) == nil)
        let compilation = Compilation.compile(text: Self.set)
        for path in ["/nowhere.log", "/"] {
            do {
                _ = try TrafficReport([path], compilation, TrafficOptions())
                Issue.record("\(path) is no log")
            } catch { #expect(!error.isWrongUsage && error.words(for: "").contains("'\(path)'")) }
        }
    }

    @Test("Any text is read without a crash, in every format")
    func anyText() throws {
        var random = SystemRandomNumberGenerator()
        let parts = [
            "[27/Nov/2029:10:00:00 +0000] ", "\"GET /idle HTTP/1.1\" ", "200 ", "- ", "{\"uri\":", "\"/a\"", "}", ",",
            "\\u00",
            "\\uD83D", "\\", "\"", "[", "]", "#2", "\u{0}", "é", "h:1 ", " ", "\\x", " waybill.route=", "null", "\n",
            " http.request.method=GET http.response.status_code=200",
        ]
        for _ in 0..<100 {
            let text = (0..<40).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
            for format in LogFormat.allCases { _ = try report(text) { $0.format = format } }
        }
    }
}
