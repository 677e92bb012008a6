import Foundation
import Testing
import Waybill
import WaybillManifest
import WaybillRules
import WaybillSyntax

@testable import WaybillReload

@Suite("Starting with invalid manifests", .timeLimit(.minutes(1)))
struct StartTests {
    private let folder: TemporaryFolder
    private let options: ReloadOptions

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeFolder("Routes")
        var options = ReloadOptions()
        options.prefersPolling = true
        options.lastGoodFile = folder.path("last-good.json")
        self.options = options
    }

    private func start(_ policy: StartPolicy, environment: [String: String] = [:]) async throws(ManifestErrors)
        -> Reloader
    {
        try await Reloader.starting(
            manifests: [folder.path("Routes")], environment: environment, policy: policy,
            logger: RecordedLog().logger, options: options
        ) { compilation throws(ManifestErrors) in
            var registry = Registry()
            for name in ["one", "two", "three"] { registry.handler(name) { _ in name } }
            return try Router(compilation: compilation, registry: registry)
        }
    }

    @Test(
        "A service that must not start with invalid manifests reports all problems",
        arguments: [StartPolicy.fail, .lastGood])
    func fails(policy: StartPolicy) async throws {
        try folder.write(broken, to: "Routes/a.yaml")
        await #expect(throws: ManifestErrors.self) { try await start(policy) }
    }

    @Test(
        "A waiting service is not ready, until the first valid manifests",
        arguments: [StartPolicy.wait, .lastGoodOrWait])
    func waits(policy: StartPolicy) async throws {
        try folder.write(broken, to: "Routes/a.yaml")
        let reloader = try await start(policy)
        #expect(!reloader.status.ready && !reloader.status.healthy && !reloader.status.stale)
        #expect((reloader.status.lastAttempt.result, reloader.status.lastAttempt.trigger) == (.failed, .start))
        try folder.write(good, to: "Routes/a.yaml")
        #expect(await reloader.reload().result == .published)
        #expect(reloader.status.ready && reloader.status.healthy)
        #expect(try await reloader.router.open("/one").destination as? String == "one")
        // There is nothing to roll back to.
        #expect(await reloader.rollBack().reason == .notKept)
        #expect(try await reloader.router.open("/one").destination as? String == "one")
    }

    @Test(
        "With the last good set of an earlier run a service serves, and reports that it is stale",
        arguments: [StartPolicy.lastGood, .lastGoodOrWait])
    func serves(policy: StartPolicy) async throws {
        try folder.write(good, to: "Routes/a.yaml")
        let earlier = try await start(policy)
        try folder.write(better, to: "Routes/a.yaml")
        #expect(await earlier.reload().result == .published)
        await earlier.retireModules()
        try folder.write(broken, to: "Routes/a.yaml")
        let reloader = try await start(policy)
        #expect(reloader.status.stale && reloader.status.ready && !reloader.status.healthy)
        #expect(reloader.status.lastAttempt.diagnostics.contains { $0.isAt(folder.path("Routes/a.yaml"), 3, 18) })
        #expect(try await reloader.router.open("/two").destination as? String == "two")
        #expect(await reloader.reload().result == .failed)
        #expect(reloader.status.stale)
        try folder.write(better, to: "Routes/a.yaml")
        #expect(await reloader.reload().result == .unchanged)
        #expect(!reloader.status.stale && reloader.status.healthy)
    }

    @Test("A set with includes and values from the environment is stored, without these values")
    func environment() async throws {
        try folder.makeFolder("Routes/parts")
        try folder.write(manifest(("/two", "two")), to: "Routes/parts/b.yaml")
        try folder.write(good + "include: [parts/b.yaml]\n", to: "Routes/a.yaml")
        let earlier = try await start(.lastGood, environment: ["KEY": "hidden-value"])
        _ = await earlier.reload()
        await earlier.retireModules()
        let kept = try String(contentsOfFile: folder.path("last-good.json"), encoding: .utf8)
        #expect(!kept.contains("hidden-value"))
        try folder.write(broken, to: "Routes/a.yaml")
        let reloader = try await start(.lastGood, environment: ["KEY": "hidden-value"])
        #expect(reloader.status.digest == earlier.status.digest)
        #expect(try await reloader.router.open("/two").destination as? String == "two")
    }

    @Test(
        "Wherever storing a set stops, the file is the old one or the new one", arguments: DurableFile.Step.allCases
    )
    func interrupted(step: DurableFile.Step) throws {
        struct Interruption: Error {}
        var file = LastGoodFile(path: folder.path("kept.json"))
        let (old, new) = (content(good), content(better))
        try file.save(old)
        file.beforeStep = { if $0 == step { throw Interruption() } }
        #expect(throws: Interruption.self) { try file.save(new) }
        #expect(try file.load() == (step == .synchronizeFolder ? new : old))
        file.beforeStep = { _ in }
        try file.save(new)
        #expect(try file.load() == new)
    }

    @Test("A link or a file in place of a temporary one is neither followed nor used")
    func plantedFile() throws {
        let file = LastGoodFile(path: folder.path("kept.json"))
        try folder.write("untouched", to: "victim")
        try folder.link("kept.json.part", to: "victim")
        try file.save(content(good))
        #expect(try file.load() == content(good))
        #expect(try String(contentsOfFile: folder.path("victim"), encoding: .utf8) == "untouched")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.filter { $0.hasSuffix(".part") } == ["kept.json.part"])
    }

    @Test("Processes that save at the same time write to files of their own, and one of them wins")
    func rivals() throws {
        var first = LastGoodFile(path: folder.path("kept.json"))
        let second = LastGoodFile(path: folder.path("kept.json"))
        let (one, other) = (content(good), content(better))
        first.beforeStep = { if $0 == .synchronize { try second.save(other) } }
        try first.save(one)
        #expect(try second.load() == one)
    }

    @Test("Files that a crash left are removed at a start, except those that may be in use")
    func leftovers() throws {
        for name in ["kept.json.1.2.part", "kept.json.3.4.part", "other.json.1.2.part"] {
            try folder.write("", to: name)
        }
        DurableFile.removeLeftovers(of: folder.path("kept.json"), now: Date())
        #expect(FileManager.default.fileExists(atPath: folder.path("kept.json.1.2.part")))
        DurableFile.removeLeftovers(of: folder.path("kept.json"), now: Date() + 3700)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.filter { $0.hasSuffix(".part") } == ["other.json.1.2.part"])
    }

    @Test(
        "An invalid stored set is ignored, with the reason: half a file, another version, no file",
        arguments: [
            ("{\"files\": [", "is not complete"), ("{\"version\": 1}", "is not complete"),
            ("{\"version\": 2, \"files\": []}", "has version 2, and this service reads version 1"), (nil, nil),
        ])
    func unreadable(text: String?, reason: String?) async throws {
        if let text { try folder.write(text, to: "last-good.json") }
        do throws(LastGoodFile.Unusable) {
            #expect(try LastGoodFile(path: folder.path("last-good.json")).load() == nil && reason == nil)
        } catch {
            #expect(error.reason == reason)
        }
        try folder.write(broken, to: "Routes/a.yaml")
        await #expect(throws: ManifestErrors.self) { try await start(.lastGood) }
    }

    @Test("A set that cannot be stored is logged once, and serves")
    func unsaved() async throws {
        try folder.write(good, to: "Routes/a.yaml")
        let log = RecordedLog()
        var options = options
        // A folder cannot be replaced by a file.
        options.lastGoodFile = folder.path("taken")
        try folder.makeFolder("taken")
        var registry = Registry()
        for name in ["one", "two"] { registry.handler(name) { _ in name } }
        let paths = [folder.path("Routes")]
        let reloader = Reloader(
            router: try Router(compilation: .compile(paths: paths), registry: registry), manifests: paths,
            logger: log.logger, options: options)
        try folder.write(better, to: "Routes/a.yaml")
        #expect(await reloader.reload().result == .published)
        #expect(log.warnings.filter { $0.contains("could not be stored") }.count == 1)
    }

    @Test("The state of a service that did not remember withdrawn sets is read, and the set is at the same place")
    func earlierState() throws {
        let file = LastGoodFile(path: folder.path("kept.json"))
        let archive = content(good).lastGood
        try folder.write(String(decoding: try JSONText.bytes(archive), as: UTF8.self), to: "kept.json")
        #expect(try file.load() == StoredState(lastGood: archive))
        try file.save(StoredState(lastGood: archive, withdrawn: ["a"]))
        #expect(try file.load()?.withdrawn == ["a"])
        let data = Data(try String(contentsOfFile: file.path, encoding: .utf8).utf8)
        #expect(try JSONDecoder().decode(ManifestArchive.self, from: data) == archive)
    }

    private func content(_ text: String) -> StoredState {
        let compilation = Compilation.compile(text: text)
        return StoredState(
            lastGood: ManifestArchive(digest: compilation.digest, sources: compilation.sources), withdrawn: ["b"])
    }
}
