import Synchronization
import Testing
import Waybill
import WaybillTestSupport

@Suite("Observers of opens")
struct OpenObserverTests {
    private final class Events: Sendable {
        private let events = Mutex<[OpenEvent]>([])
        var all: [OpenEvent] { events.withLock(\.self) }
        func note(_ event: OpenEvent) { events.withLock { $0.append(event) } }
    }

    private static let manifest = """
        interceptors:
          old: { url: /old/**path, rewrite: "/notes/:path" }
          gate: { url: /closed, use: gate }
          log: { url: /**, use: log, order: -1, applies: everywhere }
        routes:
          - { id: note, url: "/notes/:id", methods: [GET], handler: note }
          - { id: closed, url: /closed, handler: note }
          - { id: nested, url: /nested, handler: nested }
          - { id: home, url: /home, redirect: { to: /notes/1, status: 303 } }
        """

    private func router(_ events: Events, clock: ManualClock = ManualClock()) throws -> Router {
        try makeRouter(Self.manifest, options: RouterOptions(clock: clock)) {
            $0.observeOpens { events.note($0) }
            $0.passing("log", log: Log())
            $0.interceptor("gate") { _, _ in throw Refusal() }
            $0.handler("note") { _ in clock.advance(by: .seconds(2)) }
            $0.handler("nested") { try await $0.open("/notes/7", method: "GET").routeID }
        }
    }

    private struct Refusal: Error {}

    @Test(
        "They get the request, the destination, the hops, the duration, and the outcome"
    )
    func success() async throws {
        let events = Events()
        _ = try await router(events).open("/old/7?key=1", method: "GET")
        let event = try #require(events.all.first)
        #expect(events.all.count == 1)
        #expect(event.url == "/old/7?key=1" && event.method == "GET" && event.tags == nil)
        #expect(event.routeID == "note" && event.routeTemplate == "/notes/{id}")
        #expect(event.interceptors == ["log", "old"])
        #expect(event.hops.map(\.to) == ["/notes/7"])
        #expect(event.duration == .seconds(2) && event.generation == 1)
        #expect(try event.result.get().routeID == "note")
    }

    @Test("They get a failure with the error of the caller, and only the interceptors that ran")
    func failure() async throws {
        let events = Events()
        let router = try router(events)
        await #expect(throws: Refusal.self) { try await router.open("/closed") }
        await #expect(throws: RoutingError.self) { try await router["views"].open("/nowhere") }
        await #expect(throws: RoutingError.self) { try await router.open("/%zz") }
        let (closed, missing, invalid) = (events.all[0], events.all[1], events.all[2])
        #expect(closed.routeID == "closed" && closed.interceptors == ["log", "gate"])
        #expect(throws: Refusal.self) { try closed.result.get() }
        #expect(missing.routeID == nil && missing.routeTemplate == nil && missing.tags == ["views"])
        #expect(missing.interceptors == ["log"])
        #expect(invalid.url == "/%zz" && invalid.generation == nil)
        #expect(throws: RoutingError.self) { try invalid.result.get() }
    }

    @Test("An open of a handler is a separate open, and so is a redirect for the caller to follow")
    func others() async throws {
        let events = Events()
        let router = try router(events)
        _ = try await router.open("/nested")
        _ = try await router.open("/home")
        #expect(events.all.map(\.routeID) == ["note", "nested", "home"])
        #expect(events.all.map(\.interceptors) == [["log"], ["log"], ["log"]])
    }

    @Test("The template is that of the pattern that matches, also if code added the route")
    func templates() async throws {
        let events = Events()
        let router = try makeRouter("routes: [{ urls: [/a/:x, /b/:y], handler: a }]") {
            $0.handlers("a")
            $0.observeOpens { events.note($0) }
        }
        try router.map("/c/:z", "/d/**rest") { _ in "added" }
        let expected = ["/a/1": "/a/{x}", "/b/1": "/b/{y}", "/c/1": "/c/{z}", "/d/1/2": "/d/{rest}"]
        for (url, template) in expected {
            let resolved = try router.resolve(url)
            #expect(resolved.routeTemplate == template)
            #expect(try await resolved.open().routeTemplate == template)
            #expect(events.all.last?.routeTemplate == template)
        }
        #expect(try router.resolve("/e").routeTemplate == nil)
    }

    @Test("The template is that of the new pattern after a change", arguments: ["/b/:y, /a/:x", "/a/:z, /b/:y"])
    func changed(urls: String) throws {
        let manifest = { (urls: String) in
            "routes: [{ id: r, urls: [\(urls)], handler: a }, { id: s, url: /s/:t, handler: a }]"
        }
        let router = try makeRouter(manifest("/a/:x, /b/:y")) { $0.handlers("a") }
        try router.replace(with: compile(manifest(urls)))
        #expect(try router.resolve("/a/1").routeTemplate == (urls.contains(":z") ? "/a/{z}" : "/a/{x}"))
        #expect(try router.resolve("/b/1").routeTemplate == "/b/{y}")
        #expect(try router.resolve("/s/1").routeTemplate == "/s/{t}")
    }

    @Test("An invalid URL is also reported if a handler opens it, as a failure")
    func invalidWithin() async throws {
        let (events, log) = (Events(), Log())
        let router = try makeRouter("routes: [{ url: /a, handler: a }]") {
            $0.observeOpens { events.note($0) }
            $0.onError { log.note("\($0.action) \($0.target)") }
            $0.handler("a") { request in _ = try? await request.open("/%zz") }
        }
        _ = try await router.open("/a")
        #expect(events.all.map(\.url) == ["/%zz", "/a"])
        #expect(log.all == ["open /%zz"])
    }

    @Test("All observers get every open, in the order of their registration")
    func several() async throws {
        let log = Log()
        let router = try makeRouter("routes: [{ url: /a, handler: a }]") {
            $0.handlers("a")
            $0.observeOpens { _ in log.note("first") }
            $0.observeOpens { _ in log.note("second") }
        }
        _ = try await router.resolve("/a").open()
        #expect(log.all == ["first", "second"])
    }
}
