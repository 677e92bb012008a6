import Testing
import Waybill
import WaybillTable
import WaybillTestSupport

@Suite("Redirects and restarts")
struct RedirectTests {
    /// `tagged` and `everywhere` match all URLs; `send` redirects `/from/**`.
    func router(_ log: Log, send: @escaping InterceptorBody) throws -> Router {
        try makeRouter(
            """
            interceptors:
              early-everywhere: { url: /**, use: earlyEverywhere, order: 1, applies: everywhere }
              send: { url: /from/**, use: send, order: 2 }
              late: { url: /**, use: late, order: 3 }
              late-everywhere: { url: /**, use: lateEverywhere, order: 4, applies: everywhere }
            routes:
              - { url: "/from/:id", handler: from }
              - { url: "/to/:key", handler: to }
              - { id: old, url: "/old/:key", forward: "/to/:key" }
            """
        ) {
            $0.passing("earlyEverywhere", "late", "lateEverywhere", log: log)
            $0.interceptor("send") { request, next in
                log.note("send")
                return try await send(request, next)
            }
            $0.handlers("from")
            $0.handler("to") { request in request.payload.map { "\($0)" } ?? "nothing" }
        }
    }

    @Test(
        "A catch-all without segments leaves no slash that a strict table would not match",
        arguments: ["old", "rewritten"])
    func emptyCatchAll(from: String) async throws {
        let router = try makeRouter(
            """
            settings: { trailing_slash: strict }
            interceptors: { rewritten: { url: "/rewritten/**rest", rewrite: "/new/**rest" } }
            routes:
              - { url: "/old/**rest", forward: "/new/**rest" }
              - { url: "/new/**rest", handler: show }
            """
        ) { $0.handlers("show") }
        #expect(try await router.open("/\(from)").url.text == "/new")
        #expect(try await router.open("/\(from)/a/b").url.text == "/new/a/b")
    }

    @Test("A redirect goes to the route of the new URL through everywhere interceptors that have not run yet")
    func redirect() async throws {
        let log = Log()
        let outcome = try await router(log) { _, next in try await next.redirect(to: "/to/x") }.open("/from/1")
        #expect(log.all == ["earlyEverywhere", "send", "lateEverywhere"])
        #expect(outcome.handlerName == "to")
        #expect(outcome.url.text == "/to/x")
        #expect(outcome.originalURL.text == "/from/1")
        #expect(outcome.hops == [Hop(by: .interceptor("send"), to: "/to/x")])
    }

    @Test("A restart runs the whole chain on the new URL, none twice")
    func restart() async throws {
        let log = Log()
        let outcome = try await router(log) { _, next in try await next.restart(with: "/to/x") }.open("/from/1")
        #expect(log.all == ["earlyEverywhere", "send", "late", "lateEverywhere"])
        #expect(outcome.handlerName == "to")
    }

    @Test("A route's redirect runs the chain again on the new URL, none twice")
    func routeRedirect() async throws {
        let log = Log()
        let router = try router(log) { request, next in try await next(request) }
        let outcome = try await router.open("/old/x")
        #expect(log.all == ["earlyEverywhere", "late", "lateEverywhere"])
        #expect(outcome.hops == [Hop(by: .route("old"), to: "/to/x")])
        #expect(outcome.parameters["key"] == "x")
    }

    @Test("An interceptor that matches only the new URL runs after a route's redirect and a restart, not a redirect")
    func interceptorOfNewURL() async throws {
        let log = Log()
        let router = try makeRouter(
            """
            interceptors:
              new: { url: /new, use: new }
              redirecting: { url: /redirect, use: redirecting }
              restarting: { url: /restart, use: restarting }
            routes:
              - { url: /new, handler: new }
              - { url: /route, forward: /new }
            """
        ) {
            $0.passing("new", log: log)
            $0.handlers("new")
            $0.interceptor("redirecting") { _, next in try await next.redirect(to: "/new") }
            $0.interceptor("restarting") { _, next in try await next.restart(with: "/new") }
        }
        _ = try await router.open("/redirect")
        #expect(log.all.isEmpty)
        _ = try await router.open("/restart")
        #expect(log.all == ["new"])
        _ = try await router.open("/route")
        #expect(log.all == ["new", "new"])
    }

    @Test("Parameters merge: the original, then the new URL's, then what the interceptor set")
    func parameters() async throws {
        let outcome = try await router(Log()) { _, next in
            try await next.redirect(to: "/to/x?b=url&c=url", parameters: ["c": "set"])
        }.open("/from/1?a=original&b=original&c=original")
        #expect(outcome.parameters.all == ["id": "1", "key": "x", "a": "original", "b": "url", "c": "set"])
    }

    @Test("A parameter is removed only when an interceptor asks")
    func removing() async throws {
        let outcome = try await router(Log()) { _, next in
            try await next.redirect(to: "/to/x", removing: ["id"])
        }.open("/from/1?a=2")
        #expect(outcome.parameters.all == ["key": "x", "a": "2"])
    }

    @Test("The payload is kept, replaced or cleared")
    func payload() async throws {
        let keep = try router(Log()) { _, next in try await next.redirect(to: "/to/x") }
        #expect(try await keep.open("/from/1", payload: "mine").text == "mine")
        let set = try router(Log()) { _, next in try await next.redirect(to: "/to/x", payload: .set("yours")) }
        #expect(try await set.open("/from/1", payload: "mine").text == "yours")
        let clear = try router(Log()) { _, next in try await next.restart(with: "/to/x", payload: .clear) }
        #expect(try await clear.open("/from/1", payload: "mine").text == "nothing")
    }

    @Test("A redirect that matches nothing is redirectUnmatched", arguments: [true, false])
    func unmatched(isRestart: Bool) async throws {
        let router = try router(Log()) { _, next in
            isRestart ? try await next.restart(with: "/nowhere") : try await next.redirect(to: "/nowhere")
        }
        let error = await #expect(throws: RoutingError.self) { try await router.open("/from/1") }
        guard case .redirectUnmatched("/nowhere", .interceptor("send")) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("A redirect to an invalid URL is an error that names the interceptor")
    func invalid() async throws {
        let router = try router(Log()) { _, next in try await next.redirect(to: "a b") }
        let error = await #expect(throws: RoutingError.self) { try await router.open("/from/1") }
        guard case .invalidRedirect(_, .interceptor("send")) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("A manifest's rewrite is a redirect with the captured values")
    func rewrite() async throws {
        let router = try makeRouter(
            """
            interceptors:
              sheets: { url: "app://sheet/**rest", rewrite: "app://push/**rest" }
            routes: [{ url: "app://push/notes/:id", handler: push }]
            """
        ) { $0.handlers("push") }
        let outcome = try await router.open("app://sheet/notes/a%2Fb?q=1")
        #expect(outcome.text == "push")
        #expect(outcome.parameters.all == ["id": "a/b", "q": "1"])
        #expect(outcome.hops == [Hop(by: .interceptor("sheets"), to: "app://push/notes/a%2Fb")])
    }

    @Test("A redirect with a status ends the open after the interceptors of its URL, with the location")
    func clientRedirect() async throws {
        let log = Log()
        let router = try makeRouter(
            """
            interceptors:
              gate: { url: /old/*, use: gate }
              new: { url: /new/*, use: new, applies: everywhere }
            routes:
              - { id: old, url: /old/:id, redirect: { to: /new/:id, status: 308 } }
              - { id: short, url: /o/:id, forward: /old/:id }
              - { url: /away, redirect: { to: "https://example.com/new", status: 302 } }
              - { url: /new/:id, handler: new }
            """
        ) {
            $0.passing("gate", "new", log: log)
            $0.handlers("new")
        }
        let outcome = try await router.open("/old/1?draft=1")
        #expect(outcome.redirect == ClientRedirect(location: "/new/1?draft=1", status: 308))
        #expect(outcome.routeID == "old")
        #expect(outcome.destination == nil)
        #expect(outcome.hops == [])
        #expect(log.all == ["gate"])
        #expect(try await router.open("/o/1?a=b").redirect == ClientRedirect(location: "/new/1?a=b", status: 308))
        let away = ClientRedirect(location: "https://example.com/new", status: 302)
        #expect(try await router.open("/away").redirect == away)
        #expect(try await router.open("/new/1").redirect == nil)
        #expect(router.canOpen("/old/1"))
        #expect(router.canOpen("/o/1"))
        #expect(router.canOpen("/away"))
    }

    @Test("An interceptor before a redirect with a status may answer instead")
    func answerBeforeClientRedirect() async throws {
        let router = try makeRouter(
            """
            interceptors: { gate: { url: /old, use: gate } }
            routes:
              - { url: /old, redirect: { to: /new, status: 308 } }
              - { url: /new, handler: new }
            """
        ) {
            $0.interceptor("gate") { _, next in try next.answer(with: "closed") }
            $0.handlers("new")
        }
        let outcome = try await router.open("/old")
        #expect(outcome.text == "closed")
        #expect(outcome.redirect == nil)
    }

    @Test("Eight hops are followed; the ninth is a loop")
    func loop() async throws {
        let router = try makeRouter(
            """
            routes:
              - { url: /7, handler: seven }
              - { url: /8, handler: eight }
            interceptors:
            \((0...8).map { "  i\($0): { url: /\($0), use: send, applies: everywhere }" }.joined(separator: "\n"))
            """
        ) {
            $0.handlers("seven", "eight")
            $0.interceptor("send") { request, next in
                let number = Int(request.url.text.dropFirst()) ?? 0
                guard number < (request["until"].flatMap { Int($0) } ?? 0) else { return try await next(request) }
                return try await next.redirect(to: "/\(number + 1)")
            }
        }
        #expect(try await router.open("/0?until=8").text == "eight")
    }

    @Test("More than eight hops are a redirectLoop with all of them")
    func tooManyHops() async throws {
        let steps = (0..<9).map { "  - { id: r\($0), url: /\($0), forward: /\($0 + 1) }" }.joined(separator: "\n")
        let router = try makeRouter("routes:\n\(steps)\n  - { url: /9, handler: nine }") { $0.handlers("nine") }
        #expect(try await router.open("/1").text == "nine")
        #expect(router.canOpen("/1"))
        let error = await #expect(throws: RoutingError.self) { try await router.open("/0") }
        guard case .redirectLoop(let hops) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(hops.map(\.to) == (1...9).map { "/\($0)" })
        #expect(!router.canOpen("/0"))
    }
}

@Suite("Tag views")
struct TagViewTests {
    func router(_ log: Log) throws -> Router {
        try makeRouter(
            """
            interceptors:
              gate: { url: /**, use: gate, applies: everywhere }
              views: { url: /**, use: views, tags: [views], order: 1 }
              untagged: { url: /**, use: untagged, order: 2 }
            routes:
              - { url: /notes, handler: notes, tags: [views, logs] }
              - { url: /api, handler: api, tags: [api] }
              - { url: /plain, handler: plain }
            """
        ) {
            $0.passing("gate", "views", "untagged", log: log)
            $0.handlers("notes", "api", "plain")
        }
    }

    @Test("A plain open sees everything")
    func plain() async throws {
        let log = Log()
        _ = try await router(log).open("/notes")
        #expect(log.all == ["gate", "views", "untagged"])
    }

    @Test("A view sees entries with any of its tags, and everywhere interceptors")
    func view() async throws {
        let log = Log()
        let router = try router(log)
        #expect(try await router["views", "api"].open("/notes").text == "notes")
        #expect(log.all == ["gate", "views"])
        log.clear()
        #expect(try await router["logs"].open("/notes").text == "notes")
        #expect(log.all == ["gate"])
        #expect(try await router["views", "api"].open("/api").text == "api")
    }

    @Test("Entries without a view's tags are invisible in it", arguments: ["/api", "/plain"])
    func invisible(url: String) async throws {
        let router = try router(Log())
        await #expect(throws: RoutingError.self) { try await router["views"].open(url) }
        #expect(!router["views"].canOpen(url))
        #expect(router.canOpen(url))
    }

    @Test("A view of no tags at all is an error")
    func empty() async throws {
        let router = try router(Log())
        let error = await #expect(throws: RoutingError.self) { try await router[[]].open("/notes") }
        guard case .emptyTagView = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!router[[]].canOpen("/notes"))
    }

    @Test("A restart stays in the view; a redirect reaches only routes of the view")
    func redirectInView() async throws {
        let router = try makeRouter(
            """
            interceptors: { send: { url: /from, use: send, tags: [views] } }
            routes:
              - { url: /from, handler: from, tags: [views] }
              - { url: /to, handler: to, tags: [api] }
            """
        ) {
            $0.interceptor("send") { _, next in try await next.redirect(to: "/to") }
            $0.handlers("from", "to")
        }
        #expect(try await router.open("/from").text == "to")
        let error = await #expect(throws: RoutingError.self) { try await router["views"].open("/from") }
        guard case .redirectUnmatched = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
