import Foundation
import MetricsTestKit
import Testing
import Waybill
import WaybillManifest
import WaybillRules
import WaybillTestSupport

@testable import WaybillReload

@Suite("The history of attempts", .timeLimit(.minutes(1)))
struct HistoryTests {
    private let other = manifest(("/one", "three"), ("/three", "three"), ("/four", "one"))

    /// A service that started with `good`, and serves `better` since its second attempt.
    private func reloadedOnce() async throws -> ReloadingService {
        let service = try ReloadingService.polling(good)
        try service.folder.write(better, to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .published)
        return service
    }

    @Test("Each attempt is recorded with its changes; each publication is one line in the log")
    func attempts() async throws {
        let service = try ReloadingService.polling(better)
        let gate = "interceptors: { closed: { url: /four, reject: { reason: no, status: 403 } } }\n"
        try service.folder.write(other + gate, to: "Routes/a.yaml")
        let published = await service.reloader.reload()
        _ = await service.reloader.reload(trigger: .sighup)
        try service.folder.write(broken, to: "Routes/a.yaml")
        _ = await service.reloader.reload()
        let history = service.reloader.history.attempts
        #expect(history.map(\.number) == [4, 3, 2, 1])
        #expect(history.map(\.trigger) == [.api, .sighup, .api, .start])
        #expect(history.map(\.result) == [.failed, .unchanged, .published, .published])
        #expect(history.map(\.reason) == [.invalid, nil, nil, nil])
        #expect(history.map(\.kept) == [false, true, true, true])
        #expect(history[0].digest == nil && history[2].digest == published.digest)
        let changes = history[2].routes
        #expect((changes.added, changes.removed, changes.changed) == (2, 1, 1))
        #expect(changes.names == ["+/four", "~/one", "+/three", "-/two"])
        #expect(history[2].interceptors.names == ["+closed"])
        let line = try #require(service.log.all.first { $0.hasPrefix("generation 2 is live (api)") })
        #expect(line.contains(": digest \(published.digest), 1 file, +2 \u{2212}1 ~1 routes, "))
        #expect(!line.contains("\n") && line.hasSuffix(" ms"))
    }

    @Test("Each attempt tells its processor time and the peak of memory, in the history and as metrics")
    func cost() async throws {
        let service = try await reloadedOnce()
        let history = service.reloader.history.attempts
        #expect(try #require(history[0].processorSeconds) > 0 && history[1].processorSeconds == nil)
        #expect(try service.metrics.expectTimer("waybill_config_reload_processor_seconds").values.count == 1)
        #if os(Linux)
            let peak = try #require(history[0].peakMemory)
            #expect(peak > 1 << 20)
            let gauge = try service.metrics.expectGauge("waybill_config_reload_peak_memory_bytes")
            #expect(gauge.lastValue == Double(peak))
        #endif
    }

    @Test("The history has the diagnostics of its attempts as the log has them, and no others")
    func remarks() async throws {
        let service = try await reloadedOnce()
        try service.folder.write(broken, to: "Routes/a.yaml")
        _ = await service.reloader.reload()
        let remarks = service.reloader.remarks
        #expect(remarks.keys.sorted() == [1, 2, 3])
        #expect(remarks[2]?.summary.contains("routes") == true && remarks[2]?.text.isEmpty == true)
        #expect(remarks[3]?.summary.hasPrefix("invalid: ") == true)
        #expect(remarks[3]?.text.contains("Routes/a.yaml:") == true && remarks[3]?.diagnostics.isEmpty == false)
        for round in 0..<ReloadHistory.limit {
            try service.folder.write(round.isMultiple(of: 2) ? good : better, to: "Routes/a.yaml")
            _ = await service.reloader.reload()
        }
        #expect(service.reloader.remarks.keys.sorted() == service.reloader.history.attempts.map(\.number).sorted())
    }

    @Test(
        "The log says what a reload changed, also if no route changed",
        arguments: [
            ("url: /one, handler: one", "url: /one, handler: two", "+0 \u{2212}0 ~1 routes"),
            ("Closed.", "Shut.", "+0 \u{2212}0 ~1 interceptors"),
            ("default: disk", "default: memory", "+0 \u{2212}0 ~1 protocols"),
            ("scope: weak", "scope: shared", "+0 \u{2212}0 ~1 modules"),
            ("case_sensitive: true", "case_sensitive: false", "changed settings"),
            ("fallback: { handler: two }", "fallback: { handler: three }", "a changed fallback"),
        ])
    func changes(old: String, new: String, summary: String) async throws {
        let text = """
            waybill: 1
            settings: { case_sensitive: true }
            protocols: { Store: { default: disk } }
            modules: { disk: { provides: [Store], scope: weak }, memory: { provides: [Store], scope: shared } }
            interceptors: { closed: { url: /four, reject: Closed. } }
            routes: [{ url: /one, handler: one }]
            fallback: { handler: two }

            """
        let service = try ReloadingService.polling(text) { _ in
        } register: {
            for name in ["disk", "memory"] { $0.register(name) { _ in Shelf() }.provides { $0 as any Store } }
        }
        let first = service.router.generation.digest
        #expect(service.log.all.first == "generation 1 is live (start): digest \(first), 1 file, 1 route")
        try service.folder.write(text.replacing(old, with: new), to: "Routes/a.yaml")
        let attempt = await service.reloader.reload()
        let line = try #require(service.log.all.first { $0.hasPrefix("generation 2 is live (api)") })
        #expect(line.hasPrefix("generation 2 is live (api): digest \(attempt.digest), 1 file, \(summary), "))
    }

    @Test("The log counts tests that fail as such")
    func failedTests() async throws {
        let service = try ReloadingService.polling(good) { $0.runsTests = true }
        let tests = "tests: [{ open: /one, expect: unmatched }, { open: /gone, expect: { handler: one } }]\n"
        try service.folder.write(good + tests, to: "Routes/a.yaml")
        #expect(await service.reloader.reload().reason == .untested)
        let line = "reload rejected: untested: 2 failed tests; generation 1 stays live"
        #expect(service.log.errors.map { $0.split(separator: "\n").first.map(String.init) } == [line])
    }

    @Test("Twenty attempts are recorded, and twenty sets are kept")
    func limit() async throws {
        let service = try ReloadingService.polling(good)
        for round in 0..<30 {
            try service.folder.write(manifest(("/round/\(round)", "one")), to: "Routes/a.yaml")
            #expect(await service.reloader.reload().result == .published)
        }
        let history = service.reloader.history.attempts
        #expect(history.count == 20)
        #expect(history.filter(\.kept).count == 20)
        #expect(history.first?.number == 31)
    }

    @Test("A rejected set that is tried again and again keeps the entry of its first attempt, and displaces none")
    func retries() async throws {
        let service = try await reloadedOnce()
        try service.folder.write(broken, to: "Routes/a.yaml")
        for _ in 0..<30 { _ = await service.reloader.attempt(.files) }
        #expect(service.reloader.history.attempts.map(\.number) == [3, 2, 1])
        #expect(service.reloader.status.lastAttempt.number == 32)
        #expect(service.reloader.remarks[3]?.diagnostics.isEmpty == false)
    }

    @Test("A rejected set with other problems is an entry of its own")
    func otherProblems() async throws {
        let service = try await reloadedOnce()
        for text in [broken, broken + "  - { url: 7 7 }\n"] {
            try service.folder.write(text, to: "Routes/a.yaml")
            for _ in 0..<3 { _ = await service.reloader.attempt(.files) }
        }
        #expect(service.reloader.history.attempts.map(\.number) == [6, 3, 2, 1])
    }

    @Test("A rollback while the files are invalid withdraws the set that was live")
    func rollbackWhileInvalid() async throws {
        let service = try await reloadedOnce()
        try service.folder.write(broken, to: "Routes/a.yaml")
        #expect(await service.reloader.reload().reason == .invalid)
        #expect(await service.reloader.rollBack().result == .published)
        try service.folder.write(better, to: "Routes/a.yaml")
        #expect(await service.reloader.reload().reason == .withdrawn)
    }

    @Test("A rollback publishes a kept set; the set on disk waits until it changes, or is rolled back to")
    func rollback() async throws {
        let service = try await reloadedOnce()
        let (first, second) = (Compilation.compile(text: good).digest, service.reloader.status.digest)
        let attempt = await service.reloader.rollBack()
        #expect((attempt.result, attempt.trigger, attempt.digest) == (.published, .rollback, first))
        #expect(try await service.answer("/two") == nil)
        #expect(!service.reloader.status.healthy)
        #expect(await service.reloader.reload().reason == .withdrawn)
        #expect(await service.reloader.rollBack(to: second).result == .published)
        #expect(service.reloader.status.healthy)
        #expect(await service.reloader.reload().result == .unchanged)
        #expect(await service.reloader.rollBack(to: first).result == .published)
        try service.folder.write(other, to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .published)
        #expect(service.router.generation.number == 6)
    }

    @Test("Each rollback goes further back, and what it left is not published again by itself")
    func walkingBack() async throws {
        let service = try await reloadedOnce()
        let digests = [good, better, other].map { Compilation.compile(text: $0).digest }
        try service.folder.write(other, to: "Routes/a.yaml")
        #expect(await service.reloader.reload().digest == digests[2])
        #expect(await service.reloader.rollBack().digest == digests[1])
        #expect(await service.reloader.rollBack().digest == digests[0])
        #expect(await service.reloader.rollBack().reason == .notKept)
        #expect(service.router.generation.digest == digests[0])
        #expect(service.reloader.status.withdrawn == [digests[1], digests[2]])
        // A failure in between changes nothing.
        try service.folder.write(broken, to: "Routes/a.yaml")
        #expect(await service.reloader.reload().reason == .invalid)
        for text in [other, better] {
            try service.folder.write(text, to: "Routes/a.yaml")
            #expect(await service.reloader.reload().reason == .withdrawn)
        }
        // What is published then follows what serves now.
        let fourth = manifest(("/four", "one"))
        try service.folder.write(fourth, to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .published)
        #expect(await service.reloader.rollBack().digest == digests[0])
    }

    @Test("A withdrawn set that somebody publishes on purpose is the one that the next rollback leaves")
    func onPurpose() async throws {
        let service = try await reloadedOnce()
        let digests = [good, better].map { Compilation.compile(text: $0).digest }
        #expect(await service.reloader.rollBack().digest == digests[0])
        #expect(await service.reloader.rollBack(to: digests[1]).digest == digests[1])
        #expect(service.reloader.status.withdrawn.isEmpty && service.reloader.status.healthy)
        #expect(await service.reloader.rollBack().digest == digests[0])
        #expect(await service.reloader.reload().reason == .withdrawn)
        let endpoint = ReloadEndpoint(service.reloader, access: .loopback)
        let request = ReloadEndpoint.Request(
            method: "POST", path: "/_waybill/reload", query: "allow=withdrawn", isFromLoopback: true)
        #expect(await endpoint.answer(request)?.status == 200)
        #expect(service.router.generation.digest == digests[1] && service.reloader.status.withdrawn.isEmpty)
        #expect(await service.reloader.rollBack().digest == digests[0])
    }

    @Test("Over HTTP the history is read, and a kept set is rolled back to")
    func overHTTP() async throws {
        let service = try await reloadedOnce()
        let (first, second) = (Compilation.compile(text: good).digest, service.reloader.status.digest)
        let endpoint = ReloadEndpoint(service.reloader, access: .loopback)
        func ask(_ method: String, _ resource: String, _ query: String? = nil, _ headers: [String: String] = [:]) async
            -> ReloadEndpoint.Answer?
        {
            await endpoint.answer(
                .init(
                    method: method, path: "/_waybill/\(resource)", query: query, headers: headers, isFromLoopback: true)
            )
        }
        let history = try #require(await ask("GET", "history"))
        #expect(try JSONDecoder().decode(ReloadHistory.self, from: Data(history.body)).attempts.count == 2)
        #expect(await ask("POST", "rollback", "digest=unknown")?.status == 404)
        #expect(await ask("POST", "rollback", nil, ["if-match": "\"\(first)\""])?.status == 412)
        #expect(service.reloader.status.healthy)
        #expect(await ask("GET", "rollback")?.status == 405)
        let either = ["if-match": "\"other\", \"\(second)\""]
        #expect(await ask("POST", "rollback", "digest=\(first)", either)?.status == 200)
        #expect(service.router.generation.digest == first)
        let events = service.reloader.events
        #expect(await ask("POST", "rollback", "digest=\(second)", ["prefer": "respond-async"])?.status == 202)
        for await case .attempted in events { break }
        #expect(service.router.generation.digest == second)
    }
}

private protocol Store: Sendable {}

private final class Shelf: Store {}
