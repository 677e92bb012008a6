import Foundation
import Hummingbird
import InMemoryLogging
import InMemoryTracing
import Logging
import NIOEmbedded
import Testing
import Tracing
import Waybill
import WaybillHTTPTestSupport
import WaybillHummingbird
import WaybillManifest
import WaybillPrometheus
import WaybillRules

private let manifest = """
    waybill: 1
    interceptors:
      gate: { url: /closed, reject: { reason: no entry, status: 403 } }
      astray: { url: /astray, rewrite: "/nowhere?token=constant" }
      lost: { url: "/lost/:id", rewrite: /broken }
      guard: { url: "/**", use: guard }
    routes:
      - { id: note, url: "/notes/:id", handler: note }
      - { id: stream, url: /stream, handler: stream }
      - { id: closed, url: /closed, handler: note }
      - { id: broken, url: /broken, handler: broken }
      - { id: cancelled, url: /cancelled, handler: cancelled }
      - { id: old, url: "/old/:id", forward: "/notes/:id" }
      - { id: worn, url: "/worn/:id", forward: /broken }
    """

private struct Broken: Error {}

private enum Tenant: ServiceContextKey {
    typealias Value = String
}

@Suite("Observers of requests", .timeLimit(.minutes(1)))
struct ObservingTests {
    /// The names of the parent spans in handlers and in the app's own routes.
    private static func spanID() -> String { ServiceContext.current?.inMemorySpanContext?.spanID ?? "none" }

    private func router() throws -> Waybill.Router {
        var registry = Registry()
        registry.handler("note") { request in
            Response(
                status: .ok,
                body: .init(byteBuffer: ByteBuffer(string: "\(try request.http.context.id) \(Self.spanID())")))
        }
        registry.handler("stream") { _ in
            Response(
                status: .ok,
                body: .init { writer in
                    let id = Logger.current[metadataKey: "hb.request.id"]
                    try await writer.write(ByteBuffer(string: "\(id ?? "none") \(Self.spanID())"))
                    try await writer.finish(nil)
                })
        }
        registry.handler("broken") { _ -> String in throw Broken() }
        registry.handler("cancelled") { _ -> String in throw CancellationError() }
        registry.interceptor("guard") { request, next in
            guard try request.http.headers[.authorization] != nil else { return try await next(request) }
            return try await withSpan("guard") { _ in try await next(request) }
        }
        return try Waybill.Router(compilation: .compile(text: manifest), registry: registry)
    }

    /// An app with a route of its own.
    private func app(
        _ observers: [RequestObserver], hasTracing: Bool = false
    ) throws -> some ApplicationProtocol {
        let app = Hummingbird.Router()
        if hasTracing { app.add(middleware: TracingMiddleware()) }
        app.add(middleware: try WaybillMiddleware(router(), observers: observers))
        app.get("/own/:id") { _, context in "\(context.id) \(Self.spanID())" }
        app.get("/teapot") { _, _ -> String in throw HTTPError(.init(code: 418)) }
        return Application(responder: app.buildResponder(), logger: Logger(label: "kept") { _ in InMemoryLogHandler() })
    }

    @discardableResult
    private func ask(
        _ path: String, _ method: HTTPRequest.Method = .get, headers: HTTPFields = [:],
        by observers: [RequestObserver], hasTracing: Bool = false
    ) async throws -> HTTPTestResponse {
        try await app(observers, hasTracing: hasTracing).test { client in
            try await client.execute(uri: path, method: method, headers: headers)
        }
    }

    // MARK: Metrics

    @Test("Metrics count by template, method and status, for the manifests' routes and for the app's own")
    func metrics() async throws {
        let metrics = PrometheusMetrics()
        let observers = [RequestObserver.metrics(metrics)]
        for path in ["/notes/1", "/notes/2", "/own/3", "/old/4", "/nowhere/5", "/closed", "/broken"] {
            try await ask(path, by: observers)
        }
        try await ask("/notes/1", .init("PURGE") ?? .get, by: observers)
        let lines = Set(metrics.text.split(separator: "\n"))
        for expected in [
            "waybill_requests_total{http_request_method=\"GET\",http_response_status_code=\"200\",http_route=\"/notes/{id}\"} 3",
            "waybill_requests_total{http_request_method=\"GET\",http_response_status_code=\"200\",http_route=\"/own/{id}\"} 1",
            "waybill_requests_total{http_request_method=\"GET\",http_response_status_code=\"404\",http_route=\"NotFound\"} 1",
            "waybill_requests_total{http_request_method=\"GET\",http_response_status_code=\"403\",http_route=\"/closed\"} 1",
            "waybill_requests_total{http_request_method=\"_OTHER\",http_response_status_code=\"200\",http_route=\"/notes/{id}\"} 1",
            "waybill_request_errors_total{error_type=\"500\",http_request_method=\"GET\",http_route=\"/broken\"} 1",
            "http_server_request_duration_seconds_count{http_request_method=\"GET\",http_response_status_code=\"500\",http_route=\"/broken\"} 1",
            "http_server_active_requests{http_request_method=\"GET\"} 0",
        ] { #expect(lines.contains(Substring(expected)), "\(expected)\n\(metrics.text)") }
        let errors = lines.filter { $0.contains("errors_total{") }
        #expect(errors.filter { $0.hasSuffix(" 1") }.count == 1)
        #expect(errors.contains { $0.contains("/notes/{id}") && $0.hasSuffix(" 0") })
    }

    @Test("Templates beyond the limit share a dimension")
    func routeLimit() async throws {
        let metrics = PrometheusMetrics()
        let observers = [RequestObserver.metrics(metrics, routeLimit: 1)]
        for path in ["/notes/1", "/own/2", "/notes/3"] { try await ask(path, by: observers) }
        #expect(metrics.text.contains("http_route=\"/notes/{id}\"} 2\n"))
        #expect(metrics.text.contains("http_route=\"_OTHER\"} 1\n"))
        #expect(!metrics.text.contains("/own/{id}"))
    }

    @Test("After a reload, the series of removed routes end; those of other routes and of the app's own stay")
    func removedRoutes() async throws {
        let metrics = PrometheusMetrics()
        let router = try router()
        let app = Hummingbird.Router()
        app.add(middleware: try WaybillMiddleware(router, observers: [.metrics(metrics)]))
        app.get("/own/:id") { _, context in context.id }
        let running = Application(
            responder: app.buildResponder(), logger: Logger(label: "kept") { _ in InMemoryLogHandler() })
        try await running.test { client in
            for path in ["/notes/1", "/broken", "/own/1", "/nowhere"] {
                _ = try await client.execute(uri: path, method: .get)
            }
            for round in 1...20 {
                let url = "/later/\(round)"
                let routes = ["/notes/:id", url].map { "  - { url: \"\($0)\", handler: note }\n" }.joined()
                let text = "waybill: 1\nroutes:\n\(routes)"
                _ = try router.replace(with: .compile(text: text))
                _ = try await client.execute(uri: url, method: .get)
            }
        }
        let text = metrics.text
        let routes = Set(text.matches(of: /http_route="([^"]*)"/).map { String($0.1) })
        #expect(routes == ["/notes/{id}", "/own/{id}", "NotFound", "/later/20"])
        #expect(text.contains("http_response_status_code=\"200\",http_route=\"/notes/{id}\"} 1\n"))
    }

    // MARK: Traces

    @Test("A request has a span with the template and the interceptors that ran, in the trace of its headers")
    func span() async throws {
        let tracer = InMemoryTracer()
        let incoming = ["in-memory-trace-id": "their-trace", "in-memory-span-id": "their-span"]
        let fields = try HTTPFields(
            incoming.map { HTTPFields.Element(name: try #require(.init($0.key)), value: $0.value) })
        let answer = try await ask("/old/4", headers: fields, by: [.traces(tracer)])
        let span = try #require(tracer.finishedSpans.first)
        #expect(tracer.finishedSpans.count == 1)
        #expect(span.operationName == "GET /notes/{id}" && span.kind == .server)
        #expect(span.traceID == "their-trace" && span.parentSpanID == "their-span")
        #expect(span.attributes["http.route"]?.toSpanAttribute() == "/notes/{id}")
        #expect(span.attributes["http.response.status_code"]?.toSpanAttribute() == 200)
        #expect(span.attributes["waybill.route"]?.toSpanAttribute() == "note")
        #expect(span.attributes["waybill.interceptors"]?.toSpanAttribute() == .stringArray(["guard"]))
        #expect(span.attributes["waybill.hops"]?.toSpanAttribute() == .stringArray(["route 'old'"]))
        #expect(span.attributes["waybill.generation"]?.toSpanAttribute() == 1)
        #expect(String(buffer: answer.body).hasSuffix(" \(span.spanID)"))
    }

    @Test("A fault is recorded in the span, and a rejection is not an error")
    func errors() async throws {
        let tracer = InMemoryTracer()
        try await ask("/broken", by: [.traces(tracer)])
        try await ask("/closed", by: [.traces(tracer)])
        let (broken, closed) = (tracer.finishedSpans[0], tracer.finishedSpans[1])
        #expect(broken.status?.code == .error && broken.errors.first?.error is Broken)
        #expect(closed.status == nil && closed.attributes["http.response.status_code"]?.toSpanAttribute() == 403)
        #expect(closed.errors.isEmpty)
    }

    @Test("No query reaches a trace, whether a request is unmatched or its redirect leads nowhere")
    func queries() async throws {
        for path in ["/nowhere", "/astray"] {
            let uri = "\(path)?token=secret"
            let tracer = InMemoryTracer()
            try await ask(uri, by: [.traces(tracer)])
            try await askResponder([uri], by: [.traces(tracer)])
            #expect(tracer.finishedSpans.count == 2)
            for span in tracer.finishedSpans {
                #expect(!"\(span.errors) \(span.attributes)".contains("token"))
                #expect(span.errors.count == (path == "/astray" ? 1 : 0))
            }
        }
    }

    @Test("A context without a span keeps its values, and the span continues the trace of the headers")
    func contextWithoutSpan() async throws {
        let tracer = InMemoryTracer()
        var context = ServiceContext.topLevel
        context[Tenant.self] = "red"
        let fields: HTTPFields = [
            try #require(.init(InMemoryTracer.traceIDKey)): "their-trace",
            try #require(.init(InMemoryTracer.spanIDKey)): "their-span",
        ]
        try await ServiceContext.withValue(context) { () async throws in
            _ = try await ask("/notes/1", headers: fields, by: [.traces(tracer)])
        }
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.traceID == "their-trace" && span.parentSpanID == "their-span" && span.kind == .server)
        #expect(span.context[Tenant.self] == "red")
    }

    @Test("With hummingbird's TracingMiddleware, the span is a child of its span")
    func child() async throws {
        let tracer = InMemoryTracer()
        try await withTracer(tracer) { () async throws in
            _ = try await ask("/notes/4", by: [.traces()], hasTracing: true)
        }
        let (own, outer) = (
            try #require(tracer.finishedSpans.first { $0.kind == .internal }),
            try #require(tracer.finishedSpans.first { $0.kind == .server })
        )
        #expect(tracer.finishedSpans.count == 2)
        #expect(own.parentSpanID == outer.spanID && outer.operationName == "/notes/{id}")
    }

    @Test(
        "Spans of interceptors are visible to what they pass on to: the manifests' routes and the app's own",
        arguments: ["/notes/1", "/own/1"])
    func spansOfInterceptors(path: String) async throws {
        let tracer = InMemoryTracer()
        let answer = try await withTracer(tracer) { () async throws in
            try await ask(path, headers: [.authorization: "any"], by: [.traces()])
        }
        let guarding = try #require(tracer.finishedSpans.first { $0.operationName == "guard" })
        #expect(String(buffer: answer.body).hasSuffix(" \(guarding.spanID)"))
    }

    // MARK: The access log

    private func log(
        _ path: String, id: String? = nil
    ) async throws -> (entry: InMemoryLogHandler.Entry, response: HTTPTestResponse) {
        let log = InMemoryLogHandler()
        let headers: HTTPFields = try id.map { [try #require(.init("X-Request-ID")): $0] } ?? [:]
        let response = try await ask(path, headers: headers, by: [.accessLog(Logger(label: "access") { _ in log })])
        #expect(log.entries.count == 1)
        return (try #require(log.entries.first), response)
    }

    private func id(of response: HTTPTestResponse) throws -> String? {
        response.headers[try #require(.init("X-Request-ID"))]
    }

    @Test("The access log has a line for each request, with its route and without its query")
    func accessLog() async throws {
        let (entry, response) = try await log("/notes/7?token=secret")
        #expect(entry.message == "GET /notes/{id} 200")
        #expect(entry.metadata["http.request.method"] == "GET" && entry.metadata["http.route"] == "/notes/{id}")
        #expect(entry.metadata["waybill.route"] == "note" && "\(entry.metadata)".contains("waybill.generation"))
        #expect(entry.metadata["http.response.status_code"]?.description == "200")
        #expect(entry.metadata["http.server.request.duration"]?.description.contains(".") == true)
        #expect(!"\(entry)".contains("secret"))
        let id = try #require(try id(of: response))
        #expect(entry.metadata["hb.request.id"]?.description == id)
        #expect(String(buffer: response.body).hasPrefix("\(id) "))
        let own = try await log("/own/7").entry
        #expect(own.message == "GET /own/{id} 200" && own.metadata["waybill.route"] == nil)
        #expect(try await log("/nowhere").entry.message == "GET NotFound 404")
        #expect(try await log("/cancelled").entry.message == "GET /cancelled 499")
    }

    @Test(
        "A request that fails after hops is named by the route that failed",
        arguments: ["/worn/1", "/lost/1"])
    func failedAfterHops(path: String) async throws {
        #expect(try await log(path).entry.message == "GET /broken 500")
    }

    @Test("A response ends when it is written, or when it is dropped")
    func unwritten() async throws {
        let log = InMemoryLogHandler()
        let middleware = try WaybillMiddleware<BasicRequestContext>(
            router(), observers: [.accessLog(Logger(label: "access") { _ in log })])
        let request = Hummingbird.Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: "x", path: "/notes/1"),
            body: .init(buffer: ByteBuffer()))
        let context = BasicRequestContext(
            source: ApplicationRequestContextSource(
                channel: EmbeddedChannel(), logger: Logger(label: "kept") { _ in InMemoryLogHandler() }))
        var response: Response? = try await middleware.handle(request, context: context) { _, _ in throw Broken() }
        #expect(response?.status == .ok && log.entries.isEmpty)
        response = nil
        #expect(log.entries.map(\.message) == ["GET /notes/{id} 200"])
    }

    @Test(
        "The id of a request is the client's, if it is valid, and is in the response",
        arguments: ["/notes/1", "/own/1", "/teapot"])
    func requestID(path: String) async throws {
        let (entry, response) = try await log(path, id: "a-1")
        #expect(try id(of: response) == "a-1" && entry.metadata["hb.request.id"] == "a-1")
        #expect(path == "/teapot" || String(buffer: response.body).hasPrefix("a-1 "))
        for invalid in ["a b", "a\"b", "ü", String(repeating: "a", count: 129)] {
            let (entry, response) = try await log(path, id: invalid)
            #expect(try id(of: response) != invalid && id(of: response) != nil)
            #expect(entry.metadata["hb.request.id"]?.description != invalid)
        }
    }

    @Test("The closure of a streamed body logs with the id of its request, and inside its span")
    func streamedBody() async throws {
        let tracer = InMemoryTracer()
        let log = Logger(label: "access") { _ in InMemoryLogHandler() }
        let fields: HTTPFields = [try #require(.init("X-Request-ID")): "a-1"]
        let answer = try await ask("/stream", headers: fields, by: [.accessLog(log), .traces(tracer)])
        let span = try #require(tracer.finishedSpans.first)
        #expect(answer.text == "a-1 \(span.spanID)")
        #expect(try await ask("/stream", by: [.traces(tracer), .accessLog(log)]).text.hasPrefix("none") == false)
    }

    // MARK: Responders

    @discardableResult
    private func askResponder(_ paths: [String], by observers: [RequestObserver]) async throws -> [HTTPTestResponse] {
        let app = Application(
            responder: try WaybillResponder(router: router(), observers: observers),
            logger: Logger(label: "kept") { _ in InMemoryLogHandler() })
        return try await app.test { client in
            var responses: [HTTPTestResponse] = []
            for path in paths { responses.append(try await client.execute(uri: path, method: .get)) }
            return responses
        }
    }

    @Test("A responder is observed as a middleware is")
    func responder() async throws {
        let (metrics, log, tracer) = (PrometheusMetrics(), InMemoryLogHandler(), InMemoryTracer())
        let observers: [RequestObserver] = [
            .metrics(metrics), .traces(tracer), .accessLog(Logger(label: "access") { _ in log }),
        ]
        let paths = ["/notes/1", "/broken", "/closed", "/worn/1", "/nowhere", "/cancelled"]
        let responses = try await askResponder(paths, by: observers)
        let ofResponder = log.entries.map(\.message)
        #expect(
            ofResponder == [
                "GET /notes/{id} 200", "GET /broken 500", "GET /closed 403", "GET /broken 500", "GET NotFound 404",
                "GET /cancelled 499",
            ])
        for response in responses { #expect(try id(of: response) != nil) }
        #expect(metrics.text.contains("waybill_request_errors_total{error_type=\"500\""))
        let errors = metrics.text.split(separator: "\n").filter { $0.contains("errors_total{") }
        #expect(errors.filter { $0.contains("/canc") }.allSatisfy { $0.hasSuffix(" 0") })
        #expect(
            tracer.finishedSpans.map { $0.errors.first?.error is Broken } == [false, true, false, true, false, false])

        for path in paths { try await ask(path, by: observers) }
        #expect(log.entries.map(\.message) == ofResponder + ofResponder)
        let spans = tracer.finishedSpans.map { "\($0.operationName) \($0.errors.map { "\($0.error)" })" }
        #expect(Array(spans.prefix(paths.count)) == Array(spans.suffix(paths.count)))
    }
}
