import MetricsTestKit
import Testing
import Waybill
import WaybillManifest
import WaybillRules
import WaybillTestSupport

@testable import WaybillReload

@Suite("Canary generations", .timeLimit(.minutes(1)))
struct CanaryTests {
    private struct Broken: Error {}

    private func service(
        _ clock: ManualClock, retired: Shared<Int> = Shared(0), storedIn file: String? = nil,
        _ change: (inout Canary) -> Void = { _ in }
    ) throws -> ReloadingService {
        var canary = Canary(share: 0.5, window: .seconds(60), bound: 0.2, minimumOpens: 4)
        change(&canary)
        return try ReloadingService.polling(
            good, clock: clock,
            {
                $0.canary = canary
                $0.lastGoodFile = file
            },
            register: {
                $0.handler("broken") { _ -> String in throw Broken() }
                let opens = Shared(0)
                $0.handler("unlucky") { _ -> String in
                    let number = opens.change { opens in
                        opens += 1
                        return opens
                    }
                    // The first comparison is after four opens, the next one after eight.
                    if number == 5 || number == 6 { throw Broken() }
                    return "lucky"
                }
                $0.register("thing") { _ in Shared("thing") }.retires { _ in retired.change { $0 += 1 } }
            })
    }

    private static let bad =
        manifest(("/one", "broken"))
        + "modules: { thing: { identifiers: [\"app://thing\"], scope: shared } }\n"

    /// Opens a hundred times, and returns how often each answer came.
    private func ask(_ service: ReloadingService) async -> [String: Int] {
        var answers: [String: Int] = [:]
        for _ in 0..<100 { answers[(try? await service.answer("/one")) ?? "error", default: 0] += 1 }
        return answers
    }

    private func untilTrying(_ events: AsyncStream<ReloadEvent>) async -> Int? {
        for await event in events {
            if case .canary(let number) = event { return number }
        }
        return nil
    }

    @Test("It serves its share, and all opens when the window is over")
    func passing() async throws {
        let clock = ManualClock()
        let service = try service(clock)
        let events = service.reloader.events
        try service.folder.write(manifest(("/one", "two")), to: "Routes/a.yaml")
        async let attempt = service.reloader.reload()
        #expect(await untilTrying(events) == 2)
        #expect(await ask(service) == ["one": 50, "two": 50])
        #expect((service.router.generation.number, service.reloader.status.generationsLive) == (1, 2))
        await clock.taskSleeps()
        clock.advance(by: .seconds(60))
        #expect(await attempt.result == .published)
        #expect(await ask(service) == ["two": 100])
        #expect((service.router.generation.number, service.reloader.status.generationsLive) == (2, 1))
    }

    @Test(
        "It fails more often: the previous generation continues under a new number, and the set is tried again when its meaning changes"
    )
    func failing() async throws {
        let (clock, retired) = (ManualClock(), Shared(0))
        let service = try service(clock, retired: retired)
        let (events, first) = (service.reloader.events, service.reloader.status)
        try service.folder.write(Self.bad, to: "Routes/a.yaml")
        async let attempt = service.reloader.reload()
        #expect(await untilTrying(events) == 2)
        // The fourth open of the new generation is its last one.
        #expect(await ask(service) == ["one": 96, "error": 4])
        let failure = await attempt
        #expect((failure.result, failure.reason, failure.generation) == (.failed, .canary, 3))
        #expect(failure.message?.hasPrefix("4 of 4 opens failed on generation 2, 0 of ") == true)
        #expect((service.router.generation.number, service.router.generation.digest) == (3, first.digest))
        #expect(await ask(service) == ["one": 100])
        try await retired.until { $0 > 0 }

        #expect(await service.reloader.reload().reason == .withdrawn)
        try service.folder.write("# The same\n" + Self.bad, to: "Routes/a.yaml")
        #expect(await service.reloader.reload().reason == .withdrawn)
        try service.folder.write(manifest(("/one", "two")), to: "Routes/a.yaml")
        let laterEvents = service.reloader.events
        let fixed = Task { await service.reloader.reload() }
        #expect(await untilTrying(laterEvents) == 4)
        // The timer of the first window may still sleep.
        #expect(await clock.advancing(by: .seconds(60), whenever: 1) { await fixed.value.result } == .published)
        #expect(retired.value == 1)
    }

    @Test("Status, log and metrics show a canary: its share, its window, and the opens and failures of both sides")
    func visible() async throws {
        let clock = ManualClock()
        let service = try service(clock) { $0.minimumOpens = 1000 }
        func metric(_ name: String, _ side: String) throws -> Int64 {
            try service.metrics.expectCounter("waybill_config_canary_\(name)_total", [("side", side)]).totalValue
        }
        func share() throws -> Double? {
            try service.metrics.expectGauge("waybill_config_canary_share").lastValue
        }
        #expect(service.reloader.status.canary == nil)
        #expect(try metric("failures", "candidate") == 0)
        let events = service.reloader.events
        try service.folder.write(Self.bad, to: "Routes/a.yaml")
        async let attempt = service.reloader.reload()
        #expect(await untilTrying(events) == 2)
        #expect(await ask(service) == ["one": 50, "error": 50])
        let canary = try #require(service.reloader.status.canary)
        #expect((canary.generation, canary.share, canary.window) == (2, 0.5, 60))
        #expect(canary.digest == Compilation.compile(text: Self.bad).digest)
        #expect((canary.candidate.opens, canary.candidate.failures) == (50, 50))
        #expect((canary.current.opens, canary.current.failures) == (50, 0))
        for (name, side, count) in [
            ("opens", "candidate", 50), ("failures", "candidate", 50), ("opens", "current", 50),
            ("failures", "current", 0),
        ] as [(String, String, Int64)] {
            #expect(try metric(name, side) == count)
        }
        #expect(try share() == 0.5)
        #expect(service.log.all.contains("generation 2 is a canary (api): 50% of the opens for 60 s"))
        await clock.taskSleeps()
        clock.advance(by: .seconds(60))
        // Too few opens to judge it.
        #expect(await attempt.result == .published)
        #expect(service.reloader.status.canary == nil)
        #expect(try share() == 0)
        #expect(service.log.all.contains { $0.hasPrefix("the canary has passed: 50 of 50 opens failed") })
    }

    @Test("A rollback ends a canary at once: its set is withdrawn, and the current one continues")
    func endedByRollback() async throws {
        let service = try service(ManualClock())
        let (events, first) = (service.reloader.events, service.reloader.status.digest)
        try service.folder.write(manifest(("/one", "two")), to: "Routes/a.yaml")
        async let attempt = service.reloader.reload()
        #expect(await untilTrying(events) == 2)
        // Who has seen another generation does not end it, and does not wait for its end.
        #expect(await service.reloader.rollBack(ReloadPrecondition(ifMatch: ["other"])).reason == .precondition)
        #expect(service.reloader.status.canary != nil)
        let rollback = await service.reloader.rollBack(ReloadPrecondition(ifMatch: [first]))
        #expect((rollback.result, rollback.trigger, rollback.digest) == (.unchanged, .rollback, first))
        let failure = await attempt
        #expect((failure.result, failure.reason) == (.failed, .canary))
        #expect(failure.message?.hasPrefix("ended by a rollback: 0 of 0 opens failed on generation 2") == true)
        #expect(await ask(service) == ["one": 100])
        #expect(service.reloader.status.withdrawn == [Compilation.compile(text: manifest(("/one", "two"))).digest])
        #expect(!service.reloader.status.healthy)
        #expect(await service.reloader.reload().reason == .withdrawn)
    }

    @Test("A set that a canary withdrew is not live after a restart")
    func restarted() async throws {
        let clock = ManualClock()
        let state = try TemporaryFolder()
        let service = try service(clock, storedIn: state.path("last-good.json"))
        try service.folder.write(Self.bad, to: "Routes/a.yaml")
        let events = service.reloader.events
        async let attempt = service.reloader.reload()
        #expect(await untilTrying(events) == 2)
        _ = await ask(service)
        #expect(await attempt.reason == .canary)
        await service.reloader.retireModules()
        var options = ReloadOptions()
        options.lastGoodFile = state.path("last-good.json")
        let next = try await Reloader.starting(
            manifests: [service.path("Routes")], logger: service.log.logger, options: options
        ) { compilation throws(ManifestErrors) in
            var registry = Registry()
            for name in ["one", "broken"] { registry.handler(name) { _ in name } }
            registry.register("thing") { _ in Shared("thing") }
            return try Router(compilation: compilation, registry: registry)
        }
        #expect(next.status.stale && next.status.lastAttempt.reason == .withdrawn)
        #expect(try await next.router.open("/one").destination as? String == "one")
    }

    @Test("A rejection, or an unmatched open, is not a fault of a generation")
    func rejections() async throws {
        let clock = ManualClock()
        let service = try service(clock)
        let events = service.reloader.events
        let closed = "interceptors: { closed: { url: /one, reject: { reason: closed, status: 503 } } }\n"
        try service.folder.write(manifest(("/one", "two")) + closed, to: "Routes/a.yaml")
        async let attempt = service.reloader.reload()
        #expect(await untilTrying(events) == 2)
        #expect(await ask(service) == ["one": 50, "error": 50])
        for _ in 0..<50 { #expect(try await service.answer("/nothing") == nil) }
        await clock.taskSleeps()
        clock.advance(by: .seconds(60))
        #expect(await attempt.result == .published)
    }

    @Test("A rate that is too high between two comparisons is ignored, so that chance has few occasions")
    func comparisons() async throws {
        let clock = ManualClock()
        let service = try service(clock) { $0.bound = 0.3 }
        let events = service.reloader.events
        try service.folder.write(manifest(("/one", "unlucky")), to: "Routes/a.yaml")
        async let attempt = service.reloader.reload()
        #expect(await untilTrying(events) == 2)
        #expect(await ask(service) == ["one": 50, "lucky": 48, "error": 2])
        await clock.taskSleeps()
        clock.advance(by: .seconds(60))
        #expect(await attempt.result == .published)
    }

    @Test("A candidate that fails between the last comparison and the end is withdrawn at the end")
    func lastComparison() async throws {
        let clock = ManualClock()
        let service = try service(clock) { $0.minimumOpens = 48 }
        let events = service.reloader.events
        try service.folder.write(manifest(("/one", "two"), ("/bad", "broken")), to: "Routes/a.yaml")
        async let attempt = service.reloader.reload()
        #expect(await untilTrying(events) == 2)
        #expect(await ask(service) == ["one": 50, "two": 50])
        for _ in 0..<40 { _ = try? await service.answer("/bad") }
        #expect(service.router.generation.number == 1)
        await clock.taskSleeps()
        clock.advance(by: .seconds(60))
        #expect(await attempt.reason == .canary)
    }

    @Test(
        "A running open on a candidate ends before its modules do, also if another generation is published meanwhile"
    )
    func overtakenOpen() async throws {
        let (clock, retired, gate) = (ManualClock(), Shared(0), Shared(false))
        // Shorter than the drain timeout, which would end the modules.
        let window = Duration.seconds(20)
        let (begun, seen) = (Shared(false), Shared<Int?>(nil))
        let service = try ReloadingService.polling(
            good, clock: clock, { $0.canary = Canary(share: 1, window: window) },
            register: {
                $0.register("thing") { _ in Shared("thing") }.retires { _ in retired.change { $0 += 1 } }
                $0.handler("waiting") { _ -> String in
                    begun.change { $0 = true }
                    try await gate.until(\.self)
                    seen.change { $0 = retired.value }
                    return "waited"
                }
            })
        let events = service.reloader.events
        let thing = "modules: { thing: { identifiers: [\"app://thing\"], scope: shared } }\n"
        try service.folder.write(manifest(("/one", "waiting")) + thing, to: "Routes/a.yaml")
        let attempt = Task { await service.reloader.reload() }
        #expect(await untilTrying(events) == 2)
        async let answer = service.answer("/one")
        try await begun.until(\.self)
        // Before the replacement, which starts other timers.
        await clock.taskSleeps()
        try service.router.replace(with: .compile(text: manifest(("/one", "three"))))
        clock.advance(by: window)
        // The attempt is repeated after the other; it makes its own module.
        #expect(await untilTrying(events) == 4)
        #expect(retired.value == 0)
        gate.change { $0 = true }
        #expect(try await answer == "waited")
        #expect(seen.value == 0)
        try await retired.until { $0 == 1 }
        let result = await clock.advancing(by: window, whenever: 1) { await attempt.value.result }
        #expect(result == .published)
    }

    @Test("What a candidate shares with the current generation is retired after the opens of both")
    func overtakenSharing() async throws {
        let (clock, retired, begun, gate) = (ManualClock(), Shared<[String]>([]), Shared(false), Shared(false))
        func set(_ handler: String, _ modules: String...) -> String {
            manifest(("/one", handler)) + "modules:\n"
                + modules.map { "  \($0): { identifiers: [\"app://\($0)\"], scope: shared }\n" }.joined()
        }
        let service = try ReloadingService.polling(
            set("waiting", "common"), clock: clock, { $0.canary = Canary(share: 0.1, window: .seconds(60)) },
            register: {
                for name in ["common", "another"] {
                    $0.register(name) { _ in Shared(name) }.retires { _ in retired.change { $0.append(name) } }
                }
                $0.handler("waiting") { request -> String in
                    _ = try request.make(identifier: "app://common")
                    begun.change { $0 = true }
                    try await gate.until(\.self)
                    return "waited"
                }
            })
        let events = service.reloader.events
        async let answer = service.answer("/one")
        try await begun.until(\.self)
        try service.folder.write(set("two", "common", "another"), to: "Routes/a.yaml")
        async let attempt = service.reloader.reload()
        #expect(await untilTrying(events) == 2)
        try service.router.replace(with: .compile(text: manifest(("/one", "three"))))
        // Of the modules of one generation the last one is retired first, so 'common' would be.
        try await retired.until { $0.contains("another") }
        #expect(retired.value == ["another"])
        gate.change { $0 = true }
        #expect(try await answer == "waited")
        try await retired.until { $0.count == 2 }
        #expect(retired.value == ["another", "common"])
        await service.reloader.cancelReloads()
        #expect(await attempt.result == .failed)
    }

    @Test("Routes that code adds meanwhile are visible on both, and another publication ends the canary")
    func overtaken() async throws {
        let clock = ManualClock()
        let service = try service(clock)
        let events = service.reloader.events
        try service.folder.write(manifest(("/one", "two")), to: "Routes/a.yaml")
        async let attempt = service.reloader.reload()
        #expect(await untilTrying(events) == 2)
        try service.router.map("/mapped") { _ in "mapped" }
        for _ in 0..<4 { #expect(try await service.answer("/mapped") == "mapped") }
        #expect(await ask(service) == ["one": 50, "two": 50])
        try service.router.replace(with: .compile(text: manifest(("/one", "three"))))
        #expect(service.router.generation.number == 3)
        #expect(await ask(service) == ["three": 100])
        await clock.taskSleeps()
        clock.advance(by: .seconds(60))
        // The attempt is repeated after the other.
        #expect(await untilTrying(events) == 4)
        await clock.taskSleeps()
        clock.advance(by: .seconds(60))
        #expect(await attempt.result == .published)
        #expect(await ask(service) == ["two": 100])
    }
}
