import Foundation
import Testing
import WaybillTestSupport

/// The real command against the real service.
@Suite("waybill plan and a running service", .timeLimit(.minutes(1)))
@MainActor  // not on the shared pool, which computing tests occupy
struct PlanTests {
    private nonisolated static let hasCurl = ["/usr/bin/curl", "/bin/curl"]
        .contains(where: FileManager.default.fileExists)

    @Test(
        "The current manifests are compared with the new ones, for every client with the token", .enabled(if: hasCurl))
    func comparison() async throws {
        let (folder, draft) = (try RoutesFolder(), try RoutesFolder())
        try draft.edit("notes.yaml", "    methods: [DELETE]\n", to: "    methods: [PURGE]\n")
        let service = try ServiceProcess(
            "--routes", folder.routes, "--data", folder.data, "--port", "0",
            environment: ["NOTES_OPERATOR_TOKEN": "t0 \"ken"])
        let address = try #require(await service.address(), "\(service.errors)")
        let status = address + "/_waybill/status"

        let same = try await plan(status, folder.routes, token: "t0 \"ken")
        #expect(same.output == "Every request is served as before.\n")
        #expect(same.end.status == 0)
        let other = try await plan(status, draft.routes, token: "t0 \"ken")
        #expect(other.end.status == 1)
        #expect(other.output.contains("no longer has a route (was notes.remove)"))

        let stranger = try await plan(status, folder.routes, token: "")
        #expect(stranger.end.status == 3)
        #expect(stranger.errors.contains("cannot get the manifests of \(status): curl: (22)"))
        let elsewhere = try await plan(address + "/notes", folder.routes, token: "")
        #expect(elsewhere.end.status == 3)
        #expect(await service.stop() == 0)
    }

    private func plan(_ old: String, _ new: String, token: String) async throws -> ProgramRun {
        try await .ofWaybill(["plan", old, new], token: token)
    }
}
