import ArgumentParser
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

        static func main() async { await runCompanion() }
    #else
        static func main() {
            Output.report("this program was built without the trait 'Etcd'; build it with 'swift build --traits Etcd'")
            System.exit(Status.failure.rawValue)
        }
    #endif
}
