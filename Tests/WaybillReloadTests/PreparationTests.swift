import Dispatch
import Foundation
import Testing
import Waybill
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTestSupport

@testable import WaybillReload

/// A shared object with an identity.
private final class Thing: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

/// A shared object that notifies others.
private final class Feed: Sendable {
    let numbers: AsyncStream<Int>
    init(_ numbers: AsyncStream<Int>) { self.numbers = numbers }
}

private struct Missing: Error, CustomStringConvertible {
    var description: String { "no database at postgres://user:pa55word@host" }
}

private func modules(_ names: String...) -> String {
    names.isEmpty
        ? ""
        : "modules:\n" + names.map { "  \($0): { identifiers: [\"app://\($0)\"], scope: shared }\n" }.joined()
}

@Suite("New shared modules are made before the publication", .timeLimit(.minutes(1)))
struct PreparationTests {
    private let log = Shared<[String]>([])
    private let failing = Shared<Set<String>>([])

    private func register(_ registry: inout Registry) {
        let (log, failing) = (log, failing)
        for name in ["a", "b", "c", "d"] {
            registry.register(name) { _ in
                if failing.value.contains(name) { throw Missing() }
                log.change { $0.append("make \(name)") }
                return Thing(name)
            }
            .retires { thing in log.change { $0.append("retire \(thing.name)") } }
        }
    }

    @Test("One that cannot be made rejects the set; those made by then are retired, the last first")
    func throwing() async throws {
        let service = try ReloadingService.polling(good + modules("a"), register: register)
        let old = try service.router.make(identifier: "app://a") as? Thing
        failing.change { $0 = ["d"] }
        try service.folder.write(better + modules("a", "b", "c", "d"), to: "Routes/a.yaml")
        let attempt = await service.reloader.reload()
        #expect((attempt.result, attempt.reason) == (.failed, .unprepared))
        let diagnostic = try #require(attempt.diagnostics.first { $0.id == "F010" })
        #expect(diagnostic.message.contains("module 'd' cannot be made: no database at"))
        #expect(diagnostic.isAt(service.path(), 9, 3))
        try await log.until { $0.count == 5 }
        #expect(log.value == ["make a", "make b", "make c", "retire c", "retire b"])
        #expect(service.router.generation.number == 1)
        #expect(try service.router.make(identifier: "app://a") as? Thing === old)
    }

    @Test("A failure because of a missing resource is tried again, though no file has changed")
    func retried() async throws {
        let clock = ManualClock()
        // The clock goes on while the module is made, and must not end its time.
        var options = ReloadOptions()
        (options.moduleDeadline, options.preparationDeadline) = (.seconds(86_400), .seconds(86_400))
        let service = try ReloadingService(
            good, options: options, clock: clock,
            makeWatcher: { (_, _) throws(WatchFailure) in ScriptedWatcher() }, register: register)
        failing.change { $0 = ["a"] }
        try await withReloader(service) { service, attempts in
            try service.folder.write(good + modules("a"), to: "Routes/a.yaml")
            #expect(await service.reloader.reload().result == .failed)
            #expect(try await attempts.next().result == .failed)
            failing.change { $0 = [] }
            let next = try await clock.advancing(by: ReloadOptions().fallbackPollInterval, whenever: 1) {
                try await attempts.next()
            }
            #expect(next.result == .published)
            #expect(service.reloader.status.healthy)
        }
    }

    @Test("When one route of five hundred is edited, shared modules stay the same, and their streams continue")
    func identity() async throws {
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        let service = try ReloadingService.polling(
            manifest(routes: 500) + modules("feed"),
            register: { registry in registry.register("feed") { _ in Feed(stream) } })
        let feed = try #require(try service.router.make(identifier: "app://feed") as? Feed)
        var numbers = feed.numbers.makeAsyncIterator()
        continuation.yield(1)
        #expect(await numbers.next() == 1)
        let text = manifest(routes: 500).replacing("/route/250,", with: "/route/new,") + modules("feed")
        try service.folder.write(text, to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .published)
        #expect(try await service.answer("/route/new") == "one")
        #expect(try await service.answer("/route/250") == nil)
        #expect(try service.router.make(identifier: "app://feed") as? Feed === feed)
        continuation.yield(2)
        #expect(await numbers.next() == 2)
    }

    @Test("Factories that were never tried come first")
    func untriedFirst() async throws {
        let service = try ReloadingService.polling(good, register: register)
        try service.folder.write(good + modules("b"), to: "Routes/a.yaml")
        _ = await service.reloader.reload()
        try service.folder.write(good + modules("a", "c"), to: "Routes/a.yaml")
        _ = await service.reloader.reload()
        try service.folder.write(good + modules("b", "d"), to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .published)
        #expect(log.value.filter { $0.hasPrefix("make") } == ["make b", "make a", "make c", "make d", "make b"])
    }

    @Test(
        "A factory that hangs is given up: the old generation serves, others are made, and the next reload is not delayed"
    )
    func hanging() async throws {
        let clock = ManualClock()
        let (gate, entered) = (DispatchSemaphore(value: 0), Shared(false))
        let log = log
        let service = try ReloadingService.polling(
            good + modules("a"), clock: clock,
            register: { registry in
                register(&registry)
                registry.register("slow") { _ in
                    entered.change { $0 = true }
                    gate.wait()
                    return Thing("slow")
                }
                .retires { _ in log.change { $0.append("retire slow") } }
            })
        try service.folder.write(better + modules("a", "slow"), to: "Routes/a.yaml")
        async let attempt = service.reloader.reload()
        try await entered.until { $0 }
        // A shared module of the old generation is made, although another one is being made.
        #expect((try service.router.make(identifier: "app://a") as? Thing)?.name == "a")
        #expect(try await service.answer("/one") == "one")
        await clock.taskSleeps()
        clock.advance(by: ReloadOptions().moduleDeadline)
        #expect(await attempt.reason == .unprepared)
        let again = await service.reloader.reload()
        #expect(again.diagnostics.contains { $0.message.contains("has not returned since an earlier attempt") })
        try service.folder.write(better + modules("a"), to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .published)
        gate.signal()
        // The late one is discarded.
        try await log.until { $0.contains("retire slow") }
        gate.signal()
        try service.folder.write(better + modules("a", "slow"), to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .published)
    }

    @Test("A service that is asked to end while a factory works ends, and publishes nothing")
    func cancelled() async throws {
        let (gate, entered) = (DispatchSemaphore(value: 0), Shared(false))
        let file = try TemporaryFolder()
        let service = try ReloadingService.polling(
            good, { $0.lastGoodFile = file.path("kept") },
            register: {
                $0.register("slow") { _ in
                    entered.change { $0 = true }
                    gate.wait()
                    return Thing("slow")
                }
            })
        _ = await service.reloader.reload()
        let kept = try LastGoodFile(path: file.path("kept")).load()
        try service.folder.write(better + modules("slow"), to: "Routes/a.yaml")
        let running = Task { try await service.reloader.run() }
        try await entered.until { $0 }
        running.cancel()
        try await running.value
        gate.signal()
        #expect(service.router.generation.number == 1)
        #expect(try kept != nil && LastGoodFile(path: file.path("kept")).load() == kept)
    }
}

@Suite("A replaced module ends when it is no longer used", .timeLimit(.minutes(1)))
struct RetirementTests {
    private let retired = Shared<[String]>([])

    private func service(clock: any Clock<Duration> = ContinuousClock()) throws -> (
        ReloadingService, Shared<Bool>, Event
    ) {
        let (entered, leave, retired) = (Shared(false), Event(), retired)
        let service = try ReloadingService.polling(
            manifest(("/one", "one"), ("/stay", "stay")) + modules("a"), clock: clock,
            register: {
                $0.register("a") { _ in Thing("a") }.retires { thing in retired.change { $0.append(thing.name) } }
                $0.handler("stay") { _ in
                    entered.change { $0 = true }
                    await leave.wait()
                    return "stayed"
                }
            })
        _ = try service.router.make(identifier: "app://a")
        return (service, entered, leave)
    }

    @Test("A removed module is retired once, after the last open that could use it")
    func afterTheLastOpen() async throws {
        let (service, entered, leave) = try service()
        let router = service.router
        // The outcome itself keeps its modules.
        async let answer = router.open("/stay").destination as? String
        try await entered.until { $0 }
        try service.folder.write(manifest(("/one", "one"), ("/stay", "stay")), to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .published)
        try service.folder.write(better, to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .published)
        #expect(service.reloader.status.generationsLive == 2)
        #expect(retired.value == [])
        leave.happen()
        #expect(try await answer == "stayed")
        try await retired.until { !$0.isEmpty }
        #expect(retired.value == ["a"])
        #expect(service.reloader.status.generationsLive == 1)
    }

    @Test("An open that never ends delays retirements until the timeout, and counts as a live generation")
    func deadline() async throws {
        let clock = ManualClock()
        let (service, entered, leave) = try service(clock: clock)
        let router = service.router
        async let outcome = router.open("/stay")
        try await entered.until { $0 }
        try service.folder.write(better, to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .published)
        #expect(service.reloader.status.generationsLive == 2)
        await clock.taskSleeps()
        clock.advance(by: .seconds(30))
        try await retired.until { !$0.isEmpty }
        #expect(service.reloader.status.generationsLive == 1)
        leave.happen()
        _ = try await outcome
        #expect(retired.value == ["a"])
    }

    @Test("After many reloads under load one generation lives, and all modules are retired but the last")
    func manyReloads() async throws {
        let (made, retired) = (Shared(0), Shared(0))
        let text = { (round: Int) in
            better + "modules:\n  a: { identifiers: [\"app://a\"], scope: shared, with: { round: \(round) } }\n"
        }
        struct Round: Decodable, Sendable { var round: Int }
        let service = try ReloadingService.polling(
            text(0),
            register: {
                $0.register("a") { (context: MakeContext<Round>) in
                    made.change { $0 += 1 }
                    return Thing("\(context.configuration.round)")
                }
                .retires { _ in retired.change { $0 += 1 } }
            })
        _ = try service.router.make(identifier: "app://a")
        let asking = Task { () async throws in
            while !Task.isCancelled { #expect(try await service.answer("/two") == "two") }
        }
        for round in 1...200 {
            _ = try service.router.replace(with: .compile(text: text(round)))
            _ = try service.router.make(identifier: "app://a")
        }
        asking.cancel()
        try await asking.value
        try await retired.until { $0 == 200 }
        #expect((made.value, retired.value, service.router.generationsLive) == (201, 200, 1))
        #expect(service.router.generation.number == 201)
    }
}
