import ArgumentParser
import Foundation
import Logging
import WaybillCommandSupport
import WaybillInspector
import WaybillReload

/// The program that `waybill inspect` starts.
@main
struct WaybillInspect: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "waybill inspect", abstract: InspectOptions.abstract, discussion: InspectOptions.discussion)

    @OptionGroup var options: InspectOptions

    @OptionGroup var output: OutputOptions

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            var command = try parseAsRoot(arguments)
            guard let inspect = command as? WaybillInspect else { return try command.run() }
            await WaybillService.exitOnError { try await inspect.serve() }
        } catch {
            // Also help is an error.
            System.exit(status(of: error, in: arguments))
        }
    }

    private func serve() async throws {
        Output.use(output)
        guard options.to == nil else {
            throw Output.failure("'--to' is for 'waybill inspect' or 'waybill-fleet inspect'", .wrongUsage)
        }
        let logger = Logger(label: "waybill.inspect") { _ in SwiftLogNoOpLogHandler() }
        let folder = LocalInspector(
            paths: options.paths, environment: ProcessInfo.processInfo.environment, address: options.address,
            pages: options.page)
        try await folder.serve(port: options.port, logger: logger) { address in
            Output.write("the inspector listens on http://\(address)/\n")
        }
    }
}
