import Testing
import Waybill
import WaybillTable
import WaybillTestSupport
import WaybillTesting

/// The equivalents of Routing's features: patterns, opens, proxies, queues and tags, through the whole engine.
@Suite("Routing's features")
struct SeedRoutingTests {
    /// A router whose routes answer with their own ids and their captures.
    func router(_ routes: [String], _ register: (inout Registry) -> Void = { _ in }) throws -> Router {
        let manifest = "routes:\n" + routes.map { "  - \($0)" }.joined(separator: "\n")
        return try Router(manifest: manifest) {
            $0.handler("echo") { request in Seen(request) }
            register(&$0)
        }
    }

    struct Seen: Sendable, Equatable {
        var route: String?
        var parameters: [String: String]
        init(_ request: RouteRequest) { (route, parameters) = (request.routeID, request.parameters.all) }
    }

    func seen(_ router: Router, _ url: String) async -> Seen? { try? await router.open(url).destination as? Seen }

    @Test("A port is not a parameter")
    func port() async throws {
        let router = try router(["{ id: a, url: \"http://host:8080/x/:id\", handler: echo }"])
        #expect(await seen(router, "http://host:8080/x/1")?.parameters == ["id": "1"])
        #expect(!router.canOpen("http://host:9090/x/1"))
    }

    @Test("Special characters of regular expressions are plain text in a pattern")
    func plainText() throws {
        let router = try router(["{ url: \"/a.b+(c)\", handler: echo }"])
        #expect(router.canOpen("/a.b+(c)") && !router.canOpen("/aXb+(c)") && !router.canOpen("/abb(c)"))
    }

    @Test("A pattern is anchored: neither a longer segment nor a longer path matches")
    func anchored() throws {
        let router = try router(["{ url: routingexample://route, handler: echo }", "{ url: /1, handler: echo }"])
        #expect(router.canOpen("routingexample://route") && router.canOpen("routingexample://route/"))
        #expect(!router.canOpen("routingexample://routeXYZ") && !router.canOpen("/10"))
    }

    @Test("'*' is one segment, '**' the rest, and a relative pattern holds for every scheme")
    func wildcards() async throws {
        let router = try router([
            "{ id: one, url: \"/route/*\", handler: echo }", "{ id: rest, url: \"/all/**rest\", handler: echo }",
            "{ id: relative, url: /route/one/deep, handler: echo }",
        ])
        #expect(await seen(router, "routingexample://route/x")?.route == "one")
        #expect(!router.canOpen("routingexample://route") && !router.canOpen("routingexample://route/x/y"))
        #expect(await seen(router, "any://all/a/b")?.parameters == ["rest": "a/b"])
        #expect(await seen(router, "any://route/one/deep")?.route == "relative")
    }

    @Test("Query and fragment are not matched, and the handler has both")
    func queryAndFragment() async throws {
        let router = try router(["{ url: \"/:id\", handler: whole }"]) {
            $0.handler("whole") { "\($0["id"] ?? "") \($0["q"] ?? "") \($0.fragment ?? "")" }
        }
        #expect(try await router.open("/5?q=1#top").text == "5 1 top")
    }

    @Test("Text beyond the basic plane is matched and captured to its last byte")
    func emoji() async throws {
        let router = try router([
            "{ url: \"/say/:word/end\", handler: echo }", "{ url: \"/🎉🎉🎉/:tail\", handler: echo }",
        ])
        #expect(await seen(router, "/say/👩‍👩‍👧‍👦🎉/end")?.parameters == ["word": "👩‍👩‍👧‍👦🎉"])
        #expect(await seen(router, "/%F0%9F%8E%89🎉🎉/tail")?.parameters == ["tail": "tail"])
        #expect(!router.canOpen("/say/👩‍👩‍👧‍👦🎉/ends"))
    }

    @Test("One route runs: the more specific one, and of additions the newest")
    func oneRuns() async throws {
        let log = Log()
        let router = try router([
            "{ id: any, url: \"/x/:a\", handler: note }", "{ id: exact, url: /x/y, handler: note }",
        ]) {
            $0.handler("note") { request in log.note(request.routeID ?? "") }
        }
        _ = try await router.open("/x/y")
        for name in ["old", "new"] { try router.map("/x/y") { _ in log.note(name) } }
        _ = try await router.open("/x/y")
        #expect(log.all == ["exact", "new"])
    }

    @Test("A handler has all properties of its open: URLs, route, method, tags, payload, captures, query")
    func request() async throws {
        let router = try router([
            "{ id: notes, url: \"/notes/:id\", methods: [GET], handler: all, tags: [t] }",
            "{ url: /old, forward: /notes/7?x=1, tags: [t] }",
        ]) {
            $0.handler("all") { request in
                "\(request.originalURL.text) \(request.url.text) \(request.routeID ?? "") \(request.method ?? "") "
                    + "\(request.tags ?? []) \(request.payload as? Int ?? 0) \(request["id", as: Int.self] ?? 0) "
                    + "\(request["x", as: Bool.self].map(String.init) ?? "no Bool") \(request.query.map(\.name))"
            }
        }
        let text = try await router["t"].open("/old", method: "GET", payload: 3).text
        #expect(text == "/old /notes/7?x=1 notes GET [\"t\"] 3 7 no Bool [\"x\"]")
    }

    @Test("A log that applies everywhere sees what is rejected after it, and cannot be bypassed by a view")
    func logging() async throws {
        let log = Log()
        let router = try Router(
            manifest: """
                interceptors:
                  log: { url: "/**", use: log, applies: everywhere, order: -100 }
                  no: { url: "/closed/**", reject: { reason: closed, status: 403 }, applies: everywhere }
                routes: [{ url: "/**", handler: h, tags: [t] }]
                """
        ) {
            $0.handlers("h")
            $0.interceptor("log") { request, next in
                do {
                    let outcome = try await next(request)
                    log.note("\(request.url.text) served")
                    return outcome
                } catch {
                    log.note("\(request.url.text) \(error)")
                    throw error
                }
            }
        }
        _ = try await router.open("/open")
        _ = try? await router["t"].open("/closed/x")
        #expect(log.all == ["/open served", "/closed/x interceptor 'no' rejects: closed"])
    }

    @Test("Any number of opens wait for a lane, without blocking a thread")
    func noThreads() async throws {
        let (begun, finish) = (Event(), Event())
        let router = try router([
            "{ url: /first, handler: first, lane: l }", "{ url: \"/wait/:n\", handler: echo, lane: l }",
            "{ url: /free, handler: echo }",
        ]) {
            $0.lane("l")
            $0.handler("first") { _ in
                begun.happen()
                await finish.wait()
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await router.open("/first") }
            await begun.wait()
            for number in 0..<500 { group.addTask { _ = try await router.open("/wait/\(number)") } }
            for _ in 0..<100 { #expect(await seen(router, "/free") != nil) }
            finish.happen()
            try await group.waitForAll()
        }
    }

    @Test("A lane that no code registered is an error of the manifest")
    func unknownLane() {
        #expect(
            problems("routes: [{ url: /a, handler: h, lane: mian }]") {
                $0.lane("main", on: MainActor.shared)
                $0.handlers("h")
            } == ["1:39 F001 no lane 'mian' is registered"])
    }

    @Test("A view shows later additions, and tags compare exactly")
    func views() async throws {
        let router = try router(["{ id: a, url: /a, handler: echo, tags: [Views] }"])
        let view = router["Views"]
        try router.map("/later", tags: ["Views"]) { _ in "later" }
        #expect(try await view.open("/later").text == "later")
        #expect(view.canOpen("/a") && !router["views"].canOpen("/a") && !router["View"].canOpen("/a"))
    }

    @Test("A route carries the tags of its module")
    func moduleTags() throws {
        let router = try Router(
            manifest: "modules: { m: { tags: [Views] } }\nroutes: [{ url: /m, module: m, tags: [deep] }]"
        ) { $0.register("m") { _ in 1 } }
        #expect(router["Views"].canOpen("/m") && router["deep"].canOpen("/m") && !router["other"].canOpen("/m"))
    }
}
