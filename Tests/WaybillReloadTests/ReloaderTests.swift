import Foundation
import Testing
import Waybill
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax

@testable import WaybillReload

func manifest(_ routes: (url: String, handler: String)...) -> String {
    "waybill: 1\nroutes:\n"
        + routes.map { "  - { url: \($0.url), handler: \($0.handler) }\n" }.joined()
}

let good = manifest(("/one", "one"))
let better = manifest(("/one", "one"), ("/two", "two"))
/// The error is at `hander`: line 3, column 18.
let broken = "waybill: 1\nroutes:\n  - { url: /one, hander: one }\n"

extension DiagnosticsReport.Entry {
    func isAt(_ file: String, _ line: Int, _ column: Int) -> Bool {
        (place.file, place.line, place.column) == (file, line, column)
    }
}

/// Tests with real files and real events; serialized, because they are many.
@Suite("Reloading", .serialized, .timeLimit(.minutes(1)))
struct ReloaderTests {
    @Test("A save by rename is published, and the status says so")
    func savedByRename() async throws {
        try await withReloader(good) { service, attempts in
            let first = service.reloader.status
            try service.folder.save(better, to: "Routes/a.yaml")
            let attempt = try await attempts.next()
            #expect(attempt.result == .published)
            #expect(attempt.trigger == .files)
            #expect(try await service.answer("/two") == "two")
            let status = service.reloader.status
            #expect(status.generation == first.generation + 1)
            #expect(status.digest != first.digest)
            #expect(status.lastSuccess.number == attempt.number)
            #expect(status.healthy)
        }
    }

    @Test("A saved configuration decides which files serve, and nobody waits for those that it excludes")
    func excluded() async throws {
        let service = try ReloadingService(good, others: ["parts/b.yaml": manifest(("/two", "two"))])
        try await withReloader(service) { service, attempts in
            #expect(try await service.answer("/two") == "two")
            try service.folder.write("exclude: parts/**\n", to: "Routes/.waybill.yaml")
            #expect(try await attempts.next().result == .published)
            #expect(try await service.answer("/two") == nil)
            let writer = try service.folder.openForWriting("Routes/parts/b.yaml")
            try writer.write(contentsOf: Data("x".utf8))
            #expect(await service.reloader.isHeldBack == false)
            #expect(try await attempts.next().result == .unchanged)
            try writer.close()
            try service.folder.write("{}\n", to: "Routes/.waybill.yaml")
            #expect(try await attempts.next().result == .failed)
        }
    }

    @Test("A save in place is published")
    func savedInPlace() async throws {
        try await withReloader(good) { service, attempts in
            try service.folder.write(better, to: "Routes/a.yaml")
            #expect(try await attempts.next().result == .published)
            #expect(try await service.answer("/two") == "two")
        }
    }

    @Test("Half of a save is not applied, though it is valid by itself")
    func halfWritten() async throws {
        try await withReloader(better) { service, attempts in
            let number = service.reloader.status.lastAttempt.number
            let writer = try service.folder.openForWriting("Routes/a.yaml")
            try writer.write(contentsOf: Data(good.utf8))
            // A following attempt does not publish it either.
            #expect(await service.reloader.isHeldBack)
            #expect(try await service.answer("/two") == "two")
            try writer.write(contentsOf: Data("  - { url: /three, handler: three }\n".utf8))
            try writer.close()
            let attempt = try await attempts.next()
            #expect(attempt.number == number + 1)
            #expect(attempt.result == .published)
            #expect(try await service.answer("/three") == "three")
            #expect(try await service.answer("/two") == nil)
        }
    }

    @Test("A storm of saves never shows half a manifest to any caller, and ends with the last one")
    func storm() async throws {
        try await withReloader(good) { service, attempts in
            let asking = Task {
                while !Task.isCancelled {
                    _ = await service.reloader.attempt(.api)
                    await Task.yield()
                }
            }
            // A half is an invalid manifest, or one that has lost a route.
            let texts = [good, better].map { Data($0.utf8) }
            for round in 0..<500 {
                let writer = try service.folder.openForWriting("Routes/a.yaml")
                let text = texts[round % 2]
                try writer.write(contentsOf: text.prefix(text.count / 2))
                try writer.write(contentsOf: text.dropFirst(text.count / 2))
                try writer.close()
                await Task.yield()
            }
            asking.cancel()
            await asking.value
            try service.folder.save(manifest(("/three", "three")), to: "Routes/a.yaml")
            while try await service.answer("/three") == nil {
                #expect(try await attempts.next().result != .failed)
            }
            #expect(service.log.errors.isEmpty)
        }
    }

    @Test("A broken save leaves the last good generation current; log and status have the place; a fixed one succeeds")
    func brokenSave() async throws {
        try await withReloader(good) { service, attempts in
            try service.folder.save(broken, to: "Routes/a.yaml")
            let failure = try await attempts.next()
            #expect(failure.result == .failed)
            #expect(try await service.answer("/one") == "one")
            #expect(!service.reloader.status.healthy)
            #expect(failure.diagnostics.contains { $0.isAt(service.path(), 3, 18) })
            let compilation = Compilation.compile(paths: [service.folder.path("Routes")], environment: [:])
            let text = TextRenderer(sources: compilation.sources, color: false).render(compilation.diagnostics)
            #expect(service.log.errors.count == 1)
            #expect(service.log.errors.first?.contains(text) == true)
            #expect(text.contains("^~~~~~"))

            try service.folder.save(better, to: "Routes/a.yaml")
            #expect(try await attempts.next().result == .published)
            #expect(service.reloader.status.healthy)
            #expect(try await service.answer("/two") == "two")
        }
    }

    @Test("Going back to the current set makes the status healthy, and publishes nothing")
    func revertedSave() async throws {
        try await withReloader(good) { service, attempts in
            let first = service.reloader.status
            try service.folder.save(broken, to: "Routes/a.yaml")
            #expect(try await attempts.next().result == .failed)
            try service.folder.save(good, to: "Routes/a.yaml")
            #expect(try await attempts.next().result == .unchanged)
            let status = service.reloader.status
            #expect(status.healthy)
            #expect(status.generation == first.generation)
            #expect(status.lastSuccess.number == first.lastSuccess.number)
        }
    }

    @Test("The same failure is logged once, another one again")
    func repeatedFailure() async throws {
        try await withReloader(good) { service, attempts in
            try service.folder.save(broken, to: "Routes/a.yaml")
            _ = try await attempts.next()
            await service.reloader.reload()
            _ = try await attempts.next()
            #expect(service.log.errors.count == 1)
            try service.folder.save(broken.replacing("hander", with: "handel"), to: "Routes/a.yaml")
            #expect(try await attempts.next().result == .failed)
            #expect(service.log.errors.count == 2)
        }
    }

    @Test("A change of only the times publishes nothing")
    func touched() async throws {
        try await withReloader(good) { service, attempts in
            let first = service.reloader.status
            try FileManager.default.setAttributes([.modificationDate: Date.now], ofItemAtPath: service.path())
            let attempt = try await attempts.next()
            #expect(attempt.result == .unchanged)
            #expect(service.reloader.status.generation == first.generation)
            #expect(service.reloader.status.lastSuccess.at == first.lastSuccess.at)
        }
    }

    @Test("An empty file is not an empty set")
    func emptied() async throws {
        try await withReloader(good) { service, attempts in
            try service.folder.write("", to: "Routes/a.yaml")
            #expect(try await attempts.next().result == .failed)
            #expect(try await service.answer("/one") == "one")
        }
    }

    @Test("A hangup makes an attempt")
    func hangup() async throws {
        try await withReloader(good) { service, attempts in
            service.hangUp()
            let attempt = try await attempts.next()
            #expect(attempt.trigger == .sighup)
            #expect(attempt.result == .unchanged)
        }
    }

    /// Runs in a separate process, because the signal reaches every reloader of a process.
    @Test("SIGHUP makes an attempt")
    func signal() async {
        await #expect(processExitsWith: .success) {
            try await withReloader(ReloadingService(good, trapsSignals: true)) { _, attempts in
                kill(getpid(), SIGHUP)
                let attempt = try await attempts.next()
                #expect(attempt.trigger == .sighup)
            }
        }
    }

    @Test("A caller of a reload gets the attempt with its diagnostics")
    func askedFor() async throws {
        var options = ReloadOptions()
        options.prefersPolling = true
        options.pollInterval = .seconds(3600)
        try await withReloader(good, options: options) { service, _ in
            #expect(service.reloader.status.watch == .poll)
            try service.folder.write(broken, to: "Routes/a.yaml")
            let failure = await service.reloader.reload()
            #expect(failure.result == .failed)
            #expect(failure.trigger == .api)
            #expect(failure.diagnostics.contains { $0.isAt(service.path(), 3, 18) })
            try service.folder.write(better, to: "Routes/a.yaml")
            #expect(await service.reloader.reload().result == .published)
            #expect(try await service.answer("/two") == "two")
        }
    }

    @Test("Polling detects saves, also of files that come back")
    func polling() async throws {
        var options = ReloadOptions()
        options.prefersPolling = true
        options.pollInterval = .milliseconds(10)
        options.debounce = .milliseconds(1)
        try await withReloader(good, options: options) { service, attempts in
            try service.folder.save(better, to: "Routes/a.yaml")
            #expect(try await attempts.next().result == .published)
            try service.folder.save(manifest(("/three", "three")), to: "Routes/b.yaml")
            #expect(try await attempts.next().result == .published)
            #expect(try await service.answer("/three") == "three")
        }
    }

    @Test("New files, new folders and replaced folders are published")
    func trees() async throws {
        try await withReloader(good) { service, attempts in
            try service.folder.makeFolder("Aside/deep")
            try service.folder.write(manifest(("/three", "three")), to: "Aside/deep/b.yaml")
            try service.folder.rename("Aside", to: "Routes/more")
            #expect(try await attempts.next().result == .published)
            #expect(try await service.answer("/three") == "three")

            try service.folder.makeFolder("Routes.new")
            try service.folder.write(manifest(("/two", "two")), to: "Routes.new/a.yaml")
            try service.folder.rename("Routes", to: "Routes.old")
            try service.folder.rename("Routes.new", to: "Routes")
            while try await service.answer("/two") == nil { _ = try await attempts.next() }
            #expect(try await service.answer("/one") == nil)
        }
    }

    @Test("A file that is only included is published, too")
    func included() async throws {
        let service = try ReloadingService(
            good + "include: [parts/*.yaml]\n", others: ["parts/b.yaml": manifest(("/two", "two"))],
            set: "Routes/a.yaml")
        try await withReloader(service) { service, attempts in
            let before = try await service.answer("/two")
            #expect(before == "two")
            try service.folder.save(manifest(("/three", "three")), to: "Routes/parts/b.yaml")
            #expect(try await attempts.next().result == .published)
            #expect(try await service.answer("/three") == "three")
        }
    }

    @Test("An edit before the watch began is found")
    func editedBefore() async throws {
        let service = try ReloadingService(good)
        try service.folder.write(better, to: "Routes/a.yaml")
        try await withReloader(service) { service, _ in
            let answer = try await service.answer("/two")
            #expect(answer == "two")
            #expect(service.reloader.status.lastSuccess.trigger == .start)
            #expect(service.reloader.status.generation == 2)
        }
    }

    @Test("The status is JSON with the attempt's words in it")
    func statusAsJSON() async throws {
        try await withReloader(good) { service, attempts in
            try service.folder.save(broken, to: "Routes/a.yaml")
            _ = try await attempts.next()
            let json = try JSONEncoder().encode(service.reloader.status)
            let status = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
            let attempt = try #require(status["lastAttempt"] as? [String: Any])
            let diagnostic = try #require((attempt["diagnostics"] as? [[String: Any]])?.first)
            #expect(status["generation"] as? Int == 1)
            #expect(status["watch"] as? String == service.reloader.status.watch.rawValue)
            #expect(attempt["result"] as? String == "failed")
            #expect(attempt["trigger"] as? String == "files")
            #expect((attempt["at"] as? String)?.hasSuffix("Z") == true)
            #expect(diagnostic["file"] as? String == service.path())
            #expect(diagnostic["line"] as? Int == 3)
        }
    }

    // MARK: Tests of the manifests

    private static func tested(_ manifest: String, expecting route: String) -> String {
        manifest + "tests: [{ open: /one, expect: { route: \(route) } }]\n"
    }

    private static var testing: ReloadOptions {
        var options = ReloadOptions()
        options.runsTests = true
        return options
    }

    @Test("A set with a failing test is rejected if tests are run, and the attempt names the test and the place")
    func failingTest() async throws {
        let start = Self.tested(better, expecting: "/one")
        try await withReloader(start, options: Self.testing) { service, attempts in
            try service.folder.save(Self.tested(manifest(("/:any", "two")), expecting: "/:any"), to: "Routes/a.yaml")
            #expect(try await attempts.next().result == .published)
            // `/one` is not served any more, and a test expects it.
            let other = manifest(("/two", "two")) + "tests:\n  - { open: /one, expect: { handler: two } }\n"
            try service.folder.save(other, to: "Routes/a.yaml")
            let attempt = try await attempts.next()
            #expect(attempt.result == .failed)
            let diagnostic = try #require(attempt.diagnostics.first)
            #expect(diagnostic.id == "K001")
            #expect(diagnostic.message == "test '/one' failed: expected handler 'two', got unmatched")
            #expect(diagnostic.isAt(service.path(), 5, 38))
            #expect(try await service.answer("/one") == "two")
            #expect(!service.reloader.status.healthy)
        }
    }

    @Test(
        "Test files are part of the set if tests are run, and are ignored if they are not",
        arguments: [true, false])
    func testFiles(_ runsTests: Bool) async throws {
        let service = try ReloadingService(good, options: runsTests ? Self.testing : ReloadOptions())
        try await withReloader(service) { service, _ in
            try service.folder.save("waybill: 1\nroutes: []\n", to: "Routes/a.test.yaml")
            let attempt = await service.reloader.reload()
            #expect(attempt.result == (runsTests ? .failed : .unchanged))
        }
    }
}
