import ArgumentParser
import Foundation
import Logging
import WaybillCommandSupport
import WaybillInspector
import WaybillReload

/// The program that `waybill inspect` starts.
@main
struct WaybillInspect: CompanionVerb {
    static let configuration = CommandConfiguration(
        commandName: "waybill inspect", abstract: InspectOptions.abstract, discussion: InspectOptions.discussion)

    @OptionGroup var options: InspectOptions

    @OptionGroup var output: OutputOptions

    static func main() async { await runCompanion() }

    func work() async throws {
        Signals.prepare()
        guard options.to == nil else {
            throw Output.failure("'--to' is for 'waybill inspect' or 'waybill-fleet inspect'", .wrongUsage)
        }
        let logger = Logger(label: "waybill.inspect") { _ in SwiftLogNoOpLogHandler() }
        let inspector = LocalInspector(
            paths: options.paths, environment: ProcessInfo.processInfo.environment, address: options.address,
            pages: options.page)
        try await inspector.serve(port: options.port, logger: logger) { address in
            Output.write("the inspector listens on http://\(address)/\n")
        }
    }
}
