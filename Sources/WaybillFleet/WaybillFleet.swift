import ArgumentParser
import Foundation
import WaybillCommandOptions
import WaybillCommandSupport

/// The program that `waybill push`, `rollout`, `fleet`, `rollback` and `inspect --to` start.
@main
struct WaybillFleet: ParsableCommand {
    #if Etcd
        static let configuration = CommandConfiguration(
            commandName: "waybill", abstract: "Publish manifests for a fleet of services.",
            subcommands: [
                FleetPush.self, FleetRollout.self, FleetStatus.self, FleetRollback.self, FleetInspect.self,
            ])

        static func main() async {
            System.ignoreClosedReaders()
            let arguments = Array(CommandLine.arguments.dropFirst())
            do {
                var command = try parseAsRoot(arguments)
                guard let verb = command as? any FleetTask else {
                    try command.run()
                    System.exit(0)
                }
                Output.use(verb.output)
                try await verb.work()
                System.exit(Output.status(0))
            } catch {
                // Also help is an error.
                System.exit(status(of: error, in: arguments))
            }
        }
    #else
        static func main() {
            Output.report("this program was built without the trait 'Etcd'; build it with 'swift build --traits Etcd'")
            System.exit(Status.failure.rawValue)
        }
    #endif
}
