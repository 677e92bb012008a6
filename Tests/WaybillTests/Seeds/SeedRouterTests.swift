import Testing
import Waybill
import WaybillTesting

/// What ZIKRouter's features are here, as far as no other suite shows them.
@Suite("ZIKRouter's features")
struct SeedRouterTests {
    @Test("A route may be performed again from where its states are watched")
    func watching() async throws {
        let router = try PerformTests().router { $0.removes { _, _ in } }
        let route = router.route(to: Routable<any Greeter>()) { $0.retainsDestination = true }
        let states = route.states
        try await route.perform()
        try await route.remove()
        var seen: [RouteState] = []
        for await state in states {
            seen.append(state)
            if state == .removed { try await route.perform() }
            if seen.filter({ $0 == .routed }).count == 2 { break }
        }
        #expect(seen == [.unrouted, .routing, .routed, .removing, .removed, .routing, .routed])
    }

    @Test("A perform or a removal while it is being removed is refused, and tells each handler once")
    func whileRemoving() async throws {
        let (begun, finish, log) = (Event(), Event(), Log())
        let router = try PerformTests().router(
            {
                $0.removes { _, _ in
                    begun.happen()
                    await finish.wait()
                }
            }, register: { $0.onError { log.note("sink \($0.action)") } })
        let performed = try await router.perform(Routable<any Greeter>())
        async let removal: Void = performed.remove()
        await begun.wait()
        #expect(performed.route.state == .removing && !performed.route.canPerform && !performed.route.canRemove)
        let error = await #expect(throws: RoutingError.self) {
            try await performed.route.perform { $0.onFailure { _ in log.note("call") } }
        }
        guard case .refused(.busy(.removing)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        await #expect(throws: RoutingError.self) {
            try await performed.remove { $0.onFailure { _ in log.note("remove") } }
        }
        finish.happen()
        try await removal
        #expect(log.all == ["call", "sink perform", "remove", "sink remove"])
        #expect(performed.route.state == .removed)
    }

    @Test("A perform that only makes runs every handler, and gives what was prepared")
    func makingRunsHandlers() async throws {
        let log = Log()
        let stage = try Stage(hooks: { $0.prepares { screen, _ in screen.title += "!" } })
        let made = try await stage.router.perform(Routable<any Editor>(), by: .make) {
            $0.prepare { $0.title = "mine" }
            $0.onSuccess { log.note("success \($0.title)") }
            $0.onCompletion { result in log.note("completion \((try? result.get())?.title ?? "")") }
        }
        #expect(made.destination.title == "mine!" && log.all == ["success mine!", "completion mine!"])
    }

    @Test("Whoever watches errors hears of the kinds that they ask for, and of opens that nothing matches")
    func errorSinks() async throws {
        struct No: Error {}
        let log = Log()
        let router = try Router(
            manifest: """
                modules: { v: { kind: view, identifiers: [v], present: [push] }, s: { identifiers: [s] } }
                """
        ) {
            $0.register("v") { _ in Screen() }.performs { _, _ in throw No() }
            $0.register("s") { _ in 1 }.performs { _, _ in throw No() }
            $0.onError { failure in log.note("all \(failure.action) \(failure.target)") }
            $0.onError(of: .view) { failure in log.note("views \(failure.moduleID ?? "")") }
        }
        for identifier in ["v", "s", "missing"] { _ = try? await router.perform(identifier: identifier) }
        _ = try? await router.open("/nothing/here")
        #expect(
            log.all == [
                "all perform v", "views v", "all perform s", "all perform missing", "all open /nothing/here",
            ])
    }

    @Test("A registry is a value: what is registered after a router was made is not in it")
    func closed() throws {
        var registry = makeRegistry { $0.register("clock") { _ in FixedClock() }.provides((any Clockwork).self) { $0 } }
        let router = try Router(compilation: compile(MakingTests.clock), registry: registry)
        registry.handler("late") { _ in 1 }
        #expect(throws: ManifestErrors.self) {
            try router.replace(with: compile(MakingTests.clock + "\nroutes: [{ url: /late, handler: late }]"))
        }
    }

    @Test("A factory may serve several modules, and a module with its own factory stand beside them")
    func severalModules() throws {
        let router = try Router(
            manifest:
                "modules: { a: { identifiers: [a], factory: f }, b: { identifiers: [b], factory: f }, c: { identifiers: [c] } }"
        ) {
            $0.register("f") { _ in Screen("f") }
            $0.register("c") { _ in Screen("c") }
        }
        #expect(router.generation.modules(making: Screen()).map(\.id) == ["a", "b", "c"])
        #expect((try router.make(identifier: "b") as? Screen)?.title == "f")
    }

    @Test("A route that no manifest declares is performed and removed by its holder")
    func temporary() async throws {
        let log = Log()
        let stage = try Stage()
        let service = stage.router.route {
            $0.register("once") { _ in FixedClock(time: 3) }
                .performs { clock, _ in log.note("acts \(clock.time)") }
                .removes { _, _ in log.note("removed") }
        }
        let performed = try await service.perform()
        #expect(performed.destination.time == 3)
        try await performed.remove()
        #expect(log.all == ["acts 3", "removed"])
        let view = stage.router.route(kind: .view) { $0.register("once") { _ in Screen("banner") } }
        let shown = try await view.perform(by: .present(from: stage.home))
        #expect(await stage.presenter.visible as AnyObject === shown.destination)
        try await shown.remove()
        #expect(await stage.presenter.visible as AnyObject === stage.home)
    }

    @Test("Code and manifest say the same thing in either way", arguments: [true, false])
    func bothWays(byCode: Bool) async throws {
        let (handled, log) = (
            byCode ? "" : "routes: [{ url: \"/notes/:id\", handler: notes, tags: [t], lane: l }]", Log()
        )
        let intercepted = byCode ? "" : "interceptors: { gate: { url: \"/notes/*\", use: gate, tags: [t] } }\n"
        let body: @Sendable (RouteRequest) async throws -> String = { "note \($0["id"] ?? "")" }
        let gate: InterceptorBody = { request, next in
            log.note("gate \(request.captures)")
            return try await next(request)
        }
        let router = try Router(manifest: intercepted + handled) {
            $0.lane("l")
            $0.handler("notes", body)
            $0.interceptor("gate", gate)
        }
        if byCode {
            try router.map("/notes/:id", tags: ["t"], lane: "l", body)
            try router.intercept("/notes/*", tags: ["t"], gate)
        }
        #expect(try await router["t"].open("/notes/5?x=1").text == "note 5")
        #expect(!router["u"].canOpen("/notes/5") && router.canOpen("/notes/5") && !router.canOpen("/notes"))
        #expect(log.all == ["gate [:]"])
    }

    @Test("The host tells of what happened by itself: observers of the thing's type and of its superclasses hear it")
    func external() throws {
        let log = Log()
        let router = try Router(
            manifest: "modules: { screen: { identifiers: [a] }, special: { identifiers: [b] } }"
        ) {
            $0.register("screen") { _ in Screen() }
            $0.register("special") { _ in SpecialScreen() }
            $0.observe { event in
                log.note(
                    "\(event.moduleID) \(event.phase) \(event.origin) \(event.route == nil) \(event.request == nil)")
            }
        }
        router.noteExternal(.didRemove, of: SpecialScreen())
        #expect(log.all == ["special didRemove external true true", "screen didRemove external true true"])
        router.noteExternal(.didRemove, of: 7)
        #expect(log.all.count == 2)
    }

    @Test("A query chooses among the ways that a module allows, where an interceptor lets it")
    func transitionKey() async throws {
        let stage = try Stage(
            Stage.manifest.replacing("segue, make]", with: "segue]")
                + "\ninterceptors: { transition: { url: \"/**\", use: transition } }"
        ) {
            $0.interceptor("transition") { request, next in
                var request = request
                let allowed: [String: Presentation] = ["present": .present, "push": .push, "other": .custom]
                if let way = request["transition"].flatMap({ allowed[$0] }) { request.path = PresentationPath(way) }
                return try await next(request)
            }
        }
        let presented = try await stage.router.open("/notes/1?transition=present")
        #expect(presented.performedRoute?.effectivePresentation == .present)
        try await presented.performedRoute?.remove()
        let pushed = try await stage.router.open("/notes/1?transition=nonsense")
        #expect(pushed.performedRoute?.effectivePresentation == .push)
        await #expect(throws: RoutingError.self) { try await stage.router.open("/notes/1?transition=other") }
        let chosen = try stage.router.resolve("/notes/1")
        let sheet = try await chosen.open(by: .make)
        #expect(sheet.performedRoute?.effectivePresentation == nil)
    }

    @Test("An action of the query is done after its view was shown")
    func action() async throws {
        let log = Log()
        let holder = RouterHolder()
        let stage = try Stage(
            Stage.manifest + "\ninterceptors: { action: { url: \"/**\", use: action } }",
            register: {
                $0.interceptor("action") { request, next in
                    let outcome = try await next(request)
                    if let action = request["action"] { try await holder.router?.emit(action, outcome.destination) }
                    return outcome
                }
                $0.observe { event in log.note(event.phase.rawValue) }
            },
            hooks: { $0.on("showAlert") { shown, _ in log.note("alert on \((shown as? Screen) != nil)") } })
        holder.set(stage.router)
        _ = try await stage.router.open("/notes/1?action=showAlert")
        #expect(log.all == ["willPerform", "didPerform", "alert on true"])
    }

    @Test("A module of a configuration protocol is performed by a named constructor")
    func constructor() async throws {
        let router = try ModuleConfigurationTests().router {
            $0.constructor("titled") { (title: String, _) in Screen(title) }.prepares { screen, _ in screen.title += "!"
            }
        }
        let made = try await router.perform(RoutableModule<any EditorInput>(), constructor: "titled", "T") {
            $0.prepare { ($0 as? Screen)?.title += "?" }
        }
        #expect((made.destination as? Screen)?.title == "T?!")
    }
}
