import Foundation
import Testing
import Waybill
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax

@testable import WaybillReload

/// A start and a reload accept the same sets.
@Suite("Start and reload", .timeLimit(.minutes(1)))
struct AdmissionTests {
    private static let gate = "interceptors: { admins: { url: /admin/**, reject: { reason: no, status: 403 } } }\n"
    private static let guarded = manifest(("/one", "one"), ("/admin/stats", "two")) + gate
    private static let policy = "policies: [{ routes: { urls: [/admin/**] }, need: [admins] }]\n"

    /// A folder with manifests, in which services start one after the other.
    private final class Machine: Sendable {
        let folder: TemporaryFolder
        let log = RecordedLog()
        let options: ReloadOptions

        init(remembers: Bool = true) throws {
            folder = try TemporaryFolder()
            try folder.makeFolder("Routes")
            var options = ReloadOptions()
            options.prefersPolling = true
            options.runsTests = true
            options.replaceGracePeriod = .zero
            if remembers { options.lastGoodFile = folder.path("State/last-good.json") }
            self.options = options
        }

        func write(_ manifest: String, policy: String? = nil) throws {
            try folder.write(manifest, to: "Routes/a.yaml")
            if let policy { try folder.write(policy, to: "Routes/.waybill.yaml") }
        }

        func start(_ policy: StartPolicy = .fail, handlers: [String] = ["one", "two"]) async throws(ManifestErrors)
            -> Reloader
        {
            try await Reloader.starting(
                manifests: [folder.path("Routes")], policy: policy, logger: log.logger, options: options
            ) { compilation throws(ManifestErrors) in
                var registry = Registry()
                for name in handlers { registry.handler(name) { _ in name } }
                return try Router(compilation: compilation, registry: registry)
            }
        }

        /// Starts a service on other manifests, and ends it.
        func run(_ manifest: String, _ policy: StartPolicy = .fail) async throws {
            try write(manifest)
            let reloader = try await start(policy)
            _ = await reloader.reload()
            await reloader.retireModules()
        }
    }

    /// What becomes of a set: the reason why it does not serve, with the rules and lines, and what serves then.
    private struct Outcome: Hashable {
        var reason: ReloadFailure?
        var places: [String]
        var live: String

        init(_ reloader: Reloader) {
            let attempt = reloader.status.lastAttempt
            reason = attempt.reason
            places = attempt.result == .failed ? attempt.diagnostics.map { "\($0.id):\($0.place.line)" } : []
            live = reloader.status.digest
        }
    }

    /// - Parameter earlier: What serves before; `nil` for nothing.
    private func outcomes(_ earlier: String?, _ later: String, policy: String?) async throws -> (
        started: Outcome, reloaded: Outcome
    ) {
        let first = try Machine(remembers: earlier != nil)
        try first.write(earlier ?? broken)
        let reloading = try await first.start(.wait)
        try first.write(later, policy: policy)
        _ = await reloading.reload()
        let second = try Machine(remembers: earlier != nil)
        if let earlier { try await second.run(earlier) }
        try second.write(later, policy: policy)
        return (Outcome(try await second.start(.lastGoodOrWait)), Outcome(reloading))
    }

    @Test("For random pairs of sets, what a start says is what a reload says")
    func pairs() async throws {
        var random = Sets(seed: 52)
        var reasons: [ReloadFailure?: Int] = [:]
        for _ in 0..<60 {
            let earlier = Int.random(in: 0..<4, using: &random) == 0 ? nil : random.set(isValid: true)
            let (later, policy) = (random.set(isValid: false), random.policy())
            let (started, reloaded) = try await outcomes(earlier, later, policy: policy)
            #expect(started == reloaded, "\(earlier ?? "nothing")\n---\n\(later)\n---\n\(policy ?? "no policy")")
            reasons[started.reason, default: 0] += 1
        }
        #expect(reasons.count > 3, "\(reasons)")
    }

    @Test("Without a last good set, a set that breaks a policy does not start, and the report is that of check")
    func firstStart() async throws {
        let machine = try Machine()
        try machine.write(Self.guarded.replacing("/admin/**", with: "/other/**"), policy: Self.policy)
        let error = await #expect(throws: ManifestErrors.self) { try await machine.start() }
        #expect(error?.diagnostics.map(\.rule.id) == ["X006"])
        try machine.write(Self.guarded)
        #expect(try await machine.start().status.healthy)
    }

    @Test("A configuration that cannot be read is reported at the start, also if the manifests have not changed")
    func brokenConfiguration() async throws {
        let machine = try Machine()
        try machine.write(Self.guarded, policy: "polices: []\n")
        let error = await #expect(throws: ManifestErrors.self) { try await machine.start() }
        #expect(error?.diagnostics.map(\.rule.id) == ["G004"])
        try machine.folder.remove("Routes/.waybill.yaml")
        try await machine.run(Self.guarded)
        try machine.write(Self.guarded, policy: "polices: []\n")
        let reloader = try await machine.start()
        #expect(reloader.status.stale && reloader.status.lastAttempt.reason == .policy)
        #expect(machine.log.errors.contains { $0.contains("G004") })
    }

    @Test(
        "A set that a reload rejects is rejected after a restart: the last good one serves, and log and status say why",
        arguments: StartPolicy.allCases)
    func restart(policy: StartPolicy) async throws {
        let machine = try Machine()
        try await machine.run(Self.guarded)
        try machine.write(manifest(("/one", "one"), ("/admin/stats", "two")))
        let reloader = try await machine.start(policy)
        #expect(reloader.status.stale && reloader.status.ready && !reloader.status.healthy)
        #expect(reloader.status.lastAttempt.reason == .lostInterceptor)
        #expect(machine.log.errors.contains { $0.contains("R003") })
        await #expect(throws: RoutingError.self) { try await reloader.router.open("/admin/stats") }
        // The second reading finds the same.
        #expect(await reloader.reload().reason == .lostInterceptor)
        #expect(reloader.status.stale)
        #expect(await reloader.reload(ReloadPrecondition(allowsLostInterceptors: true)).result == .published)
        await reloader.retireModules()
        #expect(try await machine.start(policy).status.healthy)
    }

    @Test("A last good set that does not fit the code any more is nothing to compare with")
    func otherCode() async throws {
        let machine = try Machine()
        try await machine.run(Self.guarded)
        try machine.write(manifest(("/admin/stats", "one")))
        let reloader = try await machine.start(handlers: ["one"])
        #expect(reloader.status.healthy && !reloader.status.stale)
        #expect(machine.log.warnings.contains { $0.contains("do not fit the registered code") })
    }

    @Test("A set that a rollback withdrew does not serve after a restart, until somebody publishes it on purpose")
    func withdrawn() async throws {
        let machine = try Machine()
        try machine.write(good)
        let earlier = try await machine.start()
        _ = await earlier.reload()
        try machine.write(better)
        #expect(await earlier.reload().result == .published)
        #expect(await earlier.rollBack().result == .published)
        await earlier.retireModules()
        let reloader = try await machine.start()
        #expect(reloader.status.stale && reloader.status.lastAttempt.reason == .withdrawn)
        #expect(reloader.status.withdrawn == [Compilation.compile(text: better).digest])
        #expect(try await reloader.router.open("/one").destination as? String == "one")
        await #expect(throws: RoutingError.self) { try await reloader.router.open("/two") }
        #expect(await reloader.reload(ReloadPrecondition(allowsWithdrawn: true)).result == .published)
        #expect(reloader.status.withdrawn.isEmpty)
        await reloader.retireModules()
        #expect(try await machine.start().status.healthy)
    }

    @Test("Two services do not share a state: the second one does not start, and starts when the first has ended")
    func twoServices() async throws {
        let machine = try Machine()
        try machine.write(good)
        let first = try await machine.start()
        let error = await #expect(throws: ManifestErrors.self) { try await machine.start() }
        let number = ProcessInfo.processInfo.processIdentifier
        let path = machine.folder.path("State/last-good.json")
        let refusal = try #require(error)
        #expect("\(refusal)".contains("process \(number) uses \(path)"))
        // A router that was made before cannot be refused.
        _ = Reloader(
            router: first.router, manifests: [machine.folder.path("Routes")], logger: machine.log.logger,
            options: machine.options)
        #expect(machine.log.errors.contains { $0.hasPrefix("the last good manifests are not stored: process ") })
        await first.retireModules()
        #expect(try await machine.start().status.healthy)
    }

    @Test("A file that another version has stored is named in the log, and replaced by the next set that serves")
    func otherVersion() async throws {
        let machine = try Machine()
        try machine.folder.makeFolder("State")
        try machine.folder.write(#"{"version": 7, "files": []}"#, to: "State/last-good.json")
        try machine.write(good)
        let reloader = try await machine.start()
        let path = machine.folder.path("State/last-good.json")
        let reason = "'\(path)' has version 7, and this service reads version 1"
        #expect(machine.log.warnings.contains("the stored last good manifests are ignored: \(reason)"))
        _ = await reloader.reload()
        #expect(try LastGoodFile(path: path).load()?.lastGood.digest == reloader.status.digest)
    }
}

/// Random sets around a gate: with fewer routes, with another gate, with errors of each stage.
private struct Sets: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        let first = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        let second = (first ^ (first >> 27)) &* 0x94D0_49BB_1331_11EB
        return second ^ (second >> 31)
    }

    private mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

    /// - Parameter isValid: Whether it can serve by itself.
    mutating func set(isValid: Bool) -> String {
        var text = "waybill: 1\nroutes:\n  - { id: always, url: /always, handler: one }\n"
        let isShort = one(in: 6)
        for number in 0..<10 where !isShort && !one(in: 8) {
            let url = number < 4 ? "/admin/\(number)" : "/page/\(number)"
            let handler = !isValid && one(in: 60) ? "three" : one(in: 4) ? "two" : "one"
            text += "  - { url: \(url), handler: \(handler) }\n"
        }
        let gates = ["/admin/**", "/admin/**", "/admin/**", "/admin/0", nil]
        if let url = gates.randomElement(using: &self) ?? nil {
            text += "interceptors: { admins: { url: \(url), reject: { reason: no, status: 403 } } }\n"
        }
        if !isValid, one(in: 15) { text += "rotes: []\n" }
        if !isValid, one(in: 15) { text += "tests: [{ open: /always, expect: unmatched }]\n" }
        return text
    }

    mutating func policy() -> String? {
        let need = "policies: [{ routes: { urls: [/admin/**] }, need: [admins] }]\n"
        return [nil, need, need, "polices: []\n"].randomElement(using: &self) ?? nil
    }
}
