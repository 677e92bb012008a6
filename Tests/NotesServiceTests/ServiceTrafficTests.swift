import Foundation
import Testing
import WaybillTestSupport

/// The real command against the real service.
@Suite("waybill traffic and a running service", .timeLimit(.minutes(1)))
@MainActor  // not on the shared pool, which computing tests occupy
struct ServiceTrafficTests {
    private nonisolated static let hasCurl = ["/usr/bin/curl", "/bin/curl"]
        .contains(where: FileManager.default.fileExists)

    @Test("The service's own counters say which routes are requested", .enabled(if: hasCurl))
    func metrics() async throws {
        let folder = try RoutesFolder()
        let service = try ServiceProcess(
            "--routes", folder.routes, "--data", folder.data, "--port", "0",
            environment: ["NOTES_OPERATOR_TOKEN": "t0ken"])
        let address = try #require(await service.address(), "\(service.errors)")
        let http = try NotesClient(address: address)
        for _ in 0..<3 { _ = try await http("GET", "/notes/\(UUID().uuidString)") }
        _ = try await http("GET", "/nothing/here")

        for resource in ["status", "metrics"] {
            let run = try await ProgramRun.ofWaybill(
                [
                    "traffic", "\(address)/_waybill/\(resource)", "--routes", folder.routes, "--format", "json",
                ], token: "t0ken")
            #expect(run.end.status == 0, "\(run.errors)")
            let report = try #require(
                JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any], "\(run.output)")
            let routes = report["routes"] as? [[String: Any]] ?? []
            let shown = try #require(routes.first { $0["requests"] as? Int == 3 }, "\(run.output)")
            #expect(shown["id"] as? String == "notes.show" && shown["statuses"] as? [String: Int] == ["4xx": 3])
            #expect((report["neverRequested"] as? [String])?.contains("notes.remove") == true)
            #expect((report["unmatched"] as? [[String: Any]])?.count == 1)
        }
        let stranger = try await ProgramRun.ofWaybill(
            ["traffic", "\(address)/_waybill/status", "--routes", folder.routes], token: "")
        #expect(stranger.end.status == 3)
        #expect(stranger.errors.contains("cannot get the metrics of \(address)/_waybill/status: curl: (22)"))
        #expect(await service.stop() == 0)
    }
}
