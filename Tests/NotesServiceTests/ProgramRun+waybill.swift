import Foundation
import WaybillTestSupport

extension ProgramRun {
    /// Runs the real command, which is beside the service.
    static func ofWaybill(_ arguments: [String], token: String) async throws -> ProgramRun {
        let command = ServiceProcess.executable.deletingLastPathComponent().appending(path: "waybill").path
        return try await ofProgram(
            [command] + arguments, environment: ["PATH": "/usr/bin:/bin", "WAYBILL_TOKEN": token])
    }
}
