import Foundation
import Testing
import Waybill
import WaybillManifest
import WaybillRules
import WaybillTestSupport

@testable import NotesService

/// The real command checks the real manifests against the real registry, in a file.
@Suite("waybill check --registry", .timeLimit(.minutes(1)))
@MainActor  // not on the shared pool, which computing tests occupy
struct RegistryFileTests {
    /// One error in `Routes/`, and the text whose line is to be reported.
    struct Seed: Sendable, CustomTestStringConvertible {
        var rule: String
        var file: String
        var old: String
        var new: String
        var line: String

        var testDescription: String { rule }
    }

    nonisolated static let seeds = [
        Seed(
            rule: "F001", file: "notes.yaml", old: "handler: notes.list\n", new: "handler: notes.lst\n",
            line: "handler: notes.lst"),
        Seed(
            rule: "F002", file: "modules.yaml", old: "    swift: DiskNoteStore\n    provides: [NoteStoreInput]",
            new: "    swift: DiskNoteStore\n    provides: [NoteStoreInput, SearchInput]",
            line: "[NoteStoreInput, SearchInput]"),
        Seed(
            rule: "F005", file: "modules.yaml", old: "    factory: notes.disk\n",
            new: "    factory: notes.disk\n    requires: [\"app://weak\"]\n", line: "requires: [\"app://weak\"]"),
        Seed(
            rule: "F006", file: "modules.yaml", old: "  notes-on-disk:\n",
            new: "  self: { factory: notes.memory, identifiers: [\"app://self\"], requires: [\"app://self\"] }\n\n"
                + "  notes-on-disk:\n", line: "  self:"),
        Seed(
            rule: "F007", file: "modules.yaml", old: "  notes-on-disk:\n",
            new: "  remote: { factory: notes.remote, identifiers: [\"app://remote\"], scope: weak }\n\n"
                + "  notes-on-disk:\n", line: "  remote:"),
        Seed(
            rule: "F008", file: "modules.yaml",
            old: "    with: { folder: \"${NOTES_DATA:-Data}\" }     # notes-service",
            new: "    with: { foldr: \"${NOTES_DATA:-Data}\" }     # notes-service", line: "foldr"),
    ]

    @Test("Each error that is inserted into the manifests is reported at its line", arguments: seeds)
    func seeded(_ seed: Seed) async throws {
        let folder = try RoutesFolder()
        try folder.edit("modules.yaml", "protocols:\n", to: "protocols:\n  SearchInput: { summary: Finds notes. }\n")
        try folder.edit(
            "modules.yaml", "modules:\n",
            to: "modules:\n  weak: { factory: notes.memory, provides: [SearchInput], scope: weak, "
                + "identifiers: [\"app://weak\"] }\n")
        try folder.edit(seed.file, seed.old, to: seed.new)
        let registry = try export(in: folder) { registry in
            registry.registerAsync("notes.remote") { _ in MemoryNoteStore() }
        }
        let text = try String(contentsOfFile: folder.path(seed.file), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let number = try #require(lines.firstIndex { $0.contains(seed.line) })
        let found = try await check(folder, "--registry", registry).problems
        #expect(
            found.contains("\(seed.rule) \(seed.file):\(number + 1)"), "\(found)")
    }

    @Test("The original manifests use all of the registry; unused code is a warning at its line there")
    func sound() async throws {
        let folder = try RoutesFolder()
        #expect(try await check(folder, "--registry", try export(in: folder)).problems == [])
        let registry = try export(in: folder) { $0.handler("unused") { _ in "" } }
        let run = try await check(folder, "--registry", registry)
        let lines = try String(contentsOfFile: registry, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.firstIndex { $0.contains("\"unused\"") }) + 1
        #expect(run.status == 0)
        let problem = try #require(run.problems.first)
        #expect(run.problems.count == 1)
        #expect(problem.hasPrefix("F004 ") && problem.hasSuffix(".json:\(line)"), "\(problem)")
        #expect(run.messages.map { $0.split(separator: " at ")[0] } == ["no manifest names handler 'unused'"])
    }

    @Test("A duplicate registration is reported at the first use")
    func twice() async throws {
        let folder = try RoutesFolder()
        let registry = try export(in: folder) { $0.handler("welcome") { _ in "again" } }
        let run = try await check(folder, "--registry", registry)
        #expect(run.status == 1)
        #expect(run.problems.contains("F003 site.yaml:9"))
    }

    @Test(
        "A missing registry, or one of another build than the executable, is a warning, and no F rule is checked"
    )
    func unusable() async throws {
        let folder = try RoutesFolder()
        try folder.edit("notes.yaml", "handler: notes.list\n", to: "handler: notes.lst\n")
        try folder.write("registry: ../Data.json\n", to: ".waybill.yaml")
        #expect(try await check(folder).problems == ["F009 .waybill.yaml:1"])
        _ = try export(in: folder)
        #expect(try await check(folder).problems.contains("F001 notes.yaml:9"))
        try folder.write("registry: ../Data.json\nexecutable: .waybill.yaml\n", to: ".waybill.yaml")
        let other = try await check(folder)
        #expect(other.problems == ["F009 .waybill.yaml:1"])
        #expect(other.messages[0].contains("is of build ") && other.messages[0].contains("so the F rules are skipped"))
        #expect(other.status == 0)
        #expect(try await check(folder, "--fail-on", "warning").status == 1)
    }

    @Test("A registry of another build than the running service ends the run with one line", .enabled(if: hasCurl))
    func service() async throws {
        let folder = try RoutesFolder()
        let service = try ServiceProcess(
            "--routes", folder.routes, "--data", folder.data, "--port", "0", environment: ["NOTES_OPERATOR_TOKEN": "t"])
        let address = try #require(await service.address(), "\(service.errors)")
        let status = address + "/_waybill/status"
        let registry = try export(in: folder)
        let other = try await check(folder, "--registry", registry, "--service", status, token: "t")
        #expect((other.status, other.problems) == (3, []))
        #expect(other.errors.contains("' is of build ") && other.errors.contains("\(status) runs build "))
        #expect(other.errors.split(separator: "\n").count == 1)

        let data = try Data(contentsOf: URL(filePath: registry))
        var description = try JSONDecoder().decode(RegistryDescription.self, from: data)
        description.build = ExecutableDigest.of(executable: ServiceProcess.executable.path)
        try Data(description.json.utf8).write(to: URL(filePath: registry))
        #expect(try await check(folder, "--registry", registry, "--service", status, token: "t").status == 0)
        #expect(await service.stop() == 0)
    }

    private nonisolated static let hasCurl = ["/usr/bin/curl", "/bin/curl"]
        .contains(where: FileManager.default.fileExists)

    private struct CheckRun {
        var status: Int32?
        var problems: [String]
        var messages: [String]
        var errors: String
    }

    private func export(in folder: RoutesFolder, _ change: (inout Registry) -> Void = { _ in }) throws -> String {
        var registry = Registry.notes()
        change(&registry)
        let path = folder.data + ".json"
        try Data(registry.describe().json.utf8).write(to: URL(filePath: path))
        return path
    }

    private func check(_ folder: RoutesFolder, _ arguments: String..., token: String = "") async throws -> CheckRun {
        let run = try await ProgramRun.ofWaybill(
            ["check", folder.routes, "--format", "json"] + arguments, token: token)
        let json = try? JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        let diagnostics = json?["diagnostics"] as? [[String: Any]] ?? []
        return CheckRun(
            status: run.end.status,
            problems: diagnostics.map {
                "\($0["id"] ?? "") \(URL(filePath: "\($0["file"] ?? "")").lastPathComponent):\($0["line"] ?? "")"
            },
            messages: diagnostics.map { "\($0["message"] ?? "")" },
            errors: run.errors)
    }
}
