import Testing
import Waybill
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTestSupport

@testable import WaybillReload

/// A resource of shared modules.
final class Part: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

struct Size: Decodable, Sendable {
    var size: Int
}

struct Unreachable: Error, CustomStringConvertible {
    var description: String { "nothing listens at port 5432" }
}

/// A service over one manifest file, as an application makes it.
struct ModuleService: Sendable {
    let folder: TemporaryFolder
    let log = RecordedLog()
    let waybill: WaybillService

    init(
        _ modules: String, clock: ManualClock = ManualClock(), policy: StartPolicy = .fail,
        register: (inout Registry) -> Void
    ) async throws {
        folder = try TemporaryFolder()
        try folder.makeFolder("Routes")
        try folder.write(good + modules, to: "Routes/a.yaml")
        var options = ReloadOptions()
        options.prefersPolling = true
        var registry = Registry()
        for name in ["one", "two", "three"] { registry.handler(name) { _ in name } }
        register(&registry)
        waybill = try await WaybillService(
            manifests: folder.path("Routes"), registry: registry, policy: policy, options: options,
            routerOptions: RouterOptions(clock: clock), logger: log.logger)
    }

    func reload(_ modules: String, from manifest: String = better) async throws -> ReloadAttempt {
        try folder.write(manifest + modules, to: "Routes/a.yaml")
        return await waybill.reloader.reload()
    }

    func part(_ name: String) throws -> Part? { try waybill.router.make(identifier: "app://\(name)") as? Part }
}

/// Shared modules, each with its requirements and a size.
private func shared(_ modules: (name: String, requires: [String], size: Int)...) -> String {
    "modules:\n"
        + modules.map { name, requires, size in
            let required = requires.map { "\"app://\($0)\"" }.joined(separator: ", ")
            return "  \(name): { identifiers: [\"app://\(name)\"], scope: shared, requires: [\(required)], "
                + "with: { size: \(size) } }\n"
        }.joined()
}

@Suite("Asynchronous shared modules", .timeLimit(.minutes(1)))
struct SharedModuleTests {
    private let log = Shared<[String]>([])
    private let failing = Shared<Set<String>>([])

    /// Registers factories that log their calls, and make their requirements first.
    private func register(_ names: [String], in registry: inout Registry) {
        let (log, failing) = (log, failing)
        for name in names {
            registry.registerAsync(name) { (context: MakeContext<Size>) in
                await Task.yield()
                if failing.value.contains(name) { throw Unreachable() }
                log.change { $0.append("make \(name)") }
                return Part("\(name)\(context.configuration.size)")
            }
            .retires { part in log.change { $0.append("retire \(part.name)") } }
        }
    }

    @Test("They are made before the first generation is published, once, and are made synchronously then")
    func start() async throws {
        let service = try await ModuleService(shared(("db", [], 1))) { register(["db"], in: &$0) }
        #expect(log.value == ["make db"])
        let part = try service.part("db")
        #expect(part?.name == "db1")
        #expect(try service.part("db") === part)
        #expect(log.value == ["make db"])
    }

    @Test("Independent ones are made at the same time, and modules that require them come after them")
    func order() async throws {
        let (entered, log) = (Shared(0), log)
        let manifest = shared(("c", ["a", "b"], 1), ("a", [], 1), ("b", [], 1))
        _ = try await ModuleService(manifest) { registry in
            for name in ["a", "b"] {
                registry.registerAsync(name) { (_: MakeContext<Size>) in
                    entered.change { $0 += 1 }
                    try await entered.until { $0 == 2 }
                    // Time for the third one to begin too early.
                    for _ in 0..<1000 { await Task.yield() }
                    log.change { $0.append("make") }
                    return Part(name)
                }
            }
            registry.registerAsync("c") { (context: MakeContext<Size>) in
                await Task.yield()
                let parts = try ["a", "b"].map { try context.make(identifier: "app://\($0)") as? Part }
                log.change { $0.append("make c of \(parts.map { $0?.name ?? "nothing" })") }
                return Part("c")
            }
        }
        #expect(log.value == ["make", "make", #"make c of ["a", "b"]"#])
    }

    @Test("Several of one factory are made at the same time, at the start and at a reload", arguments: [true, false])
    func oneFactory(atStart: Bool) async throws {
        let entered = Shared(0)
        let manifest = """
            modules:
              primary: { factory: pg, identifiers: ["app://primary"], scope: shared, with: { size: 1 } }
              replica: { factory: pg, identifiers: ["app://replica"], scope: shared, with: { size: 2 } }

            """
        let service = try await ModuleService(atStart ? manifest : "") { registry in
            registry.registerAsync("pg") { (context: MakeContext<Size>) in
                entered.change { $0 += 1 }
                try await entered.until { $0 == 2 }
                return Part("pg\(context.configuration.size)")
            }
        }
        if !atStart { #expect(try await service.reload(manifest).result == .published) }
        #expect(try service.part("primary")?.name == "pg1")
        #expect(try service.part("replica")?.name == "pg2")
    }

    @Test("One that fails at the start is an error at its place, and those made by then are retired")
    func failedStart() async throws {
        failing.change { $0 = ["b"] }
        let errors = try await #require(throws: ManifestErrors.self) {
            try await ModuleService(shared(("a", [], 1), ("b", ["a"], 1))) { register(["a", "b"], in: &$0) }
        }
        let error = try #require(errors.diagnostics.first { $0.rule == .failedMaking })
        #expect(error.message == "shared module 'b' cannot be made: nothing listens at port 5432")
        #expect(errors.description.contains("a.yaml:6:3"))
        try await log.until { $0.count == 2 }
        #expect(log.value == ["make a", "retire a1"])
    }

    @Test("A waiting service serves once a module that failed at the start can be made")
    func waiting() async throws {
        failing.change { $0 = ["a"] }
        let service = try await ModuleService(shared(("a", [], 1)), policy: .wait) { register(["a"], in: &$0) }
        #expect(!service.waybill.reloader.status.ready)
        failing.change { $0 = [] }
        #expect(await service.waybill.reloader.reload().result == .published)
        #expect(try service.part("a")?.name == "a1")
    }

    @Test("One that fails at a reload is an error at its place; the last good generation keeps its modules")
    func failedReload() async throws {
        let service = try await ModuleService(shared(("a", [], 1))) { register(["a", "b", "c"], in: &$0) }
        let part = try service.part("a")
        failing.change { $0 = ["c"] }
        let attempt = try await service.reload(shared(("a", [], 1), ("b", [], 1), ("c", ["b"], 1)))
        #expect((attempt.result, attempt.reason) == (.failed, .unprepared))
        #expect(attempt.diagnostics.contains { $0.id == "F010" && $0.message.contains("'c' cannot be made") })
        try await log.until { $0.count == 3 }
        #expect(log.value == ["make a", "make b", "retire b1"])
        #expect(try service.part("a") === part)
        #expect(try await service.waybill.router.open("/one").destination as? String == "one")
    }

    @Test("One that hangs is given up at the deadline, at the start and at a reload", arguments: [true, false])
    func hanging(atStart: Bool) async throws {
        let (clock, entered, release, log) = (ManualClock(), Shared(0), Event(), log)
        let hanging = shared(("slow", [], 1))
        let service = Task {
            try await ModuleService(atStart ? hanging : "", clock: clock) { registry in
                registry.registerAsync("slow") { (_: MakeContext<Size>) in
                    entered.change { $0 += 1 }
                    await release.wait()
                    return Part("slow")
                }
                .retires { _ in log.change { $0.append("retire") } }
            }
        }
        let attempt = atStart ? nil : Task { try await service.value.reload(hanging) }
        try await entered.until { $0 == 1 }
        await clock.taskSleeps()
        clock.advance(by: ReloadOptions().moduleDeadline)
        if let attempt {
            #expect(try await attempt.value.diagnostics.contains { $0.message.contains("it was not made in time") })
            #expect(try await service.value.waybill.router.open("/one").destination as? String == "one")
            // It is not started again while it hangs.
            let again = try await service.value.waybill.reloader.reload()
            #expect(again.diagnostics.contains { $0.message.contains("has not returned since an earlier attempt") })
        } else {
            await #expect(throws: ManifestErrors.self) { try await service.value }
        }
        #expect(entered.value == 1)
        release.happen()
        // The late one is discarded.
        try await log.until { $0 == ["retire"] }
    }

    @Test("A reload keeps unchanged instances, and retires changed ones, after the last open that could use them")
    func handedOver() async throws {
        let service = try await ModuleService(shared(("a", [], 1), ("b", [], 1))) { register(["a", "b"], in: &$0) }
        let parts = (try service.part("a"), try service.part("b"))
        #expect(try await service.reload(shared(("a", [], 1), ("b", [], 2))).result == .published)
        #expect(try service.part("a") === parts.0)
        #expect(try service.part("b")?.name == "b2")
        try await log.until { $0.contains { $0.hasPrefix("retire") } }
        #expect(log.value.sorted() == ["make a", "make b", "make b", "retire b1"])
    }

    @Test("A module that requires a changed one is made again with it, and is retired before it")
    func dependents() async throws {
        let service = try await ModuleService(shared(("store", ["db"], 1), ("db", [], 1), ("other", [], 1))) {
            register(["store", "db", "other"], in: &$0)
        }
        let other = try service.part("other")
        #expect(
            try await service.reload(shared(("store", ["db"], 1), ("db", [], 2), ("other", [], 1))).result == .published
        )
        try await log.until { $0.count == 7 }
        #expect(log.value.suffix(4) == ["make db", "make store", "retire store1", "retire db1"])
        #expect(try service.part("other") === other)
    }

    @Test("A factory that asks for one that it does not require gets an error that says so")
    func undeclared() async throws {
        let errors = try await #require(throws: ManifestErrors.self) {
            try await ModuleService(shared(("a", [], 1), ("b", [], 1))) { registry in
                registry.registerAsync("a") { (context: MakeContext<Size>) in
                    _ = try context.make(identifier: "app://b")
                    return Part("a")
                }
                // It is not made before the other has asked.
                registry.registerAsync("b") { (_: MakeContext<Size>) in
                    try await Shared(0).until { _ in false }
                    return Part("b")
                }
            }
        }
        #expect(errors.description.contains("add what 'b' provides to the 'requires' of 'a'"))
    }

    @Test("A service that is asked to end while one is made ends, publishes nothing, and cancels it")
    func cancelled() async throws {
        let (entered, log) = (Shared(false), log)
        let service = try await ModuleService("") { registry in
            registry.registerAsync("slow") { (_: MakeContext<Size>) in
                entered.change { $0 = true }
                defer { log.change { $0.append("end") } }
                try await Shared(false).until(\.self)
                return Part("slow")
            }
        }
        try service.folder.write(better + shared(("slow", [], 1)), to: "Routes/a.yaml")
        let running = Task { try await service.waybill.run() }
        try await entered.until(\.self)
        running.cancel()
        try await running.value
        try await log.until { $0 == ["end"] }
        #expect(service.waybill.router.generation.number == 1)
    }

    @Test("A factory's product is retired if a hook of the module fails")
    func failedHook() async throws {
        let log = log
        await #expect(throws: ManifestErrors.self) {
            try await ModuleService(shared(("db", [], 1))) { registry in
                registry.registerAsync("db") { (_: MakeContext<Size>) in Part("db") }
                    .preparesAsync { _, _ in throw Unreachable() }
                    .retires { part in log.change { $0.append("retire \(part.name)") } }
            }
        }
        #expect(log.value == ["retire db"])
    }

    @Test("A synchronous factory's product is retired if a hook of the module fails")
    func failedSynchronousHook() async throws {
        let log = log
        await #expect(throws: ManifestErrors.self) {
            try await ModuleService(shared(("db", [], 1))) { registry in
                registry.register("db") { (_: MakeContext<Size>) in Part("db") }
                    .finishes { _, _ in throw Unreachable() }
                    .retires { part in log.change { $0.append("retire \(part.name)") } }
            }
        }
        try await log.until { $0 == ["retire db"] }
    }

    @Test("The modules of replaced generations that end together are retired after those that require them")
    func generationsEndTogether() async throws {
        let set = { (db: Int, cache: Int) in shared(("db", [], db), ("cache", ["db"], cache)) }
        let service = try await ModuleService(set(1, 1)) { register(["db", "cache"], in: &$0) }
        var open: ResolvedURL? = try service.waybill.router.resolve("/one")
        #expect(try await service.reload(set(1, 2)).result == .published)
        #expect(try await service.reload(set(2, 2)).result == .published)
        #expect(!log.value.contains { $0.hasPrefix("retire") })
        withExtendedLifetime(open) {}
        open = nil
        try await log.until { $0.count { $0.hasPrefix("retire") } == 3 }
        #expect(log.value.filter { $0.hasPrefix("retire") } == ["retire cache1", "retire cache2", "retire db1"])
    }

    @Test("A module is retired after those that required it in an earlier generation, however long they take")
    func slowRetirement() async throws {
        let (log, gate) = (log, Shared(false))
        let set = { (db: Int, cache: Int) in shared(("db", [], db), ("cache", ["db"], cache)) }
        let service = try await ModuleService(set(1, 1)) { registry in
            register(["db"], in: &registry)
            registry.register("cache") { (context: MakeContext<Size>) in Part("cache\(context.configuration.size)") }
                .retires { part in
                    if part.name == "cache1" { try? await gate.until(\.self) }
                    log.change { $0.append("retire \(part.name)") }
                }
        }
        #expect(try await service.reload(set(1, 2)).result == .published)
        #expect(try await service.reload(set(2, 2)).result == .published)
        // These take much longer than a retirement that does not wait.
        for _ in 0..<5 { #expect(try await service.reload(set(2, 2)).result == .unchanged) }
        #expect(!log.value.contains("retire db1"))
        gate.change { $0 = true }
        try await log.until { $0.count { $0.hasPrefix("retire") } == 3 }
        #expect(log.value.filter { $0.hasPrefix("retire") } == ["retire cache1", "retire cache2", "retire db1"])
    }

    @Test("The end of a service by cancellation does not cancel retirements")
    func endWithoutErrors() async throws {
        let log = log
        let service = try await ModuleService(shared(("db", [], 1))) { registry in
            registry.registerAsync("db") { (_: MakeContext<Size>) in Part("db") }
                .retires { _ in log.change { $0.append(Task.isCancelled ? "cancelled" : "closed") } }
        }
        let running = Task { try await service.waybill.run() }
        running.cancel()
        try await running.value
        #expect(log.value == ["closed"])
    }

    @Test("A retiring hook that does not return is given up at the limit, and the service ends")
    func hangingEnd() async throws {
        let (clock, gate) = (ManualClock(), Shared(false))
        let service = try await ModuleService(shared(("store", [], 1)), clock: clock) { registry in
            registry.registerAsync("store") { (_: MakeContext<Size>) in Part("store") }
                .retires { _ in await Task { try? await gate.until(\.self) }.value }
        }
        let running = Task { try await service.waybill.run() }
        running.cancel()
        try await clock.advancing(by: ReloadOptions().moduleShutdownLimit, whenever: 1) { try await running.value }
        #expect(
            service.log.errors == [
                "module 'store' was not retired within 10.0 seconds; the service no longer waits for it"
            ])
        gate.change { $0 = true }
    }

    @Test("When the service ends, all are retired, required ones last")
    func end() async throws {
        let service = try await ModuleService(shared(("db", [], 1), ("store", ["db"], 1))) {
            register(["db", "store"], in: &$0)
        }
        let running = Task { try await service.waybill.run() }
        running.cancel()
        try await running.value
        #expect(log.value == ["make db", "make store", "retire store1", "retire db1"])
    }
}
