import Synchronization
import Testing
import Waybill
import WaybillTable
import WaybillTestSupport

@testable import WaybillPresentation

@Suite("The lifetime of what a route keeps", .timeLimit(.minutes(1)))
struct HandleLifetimeTests {
    @Test("A stored handle knows the open that performed it, and keeps no generation")
    func handle() async throws {
        let (retired, log) = (Event(), Log())
        let router = try makeRouter(
            """
            modules: { store: { scope: shared, identifiers: [store] }, greeter: }
            routes: [{ id: greet, url: "/greet/:who", module: greeter, tags: [t] }]
            """, options: RouterOptions(clock: ManualClock())
        ) {
            $0.register("store") { _ in MemoryStore() }.retires { _ in retired.happen() }
            $0.register("greeter") { _ in PerformTests.PoliteGreeter() }
                .performs { _, _ in }
                .removes { _, context in log.note("removes \(context.request?["who"] ?? "")") }
            $0.observe(.route("greet")) { event in log.note("\(event.phase) \(event.request?.url.text ?? "")") }
        }
        _ = try router.make(identifier: "store")
        let outcome = try await router.open("/greet/ann?x=1", payload: "load")
        let handle = try #require(outcome.performedRoute)
        try router.replace(with: compile("modules: { greeter: }"))
        await retired.wait()
        let request = try #require(handle.request)
        #expect(request.routeID == "greet" && request.url.text == "/greet/ann?x=1" && request["who"] == "ann")
        #expect(request.parameters.all == ["who": "ann", "x": "1"] && request.payload as? String == "load")
        #expect(request.hops.isEmpty && request.originalURL.text == "/greet/ann?x=1" && request.generation.number == 2)
        log.clear()
        try await handle.remove()
        #expect(log.all == ["willRemove /greet/ann?x=1", "removes ann", "didRemove /greet/ann?x=1"])
        #expect(handle.request == nil)
    }

    @Test("A handle knows the redirects of the open that performed it, also on a generation with other routes")
    func redirected() async throws {
        let router = try makeRouter(
            """
            modules: { greeter: }
            routes:
              - { id: old, url: "/old/:name", forward: "/greet/:name?x=2" }
              - { id: greet, url: "/greet/:who", module: greeter }
            """
        ) {
            $0.register("greeter") { _ in PerformTests.PoliteGreeter() }.performs { _, _ in }.removes { _, _ in }
        }
        let handle = try #require(try await router.open("/old/ann?y=1").performedRoute)
        try router.replace(with: compile("modules: { greeter: }\nroutes: [{ url: /new, module: greeter }]"))
        let request = try #require(handle.request)
        #expect(request.generation.number == 2 && request.routeID == "greet" && request.routeTemplate == "/greet/{who}")
        #expect(request.hops.map(\.to) == ["/greet/ann?x=2"] && request.hops.map(\.by) == [.route("old")])
        #expect(request.url.text == "/greet/ann?x=2" && request.originalURL.text == "/old/ann?y=1")
        #expect(request.parameters.all == ["name": "ann", "who": "ann", "x": "2", "y": "1"])
        #expect(request["who"] == "ann" && request["y"] == "1" && request["z"] == nil)
    }

    @Test("An open whose router is gone performs its module, also if its generation was replaced")
    func withoutRouter() async throws {
        var router: Router? = try makeRouter("modules: { m: }\nroutes: [{ id: m, url: /m, module: m }]") {
            $0.register("m") { _ in 1 }.performs { _, _ in }.removes { _, _ in }
        }
        var resolved: ResolvedURL? = try #require(router).resolve("/m")
        try router?.replace(with: compile("modules: { m: }"))
        router = nil
        let handle = try #require(try await resolved?.open().performedRoute)
        resolved = nil
        #expect(handle.state == .routed && handle.request?.routeID == "m")
        try await handle.remove()
        #expect(handle.state == .removed)
    }

    @Test("A released stream of states is removed, and one that is read ends with the last handle")
    func streams() async throws {
        let router = try makeRouter("modules: { m: { identifiers: [m] } }") {
            $0.register("m") { _ in 1 }.performs { _, _ in }
        }
        var route: RouteHandle<any Sendable>? = router.route(identifier: "m")
        let kept = try #require(route).states
        for _ in 0..<10 { _ = route?.states }
        #expect(route?.route.current.watchers.count == 1)
        for _ in 0..<2000 { try await route?.perform() }
        route = nil
        var count = 0
        for await _ in kept { count += 1 }
        #expect(count == 1024)
    }

    @Test("An object that a route held may read the route when it is released")
    func releases() async throws {
        let ended = Event()
        let router = try makeRouter("modules: { m: { identifiers: [m] } }") {
            $0.register("m") { _ in 1 }.performs { _, _ in }.removes { _, _ in }
        }
        let route = router.route(identifier: "m")
        try await route.perform {
            $0.userInfo["object"] = Releasing {
                _ = route.state
                ended.happen()
            }
        }
        try await route.perform()
        await ended.wait()
        #expect(route.state == .routed)
    }
}

/// Calls a closure when it is released.
private final class Releasing: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    deinit { body() }
}
