import Dispatch
import Foundation
import Testing
import Waybill
import WaybillManifest
import WaybillRules
import WaybillTestSupport

@testable import WaybillReload

/// A manifest with a number of routes, in whole lines.
func manifest(routes count: Int) -> String {
    "waybill: 1\nroutes:\n" + (0..<count).map { "  - { url: /route/\($0), handler: one }\n" }.joined()
}

@Suite("Half of a save", .timeLimit(.minutes(1)))
struct TornWriteTests {
    @Test("A save in two parts is complete at last, whatever was read between them")
    func twoOpenings() async throws {
        try await withReloader(better) { service, attempts in
            let text = manifest(("/one", "one"), ("/two", "two"), ("/three", "three"))
            let half = text.utf8.count - 40
            try service.folder.write(String(text.prefix(half)), to: "Routes/a.yaml")
            _ = try await attempts.next()
            let file = try FileHandle(forWritingTo: URL(filePath: service.path()))
            try file.seekToEnd()
            try file.write(contentsOf: Data(text.utf8.dropFirst(half)))
            try file.close()
            while try await service.answer("/three") == nil { _ = try await attempts.next() }
            #expect(service.reloader.status.healthy)
        }
    }

    @Test("The beginning of a manifest is rejected if too many routes are missing, with the numbers")
    func prefixes() async throws {
        let text = manifest(routes: 100)
        let service = try ReloadingService.polling(text)
        var refused = 0
        for count in stride(from: 7, to: 100, by: 7) {
            // Whole lines, which are a valid manifest, and torn ones alternate.
            let length = manifest(routes: count).utf8.count + count % 2
            try service.folder.write(String(text.prefix(length)), to: "Routes/a.yaml")
            let attempt = await service.reloader.reload()
            let left = service.router.generation.set.routes.count
            #expect(left >= 80)
            guard attempt.reason == .tooManyRemovals else { continue }
            refused += 1
            #expect(attempt.message?.contains("of \(left) routes are removed, more than the limit of") == true)
        }
        #expect(refused > 4)
        try service.folder.write(text, to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result != .failed)
        #expect(service.router.generation.set.routes.count == 100)
    }

    @Test("A killed writer leaves the current generation; the next valid save succeeds")
    func killedWriter() async throws {
        try await withReloader(good) { service, attempts in
            _ = try ProgramRun([
                "/bin/sh", "-c", "exec 3> \"$0\"; printf 'waybill: 1\\nroutes: [' >&3; kill -9 $$", service.path(),
            ])
            #expect(try await attempts.next().result == .failed)
            #expect(try await service.answer("/one") == "one")
            try service.folder.save(better, to: "Routes/a.yaml")
            while try await service.answer("/two") == nil { _ = try await attempts.next() }
            #expect(service.reloader.status.healthy)
        }
    }

    @Test("An empty file is waited for, and then rejected; the status says so")
    func empty() async throws {
        let service = try ReloadingService.polling(good)
        try service.folder.write("", to: "Routes/a.yaml")
        #expect(await service.reloader.isSuspicious)
        #expect(service.reloader.status.healthy)
        let attempt = await service.reloader.reload()
        #expect((attempt.result, attempt.reason) == (.failed, .empty))
        #expect(!service.reloader.status.healthy)
        #expect(try await service.answer("/one") == "one")
        try service.folder.write(better, to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .published)
    }

    @Test("A file that is renamed away and written again is not a removal: the status does not change twice")
    func renamedAway() async throws {
        let clock = ManualClock()
        let service = try ReloadingService.polling(good, others: ["b.yaml": manifest(("/two", "two"))], clock: clock)
        try service.folder.rename("Routes/b.yaml", to: "Routes/b.old")
        async let attempt = service.reloader.reload()
        // It waits for the file to come back.
        await clock.taskSleeps()
        #expect(service.reloader.status.healthy)
        #expect(try await service.answer("/two") == "two")
        try service.folder.save(manifest(("/two", "three")), to: "Routes/b.yaml")
        clock.advance(by: ReloadOptions().replaceGracePeriod)
        #expect(await attempt.result == .published)
        #expect(try await service.answer("/two") == "three")
        #expect(service.log.errors.isEmpty)
    }

    @Test("A file that was there for a moment has its grace period again")
    func cameAndWent() async throws {
        let (clock, grace) = (ManualClock(), ReloadOptions().replaceGracePeriod)
        var suspects = Suspects()
        suspects.update(["a": 2, "b": 2], clock)
        clock.advance(by: grace - .milliseconds(1))
        #expect(suspects.areFresh(within: grace))
        suspects.renew(["a"], clock)
        suspects.update(["a": 2, "b": 2], clock)
        clock.advance(by: .milliseconds(1))
        #expect(suspects.areFresh(within: grace) && suspects.paths == ["a", "b"])
        clock.advance(by: grace)
        #expect(!suspects.areFresh(within: grace))
        // What counts as removed is not waited for again.
        suspects.update(["a": 2, "b": 2], clock)
        #expect(!suspects.areFresh(within: grace))
        // It is complete each time, and in no reading.
        suspects.renew(["a"], clock)
        #expect(!suspects.areFresh(within: grace))
    }

    @Test("A file that exists, and is not included any more, is not missing, and is not waited for")
    func noLongerIncluded() async throws {
        let parts = ["parts/b.yaml": manifest(("/two", "two"))]
        let service = try ReloadingService(
            good + "include: [parts/b.yaml]\n", others: parts, set: "Routes/a.yaml", clock: ManualClock())
        try service.folder.write(good, to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .published)
        #expect(try await service.answer("/two") == nil)
    }

    @Test(
        "A file that is missing for a moment is not removed, whatever caused the reading",
        arguments: ["call", "SIGHUP"])
    func missingForCallers(trigger: String) async throws {
        // The moments are longer on a busy machine.
        let service = try ReloadingService.polling(good, others: ["b.yaml": manifest(("/two", "two"))]) {
            $0.replaceGracePeriod = .seconds(15)
        }
        try await withReloader(service) { service, attempts in
            let saves = "for i in $(seq 60); do mv $0 $0.old; sleep 0.02; mv $0.old $0; sleep 0.01; done"
            let path = service.path("Routes/b.yaml")
            let isWriting = Shared(true)
            DispatchQueue(label: "writer").async {
                _ = try? ProgramRun(["/bin/sh", "-c", saves, path])
                isWriting.change { $0 = false }
            }
            while isWriting.value {
                if trigger == "call" { _ = await service.reloader.reload() } else { service.hangUp() }
                #expect(try await service.answer("/two") == "two")
                _ = try await attempts.next()
            }
            #expect(service.router.generation.number == 1)
        }
    }

    @Test("A file that is missing at the start's second reading is not removed if it comes back")
    func missingAtTheStart() async throws {
        let clock = ManualClock()
        let service = try ReloadingService.polling(good, others: ["b.yaml": manifest(("/two", "two"))], clock: clock)
        try service.folder.rename("Routes/b.yaml", to: "Routes/b.old")
        let running = Task { try await service.reloader.run() }
        await clock.taskSleeps()
        #expect(try await service.answer("/two") == "two")
        try service.folder.rename("Routes/b.old", to: "Routes/b.yaml")
        var attempts = Attempts(service.reloader.events)
        clock.advance(by: .milliseconds(10))
        await attempts.untilWatching()
        #expect(service.router.generation.number == 1 && service.reloader.status.healthy)
        #expect(service.reloader.status.lastAttempt.number == 1)
        running.cancel()
        try await running.value
    }

    @Test("A file that is missing at the first reading of a start, and belongs to the last good set, is waited for")
    func missingAtTheFirstReading() async throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("Routes")
        try folder.write(good, to: "Routes/a.yaml")
        try folder.write(manifest(("/two", "two")), to: "Routes/b.yaml")
        let clock = ManualClock()
        @Sendable func start() async throws -> Reloader {
            var options = ReloadOptions()
            options.lastGoodFile = folder.path("last-good.json")
            return try await Reloader.starting(
                manifests: [folder.path("Routes")], logger: RecordedLog().logger, options: options, clock: clock
            ) { compilation throws(ManifestErrors) in
                var registry = Registry()
                for name in ["one", "two"] { registry.handler(name) { _ in name } }
                return try Router(compilation: compilation, registry: registry)
            }
        }
        let first = try await start()
        _ = await first.reload()
        await first.retireModules()
        try folder.rename("Routes/b.yaml", to: "Routes/b.old")
        async let second = start()
        await clock.taskSleeps()
        try folder.rename("Routes/b.old", to: "Routes/b.yaml")
        clock.advance(by: .milliseconds(10))
        #expect(try await second.router.generation.set.routes.count == 2)
    }

    @Test("A file that is unlinked and created again makes one reload")
    func installed() async throws {
        try await withReloader(good) { service, attempts in
            let number = service.reloader.status.lastAttempt.number
            try service.folder.remove("Routes/a.yaml")
            try service.folder.write(better, to: "Routes/a.yaml")
            #expect(try await attempts.next().result == .published)
            #expect(await service.reloader.reload().number == number + 2)
        }
    }

    @Test("A save after an empty file is published as soon as it is complete, and not when the waiting ends")
    func saveWhileWaiting() async throws {
        let clock = ManualClock()
        let service = try ReloadingService(good, clock: clock)
        try await withReloader(service) { service, attempts in
            try service.folder.write("", to: "Routes/a.yaml")
            // The poll, and the debounce time.
            await clock.sleepers(2)
            clock.advance(by: .milliseconds(50))
            // The file looks incomplete, so the attempt waits for it.
            await clock.sleepers(2)
            try service.folder.save(better, to: "Routes/a.yaml")
            clock.advance(by: .milliseconds(10))
            #expect(try await attempts.next(endingDebounceOf: clock).result == .published)
        }
    }

    @Test("Two files that are saved one after the other are one change")
    func twoFiles() async throws {
        let clock = ManualClock()
        let service = try ReloadingService(good, others: ["b.yaml": manifest(("/two", "two"))], clock: clock)
        try await withReloader(service) { service, attempts in
            let number = service.reloader.status.lastAttempt.number
            // By itself it is in conflict with the other file.
            try service.folder.save(manifest(("/two", "one")), to: "Routes/a.yaml")
            // The poll, and the debounce time.
            await clock.sleepers(2)
            try service.folder.save(manifest(("/three", "three")), to: "Routes/b.yaml")
            let attempt = try await attempts.next(endingDebounceOf: clock)
            #expect((attempt.result, attempt.number) == (.published, number + 1))
            #expect(try await service.answer("/two") == "one")
            #expect(service.log.errors.isEmpty)
        }
    }

    @Test("Saves that never stop are live at the debounce limit, and the last one wins")
    func manySaves() async throws {
        let clock = ManualClock()
        let service = try ReloadingService(good, clock: clock)
        try await withReloader(service) { service, _ in
            let number = service.reloader.status.lastAttempt.number
            try service.folder.save(better, to: "Routes/a.yaml")
            // Seven and a half seconds.
            for round in 0..<150 {
                // The poll, and the debounce time, which the next save restarts.
                await clock.sleepers(2)
                try service.folder.save(manifest(("/one", "one"), ("/round/\(round)", "two")), to: "Routes/a.yaml")
                clock.advance(by: .milliseconds(50))
            }
            #expect(service.reloader.status.lastAttempt.number == number + 1)
            try await eventually {
                clock.advance(by: .milliseconds(50))
                return try await service.answer("/round/149") != nil
            }
            // One at the end, and one for the changes meanwhile.
            #expect(service.reloader.status.lastAttempt.number <= number + 3)
            #expect(service.log.errors.isEmpty)
        }
    }

    @Test("A set that is saved again and again while it is compiled is live all the same")
    func savedWhileCompiled() async throws {
        let service = try ReloadingService(
            good, others: ["many.yaml": manifest(routes: 3000)],
            makeWatcher: { (_, _) throws(WatchFailure) in TickingWatcher() })
        try service.folder.write(better, to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .published)
    }

    @Test("A change that is undone within the debounce time publishes nothing")
    func thereAndBack() async throws {
        let clock = ManualClock()
        let service = try ReloadingService(good, clock: clock)
        try await withReloader(service) { service, attempts in
            try service.folder.save(better, to: "Routes/a.yaml")
            await clock.sleepers(2)
            try service.folder.save(good, to: "Routes/a.yaml")
            #expect(try await attempts.next(endingDebounceOf: clock).result == .unchanged)
            #expect(service.router.generation.number == 1)
        }
    }

    @Test("Files that change while a set is read are read again: no set mixes two moments")
    func mixedMoments() async throws {
        let folder = try TemporaryFolder()
        for (number, handler) in [("1", "one"), ("2", "two")] {
            try folder.makeFolder("..\(number)")
            for name in ["a", "b"] {
                try folder.write(manifest(("/\(name)", handler)), to: "..\(number)/\(name).yaml")
            }
        }
        try folder.link("..data", to: "..1")
        for name in ["a", "b"] { try folder.link("\(name).yaml", to: "..data/\(name).yaml") }
        var registry = Registry()
        for name in ["one", "two"] { registry.handler(name) { _ in name } }
        let router = try Router(compilation: .compile(paths: [folder.path]), registry: registry)
        let reloader = Reloader(
            Reloader.Start(router: router), manifests: [folder.path], variables: VariableSource([:]),
            logger: RecordedLog().logger,
            options: ReloadOptions(), metrics: nil, clock: ContinuousClock(),
            makeWatcher: { (_, _) throws(WatchFailure) in
                // The link is replaced after the files have been read, without an event.
                ScriptedWatcher { number in
                    guard number == 2 else { return }
                    try? folder.link("..tmp", to: "..2")
                    try? folder.rename("..tmp", to: "..data")
                }
            })
        await reloader.reload()
        #expect(try await router.open("/a").destination as? String == "two")
        #expect(try await router.open("/b").destination as? String == "two")
        #expect(router.generation.number == 2)
    }
}

/// A watcher that sees a save every twentieth of a second. To compile 3000 routes takes longer, to read them does not.
private final class TickingWatcher: ChangeWatcher {
    private let start = ContinuousClock.now

    var watching: Watching { Watching(mode: .inotify) }
    func mark() -> WriteLedger.Mark {
        WriteLedger.Mark(changes: Int((ContinuousClock.now - start) / .milliseconds(50)))
    }
    func openPaths() -> [String] { [] }
    func replan() {}
    func endWrite(of path: String) {}
    func follow(_ paths: [String]) {}
}
