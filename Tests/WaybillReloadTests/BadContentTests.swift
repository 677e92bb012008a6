import Foundation
import Testing
import Waybill
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax

@testable import WaybillReload

@Suite("Invalid manifests", .timeLimit(.minutes(1)))
struct BadContentTests {
    @Test("All problems are reported, not only the first")
    func allErrors() async throws {
        let service = try ReloadingService.polling(good)
        let text = """
            waybill: 1
            routes:
              - { url: /a, handler: one }
              - { url: /a, handler: two }
              - { url: /b, module: none }
              - { url: "/c/:", handler: one }
            """
        try service.folder.write(text, to: "Routes/a.yaml")
        let attempt = await service.reloader.reload()
        #expect((attempt.result, attempt.reason) == (.failed, .invalid))
        #expect(Set(attempt.diagnostics.filter { $0.severity == .error }.map(\.place.line)).count >= 3)
        #expect(try await service.answer("/one") == "one")
    }

    @Test("One invalid file among many rejects the set: it is loaded as a whole or not at all")
    func oneBadFile() async throws {
        let others = Dictionary(
            uniqueKeysWithValues: (0..<9).map { ("f\($0).yaml", manifest(("/file/\($0)", "one"))) })
        let service = try ReloadingService.polling(good, others: others)
        try service.folder.write(manifest(("/file/new", "two")), to: "Routes/f3.yaml")
        try service.folder.write(broken, to: "Routes/f4.yaml")
        #expect(await service.reloader.reload().result == .failed)
        #expect(try await service.answer("/file/3") == "one")
        #expect(try await service.answer("/file/4") == "one")
        #expect(try await service.answer("/file/new") == nil)
    }

    @Test(
        "An unreadable path is a failure that ends when the file is back",
        arguments: ["endless", "huge", "pipe", "folder", "loop"])
    func noFile(kind: String) async throws {
        let service = try ReloadingService.polling(good)
        let (folder, name, path) = (service.folder, "Routes/a.yaml", service.path())
        try folder.remove(name)
        switch kind {
        case "endless": try folder.link(name, to: "/dev/zero")
        case "huge":
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
            let file = try FileHandle(forWritingTo: URL(filePath: path))
            try file.truncate(atOffset: 4 << 30)
            try file.close()
        case "pipe": #expect(unsafe mkfifo(path, 0o600) == 0)  // the path is read before the call returns
        case "folder": try folder.makeFolder(name)
        default:
            try folder.link(name, to: "b")
            try folder.link("Routes/b", to: "a.yaml")
        }
        let attempt = await service.reloader.reload()
        #expect(attempt.result == .failed)
        #expect(!attempt.diagnostics.isEmpty)
        #expect(try await service.answer("/one") == "one")
        try folder.remove(name)
        try folder.write(better, to: name)
        #expect(await service.reloader.reload().result == .published)
    }

    @Test(
        "A file without read permission is a failure that ends with the permission, though its bytes are the same",
        .enabled(if: geteuid() != 0, "root may read everything"))
    func forbidden() async throws {
        let service = try ReloadingService.polling(good)
        try service.folder.write(better, to: "Routes/a.yaml")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: service.path())
        #expect(await service.reloader.reload().reason == .unreadable)
        #expect(try await service.answer("/one") == "one")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: service.path())
        #expect(await service.reloader.reload().result == .published)
        #expect(try await service.answer("/two") == "two")
    }

    /// Dangerous or misleading content: the text that follows a valid manifest, and the place of the error.
    private static let traps: [(name: String, rule: String, bytes: [UInt8], line: Int)] = [
        ("bomb", "Y005", Array(("x0: &a0 [" + String(repeating: "1,", count: 9) + "1]\n" + bombLevels).utf8), 0),
        ("brackets", "Y006", Array(("tests: " + String(repeating: "[", count: 50_000)).utf8), 4),
        ("no UTF-8", "Y002", Array("# fine\n# \u{0}".utf8.dropLast()) + [0xFF, 0x0A], 5),
        ("NUL", "Y002", Array("# a\u{0}b\n".utf8), 4),
        ("second document", "Y007", Array("---\nwaybill: 1\n".utf8), 4),
        ("key given twice", "Y003", Array("routes: []\n".utf8), 4),
        ("include in a cycle", "Y013", Array("include: [a.yaml]\n".utf8), 4),
        ("include out of the root", "Y013", Array("include: [../../../etc/*.yaml]\n".utf8), 4),
    ]
    private static let bombLevels = (1...9).map { level in
        "x\(level): &a\(level) [" + String(repeating: "*a\(level - 1),", count: 9) + "*a\(level - 1)]\n"
    }.joined()

    @Test(
        "Dangerous or misleading content is rejected at its place, and the current generation stays",
        arguments: traps.indices)
    func trap(index: Int) async throws {
        let trap = Self.traps[index]
        let service = try ReloadingService.polling(good)
        try Data(Array(good.utf8) + trap.bytes).write(to: URL(filePath: service.path()))
        let attempt = await service.reloader.reload()
        #expect(attempt.result == .failed)
        #expect(attempt.diagnostics.contains { $0.id == trap.rule && (trap.line == 0 || $0.place.line == trap.line) })
        #expect(try await service.answer("/one") == "one")
        try service.folder.write(better, to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .published)
    }

    @Test("Routes that are not a list remove nothing", arguments: ["{}", "none", "", "5", "{ url: /one }"])
    func noList(value: String) async throws {
        let service = try ReloadingService.polling(good)
        try service.folder.write("waybill: 1\nroutes: \(value)\n", to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .failed)
        #expect(try await service.answer("/one") == "one")
        #expect(service.router.generation.number == 1)
    }

    @Test("A set that has lost most of its routes is rejected, unless the caller allows it")
    func shrunk() async throws {
        let service = try ReloadingService.polling(manifest(routes: 100))
        try service.folder.write(manifest(routes: 10), to: "Routes/a.yaml")
        let attempt = await service.reloader.reload()
        #expect(attempt.reason == .tooManyRemovals)
        #expect(attempt.message?.hasPrefix("90 of 100 routes are removed, more than the limit of 20") == true)
        let accepted = await service.reloader.reload(ReloadPrecondition(allowsRemovals: true))
        #expect(accepted.result == .published)
        #expect(service.reloader.status.routes == 10)
    }

    @Test("A set may lose a fifth of its routes or four, but all only if that is allowed")
    func removalLimit() {
        let usual = RemovalLimit()
        #expect(usual.objection(from: 10, to: 2) != nil)
        #expect(usual.objection(from: 10, to: 6) == nil)
        #expect(usual.objection(from: 10, to: 5) != nil)
        #expect(usual.objection(from: 2, to: 1) == nil)
        #expect(usual.objection(from: 100, to: 80) == nil)
        #expect(usual.objection(from: 100, to: 79) != nil)
        #expect(usual.objection(from: 1, to: 0) != nil)
        #expect(usual.objection(from: 0, to: 0) == nil)
        #expect(RemovalLimit(allowsNone: true).objection(from: 1, to: 0) == nil)
    }

    @Test("A file with a count of routes must have that many")
    func counted() async throws {
        let service = try ReloadingService.polling(good)
        try service.folder.write("waybill: 1\ncount: { routes: 3 }\n" + better.dropFirst(11), to: "Routes/a.yaml")
        #expect(await service.reloader.reload().reason == .invalid)
        try service.folder.write("waybill: 1\ncount: { routes: 2 }\n" + better.dropFirst(11), to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .published)
    }

    @Test("Another layout publishes nothing, and its diagnostics have the new places")
    func layout() async throws {
        let text = "waybill: 1\nmodules:\n  lone: { factory: lone }\n" + good.dropFirst(11)
        let service = try ReloadingService.polling(text, register: { $0.register("lone") { _ in 1 } })
        let first = service.router.generation
        try service.folder.write("# One\n\n" + text, to: "Routes/a.yaml")
        let attempt = await service.reloader.reload()
        #expect(attempt.result == .unchanged)
        #expect(service.router.generation === first)
        #expect(
            attempt.diagnostics.map(\.place.line)
                == first.warnings.map { first.sources[0].position(at: $0.span.start).line + 2 })
    }
}
