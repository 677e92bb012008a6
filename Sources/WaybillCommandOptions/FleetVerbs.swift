package import ArgumentParser
package import WaybillCommandSupport

/// The address of a fleet, for the verbs and for the program that they start.
package struct FleetAddressOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The fleet: etcd://HOST:PORT,HOST:PORT/PREFIX, or etcds:// for TLS. The user and the password are read from \
            ETCD_USER and ETCD_PASSWORD.
            """, valueName: "address"))
    package var to: String

    @Option(
        help: ArgumentHelp(
            "Trust the certificate authorities of this PEM file instead of the system's.", valueName: "file"),
        completion: .file(extensions: ["pem"]))
    package var ca: String?

    package init() {}
}

/// What is remembered about a change of a fleet.
package struct FleetNoteOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: ArgumentHelp("Say why, for the history of the fleet.", valueName: "text"))
    package var message: String?

    @Option(help: ArgumentHelp("Say who, instead of the user of this machine.", valueName: "name"))
    package var by: String?

    package init() {}
}

/// The set of a push or a rollout.
package struct FleetPushOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Manifests: files, or folders with every *.yaml and *.yml below them.", valueName: "paths"),
        completion: .file(extensions: ["yaml", "yml"]))
    package var paths: [String] = ["Routes"]

    @OptionGroup package var fleet: FleetAddressOptions

    @OptionGroup package var note: FleetNoteOptions

    @Flag(help: "Publish a set even if requests lose their route or an interceptor.")
    package var allowBreaking = false

    @OptionGroup package var code: RegistryFileOptions

    @Flag(help: "Publish a set even if the registered code of some instances does not fit. They keep the set before.")
    package var allowUnbound = false

    @Option(
        help: ArgumentHelp(
            "Count the requests of this access log that change; '-' is standard input. May be repeated.",
            valueName: "log"),
        completion: .file())
    package var traffic: [String] = []

    @OptionGroup(title: "Log options") package var log: TrafficLogOptions

    package init() {}
}

/// A verb of a fleet. `waybill` becomes `waybill-fleet` for it, which parses the same verb and does the work.
package protocol FleetVerb: Verb {}

extension FleetVerb {
    package func perform() throws { try Companion.fleet.run(Self._commandName, passesVerb: true) }
}

package struct FleetPush: FleetVerb {
    package static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Publish manifests for all instances of a fleet.",
        discussion: """
            Checks the manifests as 'waybill check' does, runs their tests, compares them with the published set as 'waybill \
            plan' does, and with the registered code of each instance. If all of this succeeds, the set is published in one \
            transaction, unless another set was published meanwhile. Otherwise nothing is written.

            Exits with 1 if the set has problems, a test fails, the plan breaks something, or an instance could not bind the set.

            Examples:
              waybill push Routes --to etcd://10.0.0.1:2379/waybill/prod --message 'Open the shop'
              waybill push --to etcd://10.0.0.1:2379/waybill/prod --registry registry.json --traffic access.log
              waybill push --to etcd://10.0.0.1:2379/waybill/prod --allow-breaking
            """)

    @OptionGroup package var options: FleetPushOptions

    @OptionGroup package var output: OutputOptions

    package init() {}
}

package struct FleetRollout: FleetVerb {
    package static let configuration = CommandConfiguration(
        commandName: "rollout",
        abstract: "Publish manifests for a growing share of a fleet.",
        discussion: """
            Does what 'waybill push' does, but first for a part of the instances. All instances must know each step, and those of \
            the step must serve the set, within a limit; for the bake time they must stay ready, and answer no larger share of \
            their requests with a status of 500 or above, or with 404, than all did before, in total and for each route. If one \
            does not, all instances go back to the set before, and the exit status is 1. Which instances come first depends on \
            their names alone. Shares are compared from 50 requests on of which 5 end so.

            If this command is interrupted, the step remains; 'waybill rollback' takes it back.

            Examples:
              waybill rollout Routes --to etcd://10.0.0.1:2379/waybill/prod
              waybill rollout --to etcd://10.0.0.1:2379/waybill/prod --steps 1 --steps 50 --bake 300
            """)

    @OptionGroup package var push: FleetPushOptions

    @Option(
        help: ArgumentHelp("Publish for this percentage first; repeat it for further steps.", valueName: "percentage"))
    package var steps: [Double] = [5, 25]

    @Option(help: ArgumentHelp("Watch the instances of each step for this long.", valueName: "seconds"))
    package var bake = 60.0

    @Option(help: ArgumentHelp("Give the instances of a step this long to serve the set.", valueName: "seconds"))
    package var within = 30.0

    @Option(
        help: ArgumentHelp(
            "Go back if the share of answers with a status of 500 or above grows by more than this.",
            valueName: "percentage points"))
    package var moreErrors = 1.0

    @Option(
        help: ArgumentHelp(
            "Go back if the share of answers with the status 404 grows by more than this.",
            valueName: "percentage points"))
    package var moreNotFound = 5.0

    @OptionGroup package var output: OutputOptions

    package init() {}

    package func validate() throws {
        guard (0...100).contains(moreErrors), (0...100).contains(moreNotFound) else {
            throw ValidationError("'--more-errors' and '--more-not-found' take 0 to 100 percentage points.")
        }
        guard steps.allSatisfy({ $0 > 0 && $0 < 100 }), steps == steps.sorted() else {
            throw ValidationError("'--steps' takes growing percentages above 0 and below 100.")
        }
        guard (0...86_400).contains(bake), (0.1...3600).contains(within) else {
            throw ValidationError("'--bake' takes 0 to 86400 seconds, and '--within' 0.1 to 3600.")
        }
    }
}

package struct FleetStatus: FleetVerb {
    package static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "Show what each instance of a fleet serves.",
        discussion: """
            Lists the instances that report to etcd, each with the set that it should serve, the set that it serves, and why they \
            differ: 'unbound' is a binary without code that the set names, 'rejected' any other refusal, and 'behind' no answer \
            yet. An instance that has ended, or that has reported nothing for three minutes, is not listed; '--expect' counts.

            Exits with 1 if an instance does not serve what it should, or if there are fewer than expected.

            Examples:
              waybill fleet --to etcd://10.0.0.1:2379/waybill/prod --expect 10
              waybill fleet --to etcd://10.0.0.1:2379/waybill/prod --watch
              waybill fleet --to etcd://10.0.0.1:2379/waybill/prod --format json
            """)

    @OptionGroup package var fleet: FleetAddressOptions

    @OptionGroup package var report: FormatOptions<PlainFormat>

    @Flag(help: "Also list the last changes of the fleet.")
    package var history = false

    @Flag(help: "Show each change until interrupted: on a terminal in place, as JSON a line each.")
    package var watch = false

    @Option(help: ArgumentHelp("Exit with 1 if fewer instances report.", valueName: "number"))
    package var expect: Int?

    @OptionGroup package var output: OutputOptions

    package init() {}

    package func validate() throws {
        if watch, report.format.count > 1 || report.format.contains(where: { $0.file != nil }) {
            throw ValidationError("'--watch' writes one format to standard output.")
        }
        if let expect, expect < 0 { throw ValidationError("'--expect' takes a number of instances.") }
    }
}

package struct FleetRollback: FleetVerb {
    package static let configuration = CommandConfiguration(
        commandName: "rollback",
        abstract: "Publish an earlier set of a fleet again.",
        discussion: """
            Without a number, ends a rollout, or publishes the last set that differs from the current one. 'waybill fleet \
            --history' lists the numbers. It is one transaction, and compares nothing but that nobody else has changed the fleet.

            Examples:
              waybill rollback --to etcd://10.0.0.1:2379/waybill/prod
              waybill rollback 41 --to etcd://10.0.0.1:2379/waybill/prod --message 'Orders were lost'
            """)

    @Argument(help: ArgumentHelp("The number of the change whose set serves again.", valueName: "number"))
    package var number: Int?

    @OptionGroup package var fleet: FleetAddressOptions

    @OptionGroup package var note: FleetNoteOptions

    @OptionGroup package var output: OutputOptions

    package init() {}
}
