import Foundation
import Testing

/// The real command asks the real service.
@Suite("waybill plan and a running service", .timeLimit(.minutes(1)))
@MainActor  // not in the pool, where tests that compute keep others waiting
struct PlanTests {
    private nonisolated static let hasCurl = ["/usr/bin/curl", "/bin/curl"]
        .contains(where: FileManager.default.fileExists)

    @Test("What serves is compared with what is to be, for everybody who has the token", .enabled(if: hasCurl))
    func comparison() async throws {
        let (folder, draft) = (try RoutesFolder(), try RoutesFolder())
        try draft.edit("notes.yaml", "    methods: [DELETE]\n", to: "    methods: [PURGE]\n")
        let service = try ServiceProcess(
            "--routes", folder.routes, "--data", folder.data, "--port", "0",
            environment: ["NOTES_OPERATOR_TOKEN": "t0 \"ken"])
        let address = try #require(await service.address(), "\(service.errors)")
        let status = address + "/_waybill/status"

        let same = try plan(status, folder.routes, token: "t0 \"ken")
        #expect(same.output == "Every request is served as before.\n")
        #expect(same.status == 0)
        let other = try plan(status, draft.routes, token: "t0 \"ken")
        #expect(other.status == 1)
        #expect(other.output.contains("no longer has a route (was notes.remove)"))

        let stranger = try plan(status, folder.routes, token: "")
        #expect(stranger.status == 3)
        #expect(stranger.errors.contains("cannot get the manifests of \(status): curl: (22)"))
        let elsewhere = try plan(address + "/notes", folder.routes, token: "")
        #expect(elsewhere.status == 3)
        #expect(await service.stop() == 0)
    }

    private func plan(
        _ old: String, _ new: String, token: String
    ) throws -> (status: Int32, output: String, errors: String) {
        let process = Process()
        process.executableURL = ServiceProcess.executable.deletingLastPathComponent().appending(path: "waybill")
        process.arguments = ["plan", old, new]
        process.environment = ["PATH": "/usr/bin:/bin", "WAYBILL_TOKEN": token]
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        let texts = [output, errors].map {
            String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        process.waitUntilExit()
        return (process.terminationStatus, texts[0], texts[1])
    }
}
