import Synchronization
import Testing
import Waybill
import WaybillPresentation
import WaybillTable
import WaybillTestSupport
import WaybillTesting

@Suite("Performing")
struct PerformTests {
    static let service = """
        protocols: { Greeter: }
        modules: { greeter: { provides: [Greeter], identifiers: ["app://greeter"] } }
        """

    final class PoliteGreeter: Greeter {
        let name = Mutex("nobody")
        var greeting: String { "hello \(name.withLock { $0 })" }
    }

    func router(
        _ hooks: (FactoryRegistration<PoliteGreeter, NoConfiguration>) -> Void = { _ in },
        register: (inout Registry) -> Void = { _ in }
    ) throws -> Router {
        try Router(manifest: Self.service) { registry in
            hooks(registry.register("greeter") { _ in PoliteGreeter() }.provides((any Greeter).self) { $0 })
            register(&registry)
        }
    }

    @Test("A service is performed by protocol, by identifier and by a key chosen at run time")
    func ways() async throws {
        let router = try router()
        let byProtocol = try await router.perform(Routable<any Greeter>())
        #expect(byProtocol.destination.greeting == "hello nobody" && byProtocol.route.state == .routed)
        #expect(try await router.perform(identifier: "app://greeter").destination is PoliteGreeter)
        let keys = [RouteKey(Routable<any Greeter>()), RouteKey(identifier: "app://greeter")]
        for key in keys { #expect(try await router.perform(key).destination is PoliteGreeter) }
    }

    @Test("The order is: callers, the module's hooks, the action, the new state, the route's handlers, the call's")
    func order() async throws {
        let log = Log()
        let router = try router(
            {
                $0.prepares { _, _ in log.note("module prepares") }
                    .finishes { _, _ in log.note("module finishes") }
                    .performs { _, _ in log.note("acts") }
            },
            register: {
                $0.observe { event in log.note(event.phase.rawValue) }
            })
        let route = router.route(to: Routable<any Greeter>()) {
            $0.prepare { _ in log.note("route prepares") }
            $0.onSuccess { _ in log.note("route success") }
            $0.onCompletion { _ in log.note("route completion") }
        }
        try await route.perform {
            $0.prepare { _ in log.note("call prepares") }
            $0.onSuccess { _ in log.note("call success") }
            $0.onCompletion { _ in log.note("call completion") }
            $0.onFailure { _ in log.note("never") }
        }
        #expect(
            log.all == [
                "route prepares", "call prepares", "module prepares", "module finishes", "willPerform", "acts",
                "didPerform", "route success", "route completion", "call success", "call completion",
            ])
    }

    @Test("A failure restores the state, and is reported to the route, the call and the watchers, each once")
    func failure() async throws {
        struct No: Error {}
        let log = Log()
        let router = try router(
            { $0.performs { _, _ in throw No() } },
            register: {
                $0.onError { failure in log.note("sink \(failure.action) \(failure.target)") }
            })
        let route = router.route(to: Routable<any Greeter>()) {
            $0.onFailure { _ in log.note("route failure") }
            $0.onCompletion { result in if case .failure = result { log.note("route completion") } }
        }
        await #expect(throws: No.self) {
            try await route.perform {
                $0.onSuccess { _ in log.note("never") }
                $0.onFailure { _ in log.note("call failure") }
                $0.onCompletion { result in if case .failure = result { log.note("call completion") } }
            }
        }
        #expect(
            log.all == [
                "route failure", "route completion", "call failure", "call completion", "sink perform Greeter",
            ])
        #expect(route.state == .unrouted && route.lastError is No && route.destination == nil)
    }

    @Test("A route that failed while routed stays routed, with what it had")
    func failureWhileRouted() async throws {
        struct No: Error {}
        let count = Counter()
        let router = try router { $0.performs { _, _ in if count.next() == 2 { throw No() } } }
        let route = router.route(to: Routable<any Greeter>()) { $0.retainsDestination = true }
        let first = try await route.perform().destination
        await #expect(throws: No.self) { try await route.perform() }
        #expect(route.state == .routed)
        #expect(route.destination as AnyObject === first as AnyObject)
    }

    @Test("A service may be performed again while it is routed, and makes another each time")
    func again() async throws {
        let route = try router().route(to: Routable<any Greeter>())
        let first = try await route.perform().destination
        let second = try await route.perform().destination
        #expect(first as AnyObject !== second as AnyObject)
        #expect(route.canPerform)
    }

    @Test(
        "A route that is being performed refuses another perform, and reports it to both callers' handlers and the watchers"
    )
    func busy() async throws {
        let (begun, finish, log) = (Event(), Event(), Log())
        let router = try router(
            {
                $0.performs { _, _ in
                    begun.happen()
                    await finish.wait()
                }
            }, register: { $0.onError { _ in log.note("sink") } })
        let route = router.route(to: Routable<any Greeter>()) { $0.onFailure { _ in log.note("route") } }
        async let first = route.perform()
        await begun.wait()
        #expect(route.state == .routing && !route.canPerform && !route.canRemove)
        let error = await #expect(throws: RouteRefusal.self) {
            try await route.perform { $0.onFailure { _ in log.note("call") } }
        }
        guard case .busy(.routing) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(log.all == ["route", "call", "sink"])
        finish.happen()
        _ = try await first
        #expect(route.state == .routed)
    }

    @Test("Every change of state is seen, in order")
    func states() async throws {
        let router = try router { $0.removes { _, _ in } }
        var route: RouteHandle<any Greeter>? = router.route(to: Routable<any Greeter>()) {
            $0.retainsDestination = true
        }
        let states = route!.states
        try await route!.perform()
        try await route!.remove()
        route = nil
        var seen: [RouteState] = []
        for await state in states { seen.append(state) }
        #expect(seen == [.unrouted, .routing, .routed, .removing, .removed])
    }

    @Test("A route holds an object weakly, unless it is configured to retain it; a perform's result holds it")
    func holding() async throws {
        let router = try router { $0.removes { _, _ in } }
        let weak = router.route(to: Routable<any Greeter>())
        var performed: Performed<any Greeter>? = try await weak.perform()
        #expect(weak.destination != nil && performed != nil)
        performed = nil
        #expect(weak.destination == nil && weak.state == .routed)
        guard case .destinationGone = weak.refusalToRemove as? RouteRefusal else {
            Issue.record("\(String(describing: weak.refusalToRemove))")
            return
        }
        await #expect(throws: RouteRefusal.destinationGone) { try await weak.remove() }
        #expect(weak.state == .routed && weak.canPerform)
        weak.recordRemoval()
        #expect(weak.state == .removed)
        let strong = router.route(to: Routable<any Greeter>()) { $0.retainsDestination = true }
        try await strong.perform()
        #expect(strong.destination != nil)
        try await strong.remove()
        #expect(strong.destination == nil)
    }

    @Test("Asking changes nothing")
    func asking() throws {
        let route = try router().route(to: Routable<any Greeter>())
        #expect(route.canPerform && !route.canRemove)
        #expect(route.state == .unrouted && route.canPerform)
        #expect("\(route)" == "route to Greeter: unrouted")
    }

    @Test("A value can be a destination, too: callers and hooks change it in turn")
    func values() async throws {
        let router = try Router(manifest: Self.service) {
            $0.register("greeter") { _ in ValueGreeter(greeting: "hi") }
                .provides((any Greeter).self) { $0 }
                .prepares { greeter, _ in greeter.greeting += " from the module" }
        }
        let performed = try await router.perform(Routable<any Greeter>()) {
            $0.prepare { greeter in greeter = ValueGreeter(greeting: greeter.greeting + " from the caller") }
        }
        #expect(performed.destination.greeting == "hi from the caller from the module")
        #expect(performed.route.destination?.greeting == performed.destination.greeting)
        let made = try router.make(Routable<any Greeter>()) { greeter in
            greeter = ValueGreeter(greeting: greeter.greeting + " there")
        }
        #expect(made.greeting == "hi there from the module")
    }

    @Test("What callers pass to one call is released after it")
    func release() async throws {
        final class Token: Sendable {}
        let router = try router()
        let route = router.route(to: Routable<any Greeter>())
        weak var seen: Token?
        do {
            let token = Token()
            seen = token
            try await route.perform {
                $0.prepare { _ in _ = token }
                $0.onSuccess { _ in _ = token }
            }
        }
        #expect(seen == nil)
    }

    @Test("The engine keeps what it performs alive until it is done")
    func inFlight() async throws {
        let (begun, finish) = (Event(), Event())
        let router = try router {
            $0.performs { _, _ in
                begun.happen()
                await finish.wait()
            }
        }
        let task = Task { try await router.perform(Routable<any Greeter>()).destination.greeting }
        await begun.wait()
        finish.happen()
        #expect(try await task.value == "hello nobody")
    }

    @Test("An object that was made elsewhere is prepared and performed; one of another type is refused")
    func existing() async throws {
        struct Other: Greeter { var greeting = "other" }
        let log = Log()
        let router = try router {
            $0.prepares { _, _ in log.note("prepares") }.performs { _, _ in log.note("acts") }
        }
        let mine = PoliteGreeter()
        let performed = try await router.perform(Routable<any Greeter>(), on: mine)
        #expect(performed.destination as AnyObject === mine && log.all == ["prepares", "acts"])
        log.clear()
        let prepared = try await router.prepare(mine, as: Routable<any Greeter>()) {
            $0.prepare { _ in log.note("caller") }
        }
        #expect(log.all == ["caller", "prepares"] && prepared.route.state == .routed)
        let error = await #expect(throws: RoutingError.self) {
            try await router.perform(Routable<any Greeter>(), on: Other())
        }
        guard case .adapterMismatch = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("The user info of a route is released once it is removed")
    func userInfo() async throws {
        let router = try router { $0.removes { _, _ in } }
        let performed = try await router.perform(Routable<any Greeter>()) { $0.userInfo = ["from": "test"] }
        #expect(performed.route.userInfo["from"] as? String == "test")
        try await performed.remove()
        #expect(performed.route.userInfo.isEmpty)
    }

    @Test("An asynchronous or actor-isolated factory works with perform and open, and is refused by make")
    func asynchronous() async throws {
        let router = try Router(
            manifest: Self.service + "\nroutes: [{ url: /greet, module: greeter }]"
        ) {
            $0.registerAsync("greeter") { @MainActor _ -> PoliteGreeter in
                MainActor.assertIsolated()
                return PoliteGreeter()
            }
            .provides((any Greeter).self) { $0 }
            .preparesAsync { @MainActor greeter, _ in greeter.name.withLock { $0 = "main" } }
        }
        #expect(try await router.perform(Routable<any Greeter>()).destination.greeting == "hello main")
        #expect(try await (router.open("/greet").destination as? PoliteGreeter)?.greeting == "hello main")
        let error = #expect(throws: RoutingError.self) { try router.make(Routable<any Greeter>()) }
        guard case .asynchronous("greeter") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("An endless recursion of performs is an error that prints the cycle")
    func recursion() async throws {
        let holder = RouterHolder()
        let router = try Router(manifest: Self.service, options: RouterOptions(recursionLimit: 5)) {
            $0.register("greeter") { _ in PoliteGreeter() }
                .provides((any Greeter).self) { $0 }
                .performs { _, _ in try await holder.router?.perform(Routable<any Greeter>()) }
        }
        holder.set(router)
        let error = await #expect(throws: RoutingError.self) { try await router.perform(Routable<any Greeter>()) }
        guard case .dependencyCycle(["greeter", "greeter"]) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("An endless recursion over child tasks is an error, too")
    func recursionOfChildTasks() async throws {
        let holder = RouterHolder()
        let router = try Router(manifest: Self.service, options: RouterOptions(recursionLimit: 5)) {
            $0.register("greeter") { _ in PoliteGreeter() }
                .provides((any Greeter).self) { $0 }
                .performs { _, _ in
                    async let next = holder.router?.perform(Routable<any Greeter>())
                    _ = try await next
                }
        }
        holder.set(router)
        let error = await #expect(throws: RoutingError.self) { try await router.perform(Routable<any Greeter>()) }
        #expect(error.map { "\($0)" } == "dependency cycle: greeter -> greeter")
    }

    @Test("Each screen may show the next one in a task of its own, any number of times")
    func screens() async throws {
        let (holder, count, log, done) = (RouterHolder(), Counter(), Log(), Event())
        let router = try Router(manifest: Self.service) {
            $0.register("greeter") { _ in PoliteGreeter() }
                .provides((any Greeter).self) { $0 }
                .performs { _, _ in
                    guard count.next() < 250 else { return done.happen() }
                    Task {
                        do { try await holder.router?.perform(Routable<any Greeter>()) } catch {
                            log.note("\(error)")
                            done.happen()
                        }
                    }
                }
        }
        holder.set(router)
        try await router.perform(Routable<any Greeter>())
        await done.wait()
        #expect(log.all == [] && count.value == 250)
    }

    @Test("A route without an object has no destination, also if its type is any")
    func nothing() async throws {
        let route = try router { $0.removes { _, _ in } }.route(identifier: "app://greeter")
        #expect(route.destination == nil && route.erased.destination == nil)
        let performed = try await route.perform()
        #expect(route.destination != nil)
        try await performed.remove()
        #expect(route.destination == nil)
    }

    @Test("An open of a module with a perform action performs it, and its result can be removed")
    func opened() async throws {
        let log = Log()
        let router = try Router(
            manifest: Self.service + "\nroutes: [{ id: greet, url: \"/greet/:who\", module: greeter }]"
        ) {
            $0.register("greeter") { context in
                let greeter = PoliteGreeter()
                greeter.name.withLock { $0 = context.request?["who"] ?? "" }
                return greeter
            }
            .provides((any Greeter).self) { $0 }
            .performs { greeter, _ in log.note(greeter.greeting) }
            .removes { _, _ in log.note("removed") }
            $0.observe(.route("greet")) { event in log.note("\(event.phase) \(event.request?.url.text ?? "")") }
        }
        let outcome = try await router.open("/greet/anna")
        let route = try #require(outcome.performedRoute)
        #expect(route.state == .routed && outcome.moduleID == "greeter")
        try await route.remove()
        #expect(
            log.all == [
                "willPerform /greet/anna", "hello anna", "didPerform /greet/anna", "willRemove /greet/anna", "removed",
                "didRemove /greet/anna",
            ])
    }
}
