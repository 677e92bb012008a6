import Testing
import Waybill
import WaybillTestSupport

@Suite("Requests that match no route")
struct FallbackTests {
    @Test("An open that nothing matches is unmatched")
    func unmatched() async throws {
        let router = try makeRouter("routes: [{ url: /a, handler: a }]") { $0.handlers("a") }
        let error = await #expect(throws: RoutingError.self) { try await router.open("/b") }
        guard case .unmatched("/b", []) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!router.canOpen("/b"))
    }

    @Test("If only the method differs, the allowed ones are reported")
    func methods() async throws {
        let router = try makeRouter("routes: [{ url: /a, methods: [POST, GET], handler: a }]") { $0.handlers("a") }
        let error = await #expect(throws: RoutingError.self) { try await router.open("/a", method: "PUT") }
        guard case .unmatched("/a", ["GET", "HEAD", "POST"]) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try await router.open("/a", method: "GET").text == "a")
        #expect(!router.canOpen("/a"))
        #expect(router.canOpen("/a", method: "HEAD"))
    }

    static let manifest = """
        routes: [{ url: /a, handler: a, tags: [views, api] }]
        fallback:
          handler: plain
          tags:
            zoo: { handler: zoo }
            api: { handler: api }
        """

    @Test("A fallback serves unmatched requests, in a view the first of its tags in their order")
    func fallback() async throws {
        let router = try makeRouter(Self.manifest) { $0.handlers("a", "plain", "zoo", "api") }
        #expect(try await router.open("/b").text == "plain")
        #expect(try await router["views"].open("/b").text == "plain")
        #expect(try await router["zoo", "api"].open("/b").text == "api")
        #expect(try await router["zoo"].open("/b").text == "zoo")
    }

    @Test("A fallback leaves requests with the wrong method, unless it says otherwise")
    func wrongMethod() async throws {
        let routes = "routes: [{ url: /a, methods: [POST], handler: a, tags: [views] }]\n"
        let router = try makeRouter(routes + "fallback: { handler: plain }") { $0.handlers("a", "plain") }
        let error = await #expect(throws: RoutingError.self) { try await router.open("/a", method: "GET") }
        guard case .unmatched("/a", ["POST"]) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try await router.open("/b", method: "GET").text == "plain")
        // The route is not in this view.
        #expect(try await router["api"].open("/a", method: "GET").text == "plain")
        let open = try makeRouter(routes + "fallback: { handler: plain, other_methods: true }") {
            $0.handlers("a", "plain")
        }
        #expect(try await open.open("/a", method: "GET").text == "plain")
    }

    @Test("An outcome reports that the fallback served")
    func outcome() async throws {
        let router = try makeRouter(Self.manifest) { $0.handlers("a", "plain", "zoo", "api") }
        let served = try await router.open("/b")
        #expect(served.isFallback)
        #expect(served.routeID == nil)
        #expect(served.handlerName == "plain")
        #expect(try await !router.open("/a").isFallback)
        #expect(!router.canOpen("/b"))
    }

    @Test("A view without a fallback of its own, and no plain one, is unmatched")
    func viewWithoutFallback() async throws {
        let router = try makeRouter(
            "routes: [{ url: /a, handler: a }]\nfallback: { tags: { api: { handler: a } } }"
        ) { $0.handlers("a") }
        #expect(try await router["api"].open("/b").text == "a")
        await #expect(throws: RoutingError.self) { try await router.open("/b") }
        await #expect(throws: RoutingError.self) { try await router["views"].open("/b") }
    }

    @Test("A fallback may make a module")
    func module() async throws {
        let router = try makeRouter("modules: { store: }\nfallback: { module: store }") {
            $0.register("store") { _ in MemoryStore() }
        }
        let outcome = try await router.open("/b")
        #expect(outcome.destination is MemoryStore)
        #expect(outcome.moduleID == "store" && outcome.isFallback)
    }
}
