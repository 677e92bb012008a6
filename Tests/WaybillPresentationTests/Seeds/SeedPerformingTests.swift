import Testing
import Waybill
import WaybillManifest
import WaybillPresentation
import WaybillTestSupport
import WaybillTesting

/// ZIKRouter's features of performing and presenting that no other suite shows.
@Suite("The seeds' features of performing")
struct SeedPerformingTests {
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

    @Test("A perform or a removal during a removal is refused, and reported to each handler once")
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
        let error = await #expect(throws: RouteRefusal.self) {
            try await performed.route.perform { $0.onFailure { _ in log.note("call") } }
        }
        guard case .busy(.removing) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        await #expect(throws: RouteRefusal.self) {
            try await performed.remove { $0.onFailure { _ in log.note("remove") } }
        }
        finish.happen()
        try await removal
        #expect(log.all == ["call", "sink perform", "remove", "sink remove"])
        #expect(performed.route.state == .removed)
    }

    @Test("A perform that only makes runs every handler, and returns the prepared object")
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

    @Test("Error handlers get the kinds that they request, and opens that match nothing")
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

    @Test("The host reports external events: observers of the object's type and of its superclasses get them")
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
        router.recordExternal(.didRemove, of: SpecialScreen())
        #expect(log.all == ["special didRemove external true true", "screen didRemove external true true"])
        router.recordExternal(.didRemove, of: 7)
        #expect(log.all.count == 2)
    }

    @Test("A query chooses among the presentations that a module allows, if an interceptor allows it")
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
        await #expect(throws: RouteRefusal.self) { try await stage.router.open("/notes/1?transition=other") }
        let chosen = try stage.router.resolve("/notes/1")
        let sheet = try await chosen.open(by: .make)
        #expect(sheet.performedRoute?.effectivePresentation == nil)
    }

    @Test("An action of the query runs after its view was shown")
    func action() async throws {
        let log = Log()
        let holder = RouterHolder()
        let stage = try Stage(
            Stage.manifest + "\ninterceptors: { action: { url: \"/**\", use: action } }",
            register: {
                $0.interceptor("action") { request, next in
                    let outcome = try await next(request)
                    if let action = request["action"] { try await holder.router?.report(action, outcome.destination) }
                    return outcome
                }
                $0.observe { event in log.note(event.phase.rawValue) }
            },
            hooks: { $0.on("showAlert") { shown, _ in log.note("alert on \((shown as? Screen) != nil)") } })
        holder.set(stage.router)
        _ = try await stage.router.open("/notes/1?action=showAlert")
        #expect(log.all == ["willPerform", "didPerform", "alert on true"])
    }

    @Test("A rewrite of the manifest changes the presentation")
    func rewriting() async throws {
        let stage = try Stage(
            """
            modules: { editor: { kind: view, present: [push, present] } }
            interceptors: { presented: { url: "app://push/**rest", rewrite: "app://present/**rest" } }
            routes:
              - { url: "app://push/notes/:id", module: editor, present: push }
              - { url: "app://present/notes/:id", module: editor, present: present }
            """)
        let outcome = try await stage.router.open("app://push/notes/1")
        #expect(outcome.performedRoute?.effectivePresentation == .present)
    }

    @Test("A module's hook sees the open before its view is shown")
    func setup() async throws {
        let log = Log()
        let stage = try Stage(
            register: { $0.observe { event in log.note(event.phase.rawValue) } },
            hooks: {
                $0.prepares { screen, context in
                    screen.title = "\(context.request?["id"] ?? "") \(context.request?.payload as? String ?? "")"
                    log.note("set up")
                }
            })
        let outcome = try await stage.router.open("/notes/7", payload: "draft")
        #expect((outcome.destination as? Screen)?.title == "7 draft")
        #expect(log.all == ["set up", "willPerform", "didPerform"])
    }
}
