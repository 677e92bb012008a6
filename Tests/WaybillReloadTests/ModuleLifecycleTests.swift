import Logging
import ServiceLifecycle
import Testing
import Waybill
import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTestSupport

@testable import WaybillReload

/// A connection pool in the shape of `PostgresClient`: it answers only while it runs.
private final class Pool: Sendable {
    let name: String
    let isRunning = Shared(false)
    private let log: Shared<[String]>
    private let failure = Shared(false)

    init(_ name: String, _ log: Shared<[String]>) {
        self.name = name
        self.log = log
    }

    func run() async throws {
        let (log, name) = (log, name)
        log.change { $0.append("run \(name)") }
        isRunning.change { $0 = true }
        defer { log.change { $0.append("end \(name)") } }
        try await cancelWhenGracefulShutdown {
            // Ends by cancellation, or throws.
            try? await self.failure.until(\.self)
            if self.failure.value { throw Unreachable() }
        }
    }

    func fail() { failure.change { $0 = true } }
}

private let pool = "  db: { identifiers: [\"app://db\"], scope: shared, with: { size: 1 } }\n"
private let store = "  store: { identifiers: [\"app://store\"], scope: shared, requires: [\"app://db\"] }\n"
private let both = "modules:\n" + pool + store
private let slow = "modules: { slow: { identifiers: [\"app://slow\"], scope: shared } }\n"

@Suite("Modules with a lifecycle", .timeLimit(.minutes(1)))
struct ModuleLifecycleTests {
    private let log = Shared<[String]>([])

    private func register(_ registry: inout Registry) {
        let log = log
        registry.register("db", making: Pool.self) { (context: MakeContext<Size>) in
            Pool("db\(context.configuration.size)", log)
        }
        .runs { try await $0.run() }
        .retires { pool in log.change { $0.append("retire \(pool.name)") } }
        registry.registerAsync("store", making: Pool.self) { context in
            let db = try #require(try context.make(identifier: "app://db") as? Pool)
            try await db.isRunning.until(\.self)
            return Pool("store", log)
        }
        .runs { try await $0.run() }
        registry.registerAsync("bad") { _ -> Part in throw Unreachable() }
    }

    /// A service without modules, which `slow` gives one that is never finished.
    private func slowService(making: Shared<Bool>) async throws -> ModuleService {
        try await ModuleService("") { registry in
            registry.registerAsync("slow") { _ -> Part in
                making.change { $0 = true }
                try await Shared(false).until(\.self)
                return Part("slow")
            }
        }
    }

    private func madePool(_ service: ModuleService) throws -> Pool {
        try #require(try service.waybill.router.make(identifier: "app://db") as? Pool)
    }

    @Test("They run before modules that require them are made, and end after these have ended")
    func order() async throws {
        let service = try await ModuleService(both) { register(&$0) }
        try await log.until { $0.count == 2 }
        let group = ServiceGroup(services: [service.waybill], logger: service.log.logger)
        let running = Task { try await group.run() }
        var attempts = Attempts(service.waybill.reloader.events)
        await attempts.untilWatching()
        await group.triggerGracefulShutdown()
        try await running.value
        #expect(log.value == ["run db1", "run store", "end store", "end db1", "retire db1"])
        #expect(service.log.errors == [] && service.log.warnings == [])
    }

    @Test("A reload that keeps one does not disturb it; a replaced one ends after its successor runs")
    func reloaded() async throws {
        let service = try await ModuleService("modules:\n" + pool) { register(&$0) }
        let first = try madePool(service)
        #expect(try await service.reload("modules:\n" + pool).result == .published)
        #expect(try madePool(service) === first)
        try await log.until { !$0.isEmpty }
        #expect(log.value == ["run db1"])
        let changed = pool.replacing("size: 1", with: "size: 2")
        #expect(try await service.reload("modules:\n" + changed).result == .published)
        try await log.until { $0.count == 4 }
        #expect(log.value.sorted() == ["end db1", "retire db1", "run db1", "run db2"])
        #expect(try madePool(service).name == "db2")
    }

    @Test("Modules of a generation that is then rejected end")
    func refused() async throws {
        let service = try await ModuleService("") { register(&$0) }
        let bad = "  bad: { identifiers: [\"app://bad\"], scope: shared, requires: [\"app://db\"] }\n"
        #expect(try await service.reload("modules:\n" + pool + bad).reason == .unprepared)
        try await log.until { $0.count == 3 }
        #expect(log.value == ["run db1", "end db1", "retire db1"])
    }

    @Test("One that ends with an error is in the log and in the status, until it is replaced")
    func failed() async throws {
        let service = try await ModuleService("modules:\n" + pool) { register(&$0) }
        #expect(service.waybill.reloader.status.failedModules == [:])
        try madePool(service).fail()
        try await eventually { !service.waybill.reloader.status.failedModules.isEmpty }
        #expect(service.waybill.reloader.status.failedModules == ["db": "nothing listens at port 5432"])
        try await eventually { !service.log.errors.isEmpty }
        #expect(service.log.errors == ["module 'db' ended: nothing listens at port 5432"])
        let changed = pool.replacing("size: 1", with: "size: 2")
        #expect(try await service.reload("modules:\n" + changed).result == .published)
        try await eventually { service.waybill.reloader.status.failedModules.isEmpty }
    }

    @Test("One that ends by itself has failed, even if it returns or is cancelled", arguments: [true, false])
    func ended(returns: Bool) async throws {
        let service = try await ModuleService("modules:\n" + pool) { registry in
            registry.register("db") { (_: MakeContext<Size>) in Part("db") }
                .runs { _ in if !returns { throw CancellationError() } }
        }
        let words = returns ? "its 'run' returned before it was stopped" : "CancellationError()"
        try await eventually { !service.log.errors.isEmpty }
        #expect(service.log.errors == ["module 'db' ended: \(words)"])
        #expect(service.waybill.reloader.status.failedModules == ["db": words])
    }

    @Test("An error of one that is no longer awaited is in the log, and not in the status")
    func failedLate() async throws {
        let (clock, gate) = (ManualClock(), Shared(false))
        let service = try await ModuleService("modules:\n" + pool, clock: clock) { registry in
            registry.register("db") { (_: MakeContext<Size>) in Part("db") }
                .runs { _ in
                    await Task { try? await gate.until(\.self) }.value
                    throw Unreachable()
                }
        }
        let running = Task { try await service.waybill.run() }
        running.cancel()
        try await clock.advancing(by: ReloadOptions().moduleShutdownLimit, whenever: 1) { try await running.value }
        gate.change { $0 = true }
        try await eventually { service.log.errors.count == 2 }
        #expect(service.log.errors.last == "module 'db' ended: nothing listens at port 5432")
        #expect(service.waybill.reloader.status.failedModules == [:])
    }

    @Test("A reload after the end of the service is refused, and starts nothing")
    func reloadAfterEnd() async throws {
        let service = try await ModuleService("") { register(&$0) }
        let running = Task { try await service.waybill.run() }
        running.cancel()
        try await running.value
        let attempt = try await service.reload("modules:\n" + pool)
        #expect((attempt.result, attempt.reason) == (.failed, .busy))
        #expect(attempt.message == "the service is shutting down")
        #expect(await service.waybill.reloader.rollBack().message == "the service is shutting down")
        #expect(service.waybill.router.generation.number == 1)
        #expect(log.value == [])
    }

    @Test("A shutdown ends a running reload, also one that began before the service ran")
    func shutdownDuringReload() async throws {
        let making = Shared(false)
        let service = try await slowService(making: making)
        async let attempt = service.reload(slow)
        try await making.until(\.self)
        let group = ServiceGroup(services: [service.waybill], logger: service.log.logger)
        let running = Task { try await group.run() }
        await group.triggerGracefulShutdown()
        try await running.value
        #expect(try await attempt.result == .failed)
    }

    @Test("A shutdown does not wait for a request that waits for a reload")
    func shutdownDuringRequest() async throws {
        let (making, statuses) = (Shared(false), Shared<[Int]>([]))
        let service = try await slowService(making: making)
        try service.folder.write(better + slow, to: "Routes/a.yaml")
        let server = Asking(endpoint: ReloadEndpoint(service.waybill.reloader, access: .loopback), statuses: statuses)
        let group = ServiceGroup(services: [service.waybill, server], logger: service.log.logger)
        let running = Task { try await group.run() }
        try await making.until(\.self)
        await group.triggerGracefulShutdown()
        try await running.value
        #expect(statuses.value == [503])
    }

    @Test("A hangup that comes during the last attempt does not delay the shutdown")
    func hangupAtEnd() async throws {
        var options = ReloadOptions()
        options.prefersPolling = true
        options.canary = Canary()
        let service = try ReloadingService(good, options: options, clock: ManualClock())
        var events = service.reloader.events.makeAsyncIterator()
        let running = Task { try await service.reloader.run() }
        while let event = await events.next() {
            if case .watching = event { break }
        }
        try service.folder.write(better, to: "Routes/a.yaml")
        service.hangUp()
        service.hangUp()
        while let event = await events.next() {
            if case .canary = event { break }
        }
        running.cancel()
        try await running.value
        #expect(service.router.generation.set.routes.count == 1)
        // There are no more events.
        for await _ in service.reloader.events { Issue.record("an event after the end") }
    }

    @Test("A shutdown ends a running rollback")
    func shutdownDuringRollback() async throws {
        let (making, isSlow) = (Shared(false), Shared(false))
        let service = try await ModuleService("") { registry in
            registry.registerAsync("slow") { _ -> Part in
                guard isSlow.value else { return Part("slow") }
                making.change { $0 = true }
                try await Shared(false).until(\.self)
                return Part("slow")
            }
        }
        let slow = "modules: { slow: { identifiers: [\"app://slow\"], scope: shared } }\n"
        #expect(try await service.reload(slow).result == .published)
        #expect(try await service.reload("", from: good).result == .published)
        isSlow.change { $0 = true }
        async let attempt = service.waybill.reloader.rollBack()
        try await making.until(\.self)
        let running = Task { try await service.waybill.run() }
        running.cancel()
        try await running.value
        #expect(await attempt.result == .failed)
    }

    @Test("Replaced modules are retired before the service ends")
    func retiredBeforeEnd() async throws {
        let (retiring, gate, log) = (Shared(false), Shared(false), log)
        let service = try await ModuleService("modules:\n" + pool) { registry in
            registry.register("db") { (_: MakeContext<Size>) in Part("db") }
                .retires { _ in
                    retiring.change { $0 = true }
                    try? await gate.until(\.self)
                    log.change { $0.append("retired") }
                }
        }
        #expect(try await service.reload("").result == .published)
        try await retiring.until(\.self)
        let running = Task {
            try await service.waybill.run()
            log.change { $0.append("ended") }
        }
        running.cancel()
        // From here on the service waits only for the hook.
        try await eventually { await service.waybill.reloader.hasEnded }
        gate.change { $0 = true }
        try await running.value
        #expect(log.value == ["retired", "ended"])
    }

    @Test("A service that is never run ends its modules on request, and then refuses reloads")
    func neverRun() async throws {
        let service = try await ModuleService("modules:\n" + pool) { register(&$0) }
        try await log.until { $0 == ["run db1"] }
        await service.waybill.end()
        #expect(log.value == ["run db1", "end db1", "retire db1"])
        #expect(try await service.reload("").message == "the service is shutting down")
        await service.waybill.end()
        #expect(log.value.count == 3)
    }

    @Test("Manifests with a new one are not replaced synchronously, because nothing would start it")
    func replacedSynchronously() async throws {
        let service = try await ModuleService("") { register(&$0) }
        let compilation = Compilation.compile(text: good + "modules:\n" + pool)
        let errors = try #require(throws: ManifestErrors.self) {
            try service.waybill.router.replace(with: compilation)
        }
        let error = try #require(errors.diagnostics.first { $0.rule == .isolationMismatch })
        #expect(
            error.message
                == "module 'db' has a lifecycle, but replacing manifests synchronously does not start modules")
        #expect(error.help?.contains("and reload instead of replacing") == true)
        #expect(service.waybill.router.generation.number == 1)
    }

    @Test("One that does not shut down is cancelled after the limit")
    func cancelled() async throws {
        let (clock, log) = (ManualClock(), log)
        let service = try await ModuleService("modules:\n" + pool, clock: clock) { registry in
            registry.register("db") { (_: MakeContext<Size>) in Part("db") }
                .runs { _ in
                    log.change { $0.append("run") }
                    try? await Shared(false).until(\.self)
                    log.change { $0.append("end") }
                }
        }
        try await log.until { $0 == ["run"] }
        let running = Task { try await service.waybill.run() }
        running.cancel()
        try await clock.advancing(by: ReloadOptions().moduleShutdownLimit, whenever: 1) { try await running.value }
        #expect(log.value == ["run", "end"])
        #expect(service.log.warnings == ["module 'db' did not stop in time; it is cancelled"])
    }

    @Test("A module that runs must be shared")
    func transient() async throws {
        let errors = try await #require(throws: ManifestErrors.self) {
            try await ModuleService("modules:\n" + pool.replacing("scope: shared, ", with: "")) { register(&$0) }
        }
        #expect(errors.description.contains("module 'db' is transient, but its factory has a lifecycle"))
        #expect(errors.diagnostics.contains { $0.rule == .factoryMismatch && $0.severity == .error })
    }

    @Test("A router without a runner of modules warns about them")
    func routerAlone() async throws {
        var registry = Registry()
        register(&registry)
        let text = "waybill: 1\nmodules:\n" + pool
        let router = try Router(compilation: .compile(text: text), registry: registry)
        let warning = try #require(router.generation.warnings.first { $0.rule == .factoryMismatch })
        #expect(warning.message == "module 'db' has a lifecycle, but nothing runs it")
    }
}

/// Asks for a reload, as a request to a server does, and waits for the answer.
private struct Asking: Service {
    let endpoint: ReloadEndpoint
    let statuses: Shared<[Int]>

    func run() async throws {
        let request = ReloadEndpoint.Request(method: "POST", path: "/_waybill/reload", isFromLoopback: true)
        let answer = await endpoint.answer(request)
        statuses.change { $0.append(answer?.status ?? 0) }
    }
}
