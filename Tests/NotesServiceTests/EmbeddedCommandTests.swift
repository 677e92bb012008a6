import Foundation
import Testing
import WaybillTestSupport

@Suite("The commands in the notes service")
struct EmbeddedCommandTests {
    private func run(_ arguments: String..., in folder: RoutesFolder) async throws -> ProgramRun {
        try await .ofProgram(
            [ServiceProcess.executable.path, "waybill"] + arguments, in: URL(filePath: folder.routes + "/.."))
    }

    @Test("Its own manifests have no problems, and their tests pass")
    func sound() async throws {
        let folder = try RoutesFolder()
        let check = try await run("check", "--fail-on", "warning", in: folder)
        #expect(check.end.status == 0, "\(check.output)\(check.errors)")
        #expect(try await run("test", in: folder).end.status == 0)
        #expect(try await run("explain", "/notes", in: folder).output.contains("notes.list"))
    }

    @Test("It reports which of its manifests name code that it does not have")
    func unfit() async throws {
        let folder = try RoutesFolder()
        try folder.edit("site.yaml", "handler: welcome", to: "handler: welcom")
        let check = try await run("check", in: folder)
        #expect(check.end.status == 1)
        #expect(check.output.contains("site.yaml:9:14: error: no handler 'welcom' is registered"))
    }

    @Test("It prints its registry")
    func registry() async throws {
        let registry = try await run("registry", in: RoutesFolder())
        #expect(registry.end.status == 0)
        #expect(registry.output.contains("\"notes.disk\""))
    }
}
