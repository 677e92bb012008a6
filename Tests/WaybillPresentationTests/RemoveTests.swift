import Testing
import Waybill
import WaybillPresentation
import WaybillTestSupport
import WaybillTesting

@Suite("Removing")
struct RemoveTests {
    @Test("A service without a removal action cannot be removed, and says so")
    func notRemovable() async throws {
        let router = try PerformTests().router()
        let performed = try await router.perform(Routable<any Greeter>())
        let error = await #expect(throws: RouteRefusal.self) { try await performed.remove() }
        guard case .notRemovable("greeter") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(performed.route.state == .routed)
    }

    @Test("The order is: preparing, will, removing, the new state, did, the handlers")
    func order() async throws {
        let log = Log()
        let router = try PerformTests().router(
            { $0.removes { _, _ in log.note("takes away") } },
            register: {
                $0.observe { event in if event.phase != .didPerform { log.note(event.phase.rawValue) } }
            })
        let performed = try await router.perform(Routable<any Greeter>()) {
            $0.removal.onSuccess { log.note("replaced") }
            $0.removal.onCompletion { _ in log.note("completion") }
        }
        log.clear()
        try await performed.remove {
            $0.prepare { _ in log.note("prepares") }
            $0.onSuccess { log.note("success") }
        }
        #expect(log.all == ["prepares", "willRemove", "takes away", "didRemove", "success", "completion"])
    }

    @Test("A failed removal leaves the route routed, and is reported to each handler once")
    func failure() async throws {
        struct No: Error {}
        let log = Log()
        let router = try PerformTests().router(
            { $0.removes { _, _ in throw No() } },
            register: {
                $0.onError { failure in log.note("sink \(failure.action)") }
            })
        let performed = try await router.perform(Routable<any Greeter>())
        await #expect(throws: No.self) {
            try await performed.remove {
                $0.onFailure { _ in log.note("failure") }
                $0.onCompletion { _ in log.note("completion") }
            }
        }
        #expect(log.all == ["failure", "completion", "sink remove"])
        #expect(performed.route.state == .routed && performed.route.lastError is No)
    }

    @Test("A route may be performed again after it was removed")
    func again() async throws {
        let router = try PerformTests().router { $0.removes { _, _ in } }
        let performed = try await router.perform(Routable<any Greeter>())
        try await performed.remove()
        #expect(performed.route.state == .removed && performed.route.canPerform && !performed.route.canRemove)
        let second = try await performed.route.perform()
        #expect(second.route.state == .routed)
    }

    @Test("The result of a perform removes its object, also after its route was performed again")
    func earlier() async throws {
        let log = Log()
        let number = Counter()
        let router = try Router(manifest: PerformTests.service) {
            $0.register("greeter") { _ in ValueGreeter(greeting: "greeter \(number.next())") }
                .provides((any Greeter).self) { $0 }
                .removes { greeter, _ in log.note(greeter.greeting) }
        }
        let route = router.route(to: Routable<any Greeter>())
        let first = try await route.perform()
        let second = try await route.perform()
        try await first.remove { $0.onSuccess { log.note("handler") } }
        #expect(log.all == ["greeter 1", "handler"])
        #expect(route.state == .routed && route.destination?.greeting == "greeter 2")
        let error = await #expect(throws: RouteRefusal.self) { try await first.remove() }
        #expect(error == .notRouted(.removed))
        try await second.remove()
        #expect(log.all == ["greeter 1", "handler", "greeter 2"] && route.state == .removed)
    }

    @Test("A module may refuse to be removed, with its reason")
    func refusal() async throws {
        let router = try PerformTests().router { $0.removes(unless: { _ in "not yet" }) { _, _ in } }
        let performed = try await router.perform(Routable<any Greeter>())
        #expect("\(try #require(performed.route.refusalToRemove))" == "not yet")
    }

    private func copyingRouter(
        _ log: Log, _ copy: @escaping @Sendable (any Greeter) -> any LegacyClock
    ) throws -> Router {
        try Router(
            manifest: """
                protocols: { Greeter: , LegacyClock: { required: true } }
                adapters: { LegacyClock: { provided: Greeter, using: copy } }
                modules: { greeter: { provides: [Greeter] } }
                """
        ) {
            $0.register("greeter") { _ in PerformTests.PoliteGreeter() }
                .provides((any Greeter).self) { $0 }
                .removes(unless: { _ in log.all.isEmpty ? nil : "not twice" }) { greeter, _ in
                    log.note("removes \(greeter.greeting)")
                }
            $0.adapter("copy", copy)
        }
    }

    @Test("A module whose product an adapter copied is removed by its own action")
    func copied() async throws {
        let log = Log()
        let router = try copyingRouter(log) { CopiedClock(ticks: $0.greeting) }
        let first = try await router.perform(Routable<any LegacyClock>())
        let second = try await router.perform(Routable<any LegacyClock>())
        try await first.remove()
        #expect(log.all == ["removes hello nobody"] && first.route.state == .removed)
        #expect(second.route.refusalToRemove.map { "\($0)" } == "not twice")
    }

    @Test("A module whose product is gone, because an adapter made another object, is not removed in silence")
    func copiedObject() async throws {
        let log = Log()
        let router = try copyingRouter(log) { CopiedClockObject(ticks: $0.greeting) }
        let performed = try await router.perform(Routable<any LegacyClock>())
        await #expect(throws: RouteRefusal.destinationGone) { try await performed.remove() }
        #expect(log.all == [] && performed.route.state == .routed)
        #expect(performed.route.refusalToRemove as? RouteRefusal == .destinationGone)
    }

    @Test("A destination that still exists after its removal is reported, and again when it is released")
    func leak() async throws {
        let (clock, log, reported, reclaimed) = (ManualClock(), Log(), Event(), Event())
        let stage = try Stage(options: RouterOptions(clock: clock)) {
            $0.onLeak(after: .seconds(2)) { report in
                log.note("\(report.moduleID) \(report.state)")
                (report.state == .alive ? reported : reclaimed).happen()
            }
        }
        var performed: Performed<any Editor>? = try await stage.router.perform(Routable<any Editor>())
        let route = performed!.route
        try await route.remove()
        await clock.taskSleeps()
        clock.advance(by: .seconds(2))
        await reported.wait()
        #expect(log.all == ["editor alive"])
        performed = nil
        await clock.taskSleeps()
        clock.advance(by: .seconds(2))
        await reclaimed.wait()
        #expect(log.all == ["editor alive", "editor reclaimed"])
    }
}

private struct CopiedClock: LegacyClock { let ticks: String }

private final class CopiedClockObject: LegacyClock {
    let ticks: String
    init(ticks: String) { self.ticks = ticks }
}
