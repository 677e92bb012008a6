import Testing
import Waybill
import WaybillTable
import WaybillTestSupport

@Suite("Interceptor chains")
struct ChainTests {
    @Test("Interceptors run in ascending order, ties by id, then the route")
    func order() async throws {
        let log = Log()
        let router = try makeRouter(
            """
            interceptors:
              last: { url: /**, use: last, order: 9 }
              b: { url: /**, use: b }
              a: { url: /**, use: a }
              first: { url: /**, use: first, order: -1 }
            routes: [{ url: /notes, handler: notes }]
            """
        ) {
            $0.passing("last", "b", "a", "first", log: log)
            $0.handler("notes") { _ in log.note("notes") }
        }
        _ = try await router.open("/notes")
        #expect(log.all == ["first", "a", "b", "last", "notes"])
    }

    @Test("An interceptor acts after the route too, and may replace the result")
    func around() async throws {
        let router = try makeRouter(
            "interceptors: { wrap: { url: /**, use: wrap } }\nroutes: [{ url: /notes, handler: notes }]"
        ) {
            $0.handlers("notes")
            $0.interceptor("wrap") { request, next in
                var outcome = try await next(request)
                outcome.destination = "<\(outcome.text ?? "")>"
                return outcome
            }
        }
        #expect(try await router.open("/notes").text == "<notes>")
    }

    @Test("The changes of an interceptor to its request are passed on")
    func changes() async throws {
        let router = try makeRouter(
            "interceptors: { add: { url: /**, use: add } }\nroutes: [{ url: \"/notes/:id\", handler: notes }]"
        ) {
            $0.interceptor("add") { request, next in
                var request = request
                request.parameters["extra"] = "x"
                request.parameters["draft"] = nil
                request.payload = 7
                return try await next(request)
            }
            $0.handler("notes") { request in
                "\(request["id"] ?? "") \(request["extra"] ?? "") \(request["draft"] ?? "-") \(request.payload as? Int ?? 0)"
            }
        }
        let outcome = try await router.open("/notes/42?draft=1", payload: 3)
        #expect(outcome.text == "42 x - 7")
        #expect(outcome.parameters.all == ["id": "42", "extra": "x"])
    }

    @Test("A thrown error rejects the open, and nothing after it runs")
    func throwing() async throws {
        struct No: Error {}
        let log = Log()
        let router = try makeRouter(
            """
            interceptors: { gate: { url: /**, use: gate }, late: { url: /**, use: late, order: 1 } }
            routes: [{ url: /notes, handler: notes }]
            """
        ) {
            $0.interceptor("gate") { _, _ in throw No() }
            $0.passing("late", log: log)
            $0.handler("notes") { _ in log.note("notes") }
        }
        await #expect(throws: No.self) { try await router.open("/notes") }
        #expect(log.all.isEmpty)
    }

    @Test("A manifest's reject is an error with its reason and status")
    func reject() async throws {
        let router = try makeRouter(
            """
            interceptors: { closed: { url: /**, reject: { reason: closed today, status: 503 } } }
            routes: [{ url: /notes, handler: notes }]
            """
        ) { $0.handlers("notes") }
        let error = await #expect(throws: RoutingError.self) { try await router.open("/notes") }
        guard case .rejected("closed", "closed today", 503) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("An interceptor may answer by itself")
    func answer() async throws {
        let router = try makeRouter(
            "interceptors: { cache: { url: /**, use: cache } }\nroutes: [{ url: /notes, handler: notes }]"
        ) {
            $0.interceptor("cache") { _, next in try next.answer(with: "cached") }
            $0.handlers("notes")
        }
        let outcome = try await router.open("/notes")
        #expect(outcome.text == "cached")
        #expect(outcome.handlerName == nil && outcome.routeID == nil)
    }

    @Test("Deciding twice is an error, and the route runs once", arguments: ["next", "redirect", "restart", "answer"])
    func twice(second: String) async throws {
        let count = Counter()
        let router = try makeRouter(
            """
            interceptors: { gate: { url: /notes, use: gate } }
            routes: [{ url: /notes, handler: notes }, { url: /other, handler: notes }]
            """
        ) {
            $0.interceptor("gate") { request, next in
                _ = try await next(request)
                switch second {
                case "next": return try await next(request)
                case "redirect": return try await next.redirect(to: "/other")
                case "restart": return try await next.restart(with: "/other")
                default: return try next.answer(with: 1)
                }
            }
            $0.handler("notes") { _ in count.next() }
        }
        let error = await #expect(throws: RoutingError.self) { try await router.open("/notes") }
        guard case .nextCalledTwice("gate") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(count.value == 1)
    }

    @Test("An interceptor decides inside a closure that does not escape, as tracing and task-locals need")
    func insideClosure() async throws {
        let router = try makeRouter(
            "interceptors: { gate: { url: /**, use: gate } }\nroutes: [{ url: /notes, handler: notes }]"
        ) {
            $0.interceptor("gate") { request, next in
                try await Self.$trace.withValue("traced") { try await next(request) }
            }
            $0.handler("notes") { _ in Self.trace }
        }
        #expect(try await router.open("/notes").text == "traced")
    }

    @TaskLocal static var trace = "untraced"

    @Test("A resolved URL knows its destination, and opens any number of times")
    func resolved() async throws {
        let log = Log()
        let router = try makeRouter(
            """
            interceptors: { gate: { url: "/notes/*", use: gate } }
            routes: [{ id: show, url: "/notes/:id", handler: show }]
            """
        ) {
            $0.passing("gate", log: log)
            $0.handler("show") { request in (request.payload as? Int).map { "\(request["id"] ?? ""): \($0)" } ?? "" }
        }
        let resolved = try router.resolve("/notes/7?draft=1")
        #expect(resolved.routeID == "show" && resolved.interceptors == ["gate"] && log.all.isEmpty)
        #expect(resolved.parameters.all == ["id": "7", "draft": "1"])
        #expect(try await resolved.open(payload: 1).text == "7: 1")
        #expect(try await resolved.open(payload: 2).text == "7: 2")
        #expect(log.all == ["gate", "gate"])
    }

    @Test("An interceptor reads the captures of its own pattern, whatever the route calls them")
    func captures() async throws {
        let log = Log()
        let router = try makeRouter(
            """
            interceptors:
              gate: { url: "/user/:uid", use: gate }
              star: { url: "/user/**rest", use: star, order: 1 }
            routes: [{ url: "/user/:id", handler: user }]
            """
        ) {
            $0.interceptor("gate") { request, next in
                log.note("\(request.captures) \(request["id"] ?? "")")
                return try await next(request)
            }
            $0.interceptor("star") { request, next in
                log.note("\(request.captures)")
                return try await next(request)
            }
            $0.handler("user") { request in log.note("\(request.captures)") }
        }
        _ = try await router.open("/user/7")
        #expect(log.all == [#"["uid": "7"] 7"#, #"["rest": "7"]"#, "[:]"])
    }

    @Test("canOpen runs no interceptor, handler or factory")
    func canOpen() throws {
        let log = Log()
        let router = try makeRouter(
            """
            modules: { store: }
            interceptors: { gate: { url: /**, use: gate } }
            routes: [{ url: /notes, handler: notes }, { url: /store, module: store }, { url: /old, forward: /notes }]
            """
        ) {
            $0.passing("gate", log: log)
            $0.handler("notes") { _ in log.note("notes") }
            $0.register("store") { _ in
                log.note("store")
                return MemoryStore()
            }
        }
        #expect(router.canOpen("/notes") && router.canOpen("/store") && router.canOpen("/old"))
        #expect(!router.canOpen("/none"))
        #expect(log.all.isEmpty)
    }

    @Test("Interceptors run where no route matches, and may rescue the open")
    func rescue() async throws {
        let router = try makeRouter(
            "interceptors: { rescue: { url: /lost/**, use: rescue } }\nroutes: [{ url: /found, handler: found }]"
        ) {
            $0.interceptor("rescue") { request, next in
                request.routeID == nil ? try await next.redirect(to: "/found") : try await next(request)
            }
            $0.handlers("found")
        }
        #expect(try await router.open("/lost/and").text == "found")
    }
}

@Suite("A request")
struct RequestTests {
    @Test(
        "A path parameter takes precedence over a query item, the last repeated key counts, and the query stays readable"
    )
    func parameters() async throws {
        let router = try makeRouter("routes: [{ url: \"/notes/:id\", handler: show }]") {
            $0.handler("show") { request in
                let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
                return "\(request["id"] ?? "") \(request["k"] ?? "") \(query) \(request.fragment ?? "")"
            }
        }
        let outcome = try await router.open("/notes/42?id=9&k=1&k=2&empty#top")
        #expect(outcome.text == "42 2 id=9&k=1&k=2&empty= top")
        #expect(outcome.parameters.all == ["id": "42", "k": "2", "empty": ""])
    }

    @Test("A factory of a route sees the request; one of make sees none")
    func factorySeesRequest() async throws {
        let router = try makeRouter(
            """
            protocols: { Store: }
            modules: { store: { provides: [Store] } }
            routes: [{ url: "/store/:name", module: store }]
            """
        ) {
            $0.register("store") { context in MemoryStore(name: context.request?["name"] ?? "none") }
                .provides((any Store).self) { $0 }
        }
        let outcome = try await router.open("/store/x")
        #expect((outcome.destination as? MemoryStore)?.name == "x")
        #expect(outcome.moduleID == "store")
        #expect(try router.make(Routable<any Store>()).name == "none")
    }

    @Test("A handler and an interceptor run on the actor that they are declared for")
    func isolation() async throws {
        let router = try makeRouter(
            "interceptors: { gate: { url: /**, use: gate } }\nroutes: [{ url: /notes, handler: notes, timeout: 1h }]"
        ) {
            $0.interceptor("gate") { @MainActor request, next in
                MainActor.assertIsolated()
                return try await next(request)
            }
            $0.handler("notes") { @MainActor _ in
                MainActor.assertIsolated()
                return "notes"
            }
        }
        #expect(try await router.open("/notes").text == "notes")
    }

    @Test("A handler makes modules by the generation of its open")
    func make() async throws {
        let router = try makeRouter(
            """
            protocols: { Clockwork: }
            modules: { clock: { provides: [Clockwork], identifiers: [clock] } }
            routes: [{ url: /time, handler: time }]
            """
        ) {
            $0.register("clock") { _ in FixedClock(time: 4) }.provides((any Clockwork).self) { $0 }
            $0.handler("time") { request in
                let named = try request.make(identifier: "clock") as? FixedClock
                return try request.make(Routable<any Clockwork>()).time + (named?.time ?? 0)
            }
        }
        #expect(try await router.open("/time").destination as? Int == 8)
    }

    @Test("A text that is not a URL is an error with the reason")
    func invalidURL() async throws {
        let router = try makeRouter("routes: [{ url: /notes, handler: notes }]") { $0.handlers("notes") }
        let error = await #expect(throws: RoutingError.self) { try await router.open("/a b") }
        guard case .invalidURL(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.url == "/a b")
        #expect(!router.canOpen("/a b"))
    }
}
