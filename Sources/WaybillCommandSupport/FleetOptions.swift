package import ArgumentParser

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
    package static let abstract = "Publish manifests for all instances of a fleet."

    package static let discussion = """
        Checks the manifests as 'waybill check' does, runs their tests, and compares them with the published set as \
        'waybill plan' does. If all of this succeeds, the set is published in one transaction, unless another set was \
        published meanwhile. Otherwise nothing is written.

        Exits with 1 if the set has problems, a test fails, or the plan breaks something.

        Examples:
          waybill push Routes --to etcd://10.0.0.1:2379/waybill/prod --message 'Open the shop'
          waybill push --to etcd://10.0.0.1:2379/waybill/prod --allow-breaking
        """

    @Argument(
        help: ArgumentHelp("Manifests: files, or folders with every *.yaml and *.yml below them.", valueName: "paths"),
        completion: .file(extensions: ["yaml", "yml"]))
    package var paths: [String] = ["Routes"]

    @OptionGroup package var fleet: FleetAddressOptions

    @OptionGroup package var note: FleetNoteOptions

    @Flag(help: "Publish a set even if requests lose their route or an interceptor.")
    package var allowBreaking = false

    package init() {}
}

/// The steps of a rollout.
package struct FleetRolloutOptions: ParsableArguments {
    package static let abstract = "Publish manifests for a growing share of a fleet."

    package static let discussion = """
        Does what 'waybill push' does, but first for a part of the instances. After each step, all instances of the step must \
        serve the set within a limit, and stay healthy for the bake time. If one does not, all instances go back to the set \
        before, and the exit status is 1. Which instances come first depends on their names alone.

        If this command is interrupted, the step remains; 'waybill rollback' takes it back.

        Examples:
          waybill rollout Routes --to etcd://10.0.0.1:2379/waybill/prod
          waybill rollout --to etcd://10.0.0.1:2379/waybill/prod --steps 1 --steps 50 --bake 300
        """

    @OptionGroup package var push: FleetPushOptions

    @Option(
        help: ArgumentHelp("Publish for this percentage first; repeat it for further steps.", valueName: "percentage"))
    package var steps: [Double] = [5, 25]

    @Option(help: ArgumentHelp("Watch the instances of each step for this long.", valueName: "seconds"))
    package var bake = 60.0

    @Option(help: ArgumentHelp("Give the instances of a step this long to serve the set.", valueName: "seconds"))
    package var within = 30.0

    package init() {}

    package func validate() throws {
        guard steps.allSatisfy({ $0 > 0 && $0 < 100 }), steps == steps.sorted() else {
            throw ValidationError("'--steps' takes growing percentages above 0 and below 100.")
        }
        guard (0...86_400).contains(bake), (0.1...3600).contains(within) else {
            throw ValidationError("'--bake' takes 0 to 86400 seconds, and '--within' 0.1 to 3600.")
        }
    }
}

/// The question of what the instances of a fleet serve.
package struct FleetStatusOptions: ParsableArguments {
    package static let abstract = "Show what each instance of a fleet serves."

    package static let discussion = """
        Lists the instances that report to etcd, each with the set that it should serve, the set that it serves, and why they \
        differ. An instance that has ended, or that has reported nothing for some minutes, is not listed.

        Exits with 1 if an instance does not serve what it should.

        Examples:
          waybill fleet --to etcd://10.0.0.1:2379/waybill/prod
          waybill fleet --to etcd://10.0.0.1:2379/waybill/prod --format json
        """

    @OptionGroup package var fleet: FleetAddressOptions

    @OptionGroup package var report: PlainReportOptions

    @Flag(help: "Also list the last changes of the fleet.")
    package var history = false

    package init() {}
}

/// The earlier set of a rollback.
package struct FleetRollbackOptions: ParsableArguments {
    package static let abstract = "Publish an earlier set of a fleet again."

    package static let discussion = """
        Without a number, ends a rollout, or publishes the last set that differs from the current one. 'waybill fleet \
        --history' lists the numbers. It is one transaction, and compares nothing but that nobody else has changed the fleet.

        Examples:
          waybill rollback --to etcd://10.0.0.1:2379/waybill/prod
          waybill rollback 41 --to etcd://10.0.0.1:2379/waybill/prod --message 'Orders were lost'
        """

    @Argument(help: ArgumentHelp("The number of the change whose set serves again.", valueName: "number"))
    package var number: Int?

    @OptionGroup package var fleet: FleetAddressOptions

    @OptionGroup package var note: FleetNoteOptions

    package init() {}
}
