import Foundation
import MetricsTestKit
import Testing
import Waybill
import WaybillManifest
import WaybillRules
import WaybillTestSupport

@testable import WaybillReload

@Suite("Reports about reloads", .timeLimit(.minutes(1)))
struct ReloadTruthTests {
    private func gauge(_ service: ReloadingService, _ name: String) throws -> Double? {
        try service.metrics.expectGauge("waybill_config_\(name)").lastValue
    }

    @Test("A failure sets the gauge, counts its reason, and logs one error")
    func failure() async throws {
        let service = try ReloadingService.polling(good)
        try service.folder.write(broken, to: "Routes/a.yaml")
        for _ in 0..<5 { _ = await service.reloader.reload() }
        #expect(try gauge(service, "last_reload_successful") == 0)
        let failures = try service.metrics.expectCounter(
            "waybill_config_reload_failures_total", [("reason", "invalid")])
        #expect(failures.totalValue == 5)
        #expect(service.log.errors.count == 1)
        try service.folder.write(better, to: "Routes/a.yaml")
        _ = await service.reloader.reload()
        #expect(try gauge(service, "last_reload_successful") == 1)
    }

    @Test("Each result and each reason has a counter with 0 from the start, so that an alert sees the first failure")
    func countersFromZero() throws {
        let service = try ReloadingService.polling(good)
        for reason in ReloadFailure.allCases {
            let counter = try service.metrics.expectCounter(
                "waybill_config_reload_failures_total", [("reason", reason.rawValue)])
            #expect(counter.totalValue == 0)
        }
        for result in ReloadResult.allCases {
            let counter = try service.metrics.expectCounter(
                "waybill_config_reload_attempts_total", [("result", result.rawValue)])
            #expect(counter.totalValue == 0)
        }
    }

    @Test(
        "Thousands of problems: the log counts them and shows the first errors, and the status stays below a mebibyte")
    func manyProblems() async throws {
        let service = try ReloadingService.polling(good)
        let name = String(repeating: "x", count: 40)
        var text = "waybill: 1\nroutes:\n"
        for number in 0..<2000 { text += "  - { url: /\(number), handler: \(name)\(number) }\n" }
        try service.folder.write(text, to: "Routes/a.yaml")
        let attempt = await service.reloader.reload()
        #expect(attempt.result == .failed)
        #expect(attempt.diagnostics.count <= 100 && !attempt.diagnostics.isEmpty)
        #expect(attempt.diagnostics.count + (attempt.diagnosticsOmitted ?? 0) >= 2000)
        let log = try #require(service.log.errors.first)
        #expect(log.contains("2000 errors") && log.contains("Routes/a.yaml:3:"))
        #expect(log.contains("and 1950 more; 'waybill check'"))
        #expect(log.utf8.count < 1 << 19)
        #expect(try JSONEncoder().encode(service.reloader.status).count < 1 << 20)
    }

    @Test("A new reloader's gauges say that the set it starts with was loaded, before its service runs")
    func atTheStart() async throws {
        let before = Date().timeIntervalSince1970
        let service = try ReloadingService.polling(good)
        #expect(try gauge(service, "last_reload_successful") == 1)
        #expect(try gauge(service, "last_reload_success_timestamp_seconds") ?? 0 >= before)
        #expect(try gauge(service, "generations_live") == 1)
        #expect(try gauge(service, "stale") == 0)
        #expect(try gauge(service, "polling") == 1)
    }

    @Test("An attempt without changes is counted as such, and the time of the last success stays")
    func unchanged() async throws {
        let service = try ReloadingService.polling(good)
        try service.folder.write(better, to: "Routes/a.yaml")
        _ = await service.reloader.reload()
        let time = try gauge(service, "last_reload_success_timestamp_seconds")
        for _ in 0..<3 { #expect(await service.reloader.reload().result == .unchanged) }
        #expect(try gauge(service, "last_reload_success_timestamp_seconds") == time)
        let counter = try service.metrics.expectCounter(
            "waybill_config_reload_attempts_total", [("result", "unchanged")])
        #expect(counter.totalValue == 3)
    }

    @Test("Generation and digest are one gauge, and only that of the current generation remains")
    func generationGauge() async throws {
        let service = try ReloadingService.polling(good)
        let first = service.reloader.status.digest
        try service.folder.write(better, to: "Routes/a.yaml")
        _ = await service.reloader.reload()
        let digest = service.reloader.status.digest
        #expect(try service.metrics.expectGauge("waybill_config_generation", [("digest", digest)]).lastValue == 2)
        #expect(service.metrics.recorders(label: "waybill_config_generation").count == 1)
        // Callers with different files have different digests.
        #expect(first != digest)
    }

    @Test("Whenever metrics are read, a digest has the number of its own generation")
    func generationGaugeMeanwhile() async throws {
        let service = try ReloadingService.polling(good)
        let (metrics, reloader, folder) = (service.metrics, service.reloader, service.folder)
        let numbers = Shared([reloader.status.digest: Set([1.0])])
        let isWriting = Shared(true)
        let writing = Task {
            defer { isWriting.change { $0 = false } }
            for round in 1...40 {
                try folder.write([good, better][round % 2], to: "Routes/a.yaml")
                let attempt = await reloader.reload()
                numbers.change { _ = $0[attempt.digest, default: []].insert(Double(attempt.generation)) }
            }
        }
        var seen: [(digest: String, number: Double)] = []
        while isWriting.value {
            for gauge in metrics.recorders(label: "waybill_config_generation") {
                // A new gauge has no value at first.
                guard let number = gauge.lastValue else { continue }
                seen.append((try #require(gauge.dimensions.first { $0.0 == "digest" }?.1), number))
            }
            await Task.yield()
        }
        try await writing.value
        #expect(!seen.isEmpty)
        for (digest, number) in seen { #expect(numbers.value[digest]?.contains(number) == true) }
    }

    @Test("Two replicas of which one got the file have two digests, and one when both have it")
    func skew() async throws {
        let replicas = [try ReloadingService.polling(good), try ReloadingService.polling(good)]
        func digests() -> Set<String> {
            Set(
                replicas.flatMap { $0.metrics.recorders(label: "waybill_config_generation") }
                    .flatMap(\.dimensions).map(\.1))
        }
        #expect(digests().count == 1)
        for (replica, count) in zip(replicas, [2, 1]) {
            try replica.folder.write(better, to: "Routes/a.yaml")
            #expect(await replica.reloader.reload().result == .published)
            #expect(digests().count == count)
        }
    }

    @Test("Values under 'with:' are in no log, no status and no event, broken or not")
    func secrets() async throws {
        let service = try ReloadingService.polling(
            good, environment: ["KEY": "from-outside-4711"],
            register: { $0.handler("keyed", configuration: Keyed.self) { _, _ in "keyed" } })
        let texts = [
            "  - { url: /k, handler: keyed, with: { key: s3cr3t-one, tries: ${KEY}, more: s3cr3t-one } }\n",
            "  - url: /k\n    handler: keyed\n    with:\n      key: s3cr3t-two\n      tries: s3cr3t-three\n",
            "  - url: /k\n    handler: keyed\n    with:\n      key: \"s3cr3t-four\n      tries: 5\n",
            "  - { url: /k, handler: keyed, with: { key: [s3cr3t-five, { a: s3cr3t-six }], tries: 's3cr3t-seven' } }\n",
        ]
        for text in texts {
            try service.folder.write(good + text, to: "Routes/a.yaml")
            let attempt = await service.reloader.reload()
            #expect(attempt.result == .failed)
            let json = String(decoding: try JSONEncoder().encode(service.reloader.status), as: UTF8.self)
            for told in service.log.all + [json] {
                #expect(!told.contains("s3cr3t"), "\(told)")
                #expect(!told.contains("from-outside-4711"), "\(told)")
            }
        }
        #expect(service.log.errors.count == texts.count)
    }

    struct Keyed: Decodable, Sendable {
        var key: String
        var tries: Int
    }

    @Test("The duration of an attempt is measured by a monotonic clock")
    func durations() async throws {
        let clock = ManualClock()
        let service = try ReloadingService.polling(good, clock: clock)
        try service.folder.write("", to: "Routes/a.yaml")
        async let attempt = service.reloader.reload()
        await clock.taskSleeps()
        try service.folder.write(better, to: "Routes/a.yaml")
        clock.advance(by: .seconds(1))
        #expect(await attempt.result == .published)
        #expect(await attempt.seconds == 0)
        #expect(try service.metrics.expectTimer("waybill_config_reload_duration_seconds").lastValue == 0)
    }

    @Test("A service keeps its routes after a good load, unless it allows an empty set")
    func noRoutes() async throws {
        let service = try ReloadingService.polling(good)
        try service.folder.write("waybill: 1\n", to: "Routes/a.yaml")
        let attempt = await service.reloader.reload()
        #expect(attempt.reason == .tooManyRemovals && attempt.message?.hasPrefix("all 1 routes are removed") == true)
        #expect(service.reloader.status.ready)
        let lenient = try ReloadingService.polling(good) { $0.removalLimit?.allowsNone = true }
        try lenient.folder.write("waybill: 1\n", to: "Routes/a.yaml")
        #expect(await lenient.reloader.reload().result == .published)
        #expect(lenient.reloader.status.ready && lenient.reloader.status.routes == 0)
    }

    @Test("A precondition of a replaced generation fails, and nothing is read")
    func precondition() async throws {
        let service = try ReloadingService.polling(good)
        let digest = service.reloader.status.digest
        try service.folder.write(better, to: "Routes/a.yaml")
        #expect(await service.reloader.reload(ReloadPrecondition(ifMatch: [digest])).result == .published)
        try service.folder.write(good, to: "Routes/a.yaml")
        let stale = await service.reloader.reload(ReloadPrecondition(ifMatch: [digest]))
        #expect((stale.result, stale.reason) == (.failed, .precondition))
        #expect(service.reloader.status.healthy)
        #expect(try await service.answer("/two") == "two")
    }

    @Test("Concurrent callers share an attempt, and each gets its result")
    func shared() async throws {
        let service = try ReloadingService.polling(good)
        try service.folder.write(better, to: "Routes/a.yaml")
        let attempts = await withTaskGroup(of: ReloadAttempt.self) { group in
            for index in 0..<50 {
                group.addTask { await service.reloader.reload(trigger: index.isMultiple(of: 2) ? .api : .sighup) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let numbers = Set(attempts.map(\.number))
        #expect(attempts.filter { $0.result == .published }.map(\.number).min() == 2)
        #expect(numbers.count < 50 && numbers.max() == service.reloader.status.lastAttempt.number)
        #expect(attempts.allSatisfy { $0.result != .failed && $0.digest == service.reloader.status.digest })
    }

    @Test("Callers with one precondition share an attempt, also if one with another precondition came between them")
    func interleaved() async throws {
        // The calls and their attempts are in order, because all of them run on the reloader.
        func call(_ reloader: isolated Reloader) -> [Task<ReloadAttempt, Never>] {
            [["a"], ["b"], ["a"]].map { digests in
                Task { await reloader.reload(ReloadPrecondition(ifMatch: digests)) }
            }
        }
        let service = try ReloadingService.polling(good)
        var numbers: [Int] = []
        for task in await call(service.reloader) { numbers.append(await task.value.number) }
        #expect(numbers == [2, 3, 2])
    }

    @Test(
        "Concurrent saves, hangups and calls make attempts one after the other; each caller gets one that has read the save"
    )
    func allAtOnce() async throws {
        try await withReloader(good) { service, attempts in
            let reloader = service.reloader
            try service.folder.save(better, to: "Routes/a.yaml")
            async let called = reloader.reload()
            async let hungUp = reloader.reload(trigger: .sighup)
            let digest = Compilation.compile(text: better).digest
            for attempt in await [called, hungUp] {
                #expect(attempt.result != .failed && attempt.digest == digest)
            }
            // The numbers rise one by one for all callers, and exactly one attempt has published.
            let (first, last) = (try await attempts.next(), reloader.status.lastAttempt.number)
            var seen = [first]
            while seen.count < last - first.number + 1 { seen.append(try await attempts.next()) }
            #expect(seen.map(\.number) == Array(first.number...last))
            #expect(seen.filter { $0.result == .published }.count == 1)
            #expect(service.router.generation.number == 2)
        }
    }

    @Test("A factory may request a reload while it makes a module that a reload waits for")
    func fromFactory() async throws {
        let (box, ticket) = (Shared<Reloader?>(nil), Shared<Task<ReloadAttempt, Never>?>(nil))
        let service = try ReloadingService.polling(
            good,
            register: {
                $0.register("asks") { _ in
                    let asked = box.value?.requestReload()
                    ticket.change { $0 = asked }
                    return 1
                }
            })
        box.change { $0 = service.reloader }
        try service.folder.write(
            better + "modules:\n  asks: { identifiers: [\"app://asks\"], scope: shared }\n", to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .published)
        let asked = try #require(ticket.value)
        #expect(await asked.value.result == .unchanged)
    }

    @Test("A handler may request a reload of what it runs on, and wait for it")
    func fromInside() async throws {
        let box = Shared<Reloader?>(nil)
        let service = try ReloadingService.polling(
            good,
            register: {
                $0.handler("reloads") { _ in
                    await box.value?.requestReload().value.result.rawValue ?? ""
                }
            })
        box.change { $0 = service.reloader }
        try service.folder.write(manifest(("/one", "reloads")), to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .published)
        try service.folder.write(manifest(("/one", "reloads"), ("/two", "two")), to: "Routes/a.yaml")
        #expect(try await service.router.open("/one").destination as? String == "published")
        #expect(try await service.answer("/two") == "two")
    }
}
