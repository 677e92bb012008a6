import Foundation
import Synchronization
import Testing
import Waybill
import WaybillManifest
import WaybillReports
import WaybillSyntax

@testable import WaybillReload

@Suite("Sets from a store")
struct ManifestSourceTests {
    /// A store in memory.
    private final class Store: ManifestSource {
        private let state: Mutex<(snapshot: SourceSnapshot, settled: [ReloadAttempt])>
        private let changes = AsyncStream<Void>.makeStream()

        init(_ snapshot: SourceSnapshot) { state = Mutex((snapshot, [])) }

        let identity = "store://test"
        var settled: [ReloadAttempt] { state.withLock(\.settled) }

        func publish(_ text: String, id: String, others: [String: String] = [:]) {
            let files = [("Routes/a.yaml", text)] + others.map { ("Routes/\($0.key)", $0.value) }
            let sources = files.map { SourceFile(path: $0.0, bytes: Array($0.1.utf8)) }
            state.withLock { $0.snapshot = SourceSnapshot(id: id, files: sources) }
            changes.continuation.yield()
        }

        func status(serving digest: String) -> SourceStatus { SourceStatus(source: identity, instance: "test") }
        func snapshot() -> SourceSnapshot { state.withLock(\.snapshot) }
        func settle(_ snapshot: SourceSnapshot, _ attempt: ReloadAttempt) {
            state.withLock { $0.settled.append(attempt) }
        }

        func follow(
            _ service: @escaping @Sendable () -> ReloadStatus, changed: @escaping @Sendable () async -> Void
        ) async {
            for await _ in changes.stream { await changed() }
        }
    }

    private static func set(_ handler: String) -> String {
        "waybill: 1\nroutes:\n  - { id: home, url: /, handler: \(handler) }\n"
    }

    /// Runs a service over a store until `body` ends.
    private func withService(
        _ store: Store, _ options: ReloadOptions = ReloadOptions(), policy: StartPolicy = .wait,
        _ body: @escaping @Sendable (WaybillService, inout Attempts) async throws -> Void
    ) async throws {
        var registry = Registry()
        for name in ["one", "two"] { registry.handler(name) { _ in name } }
        let waybill = try await WaybillService(
            manifests: [], from: store, registry: registry, variables: VariableSource([:]), policy: policy,
            options: options, routerOptions: RouterOptions(), logger: RecordedLog().logger, metrics: nil)
        var attempts = Attempts(waybill.reloader.events)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await waybill.run() }
            await attempts.untilWatching()
            try await body(waybill, &attempts)
            group.cancelAll()
        }
    }

    @Test("Each set of a store is one generation, and the store is told how it ended")
    func generations() async throws {
        let store = Store(SourceSnapshot(missing: "nobody has published one"))
        store.publish(Self.set("one"), id: "1")
        try await withService(store) { waybill, attempts in
            #expect(try await waybill.router.open("/").destination as? String == "one")
            store.publish(Self.set("two"), id: "2")
            var attempt = try await attempts.next()
            while attempt.result != .published { attempt = try await attempts.next() }
            #expect(attempt.trigger == .store && attempt.generation == 2)
            #expect(try await waybill.router.open("/").destination as? String == "two")
            store.publish(Self.set("three"), id: "3")
            attempt = try await attempts.next()
            #expect(attempt.result == .failed && attempt.reason == .unbound)
            #expect(store.settled.last?.reason == .unbound)
            #expect(try await waybill.router.open("/").destination as? String == "two")
            #expect(waybill.reloader.status.watch == .store)
            #expect(waybill.reloader.status.source?.source == "store://test")
        }
    }

    @Test("Who publishes decides how many routes go, and a service that has missed sets is not kept behind")
    func removals() async throws {
        let store = Store(SourceSnapshot(missing: "nobody has published one"))
        let more = (0..<50).map { "  - { id: r\($0), url: /r\($0), handler: one }\n" }.joined()
        store.publish(Self.set("one") + more, id: "1")
        try await withService(store) { waybill, attempts in
            store.publish(Self.set("two"), id: "2")
            var attempt = try await attempts.next()
            while attempt.result == .unchanged { attempt = try await attempts.next() }
            #expect(attempt.result == .published, "\(attempt)")
            #expect(waybill.reloader.status.routes == 1)
        }
    }

    @Test("Without a set a service waits, is not ready, and says what the store lacks")
    func missing() async throws {
        let store = Store(SourceSnapshot(missing: "nobody has published one"))
        var options = ReloadOptions()
        options.removalLimit = nil
        try await withService(store, options) { waybill, attempts in
            let status = waybill.reloader.status
            #expect(!status.ready && status.lastAttempt.reason == .unreadable)
            #expect(status.lastAttempt.diagnostics.first?.message.contains("nobody has published one") == true)
            store.publish(Self.set("one"), id: "1")
            var attempt = try await attempts.next()
            while attempt.result != .published { attempt = try await attempts.next() }
            #expect(waybill.reloader.status.ready)
        }
    }

    @Test("The last good set serves when the store has none at the start, and no file of this machine is read")
    func lastGood() async throws {
        let folder = try TemporaryFolder()
        var options = ReloadOptions()
        options.lastGoodFile = folder.path("state/good.json")
        let store = Store(SourceSnapshot(missing: "it is away"))
        store.publish(Self.set("one"), id: "1", others: ["a.test.yaml": "no test file is read"])
        try await withService(store, options) { waybill, attempts in
            await waybill.reloader.reload()
        }
        try await withService(Store(SourceSnapshot(missing: "it is away")), options, policy: .lastGoodOrWait) {
            waybill, attempts in
            let answer = try await waybill.router.open("/").destination as? String
            #expect(answer == "one")
            #expect(waybill.reloader.status.stale && waybill.reloader.status.ready)
        }
    }
}
