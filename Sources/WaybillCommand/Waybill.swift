import ArgumentParser
import WaybillCommandSupport
import WaybillManifest
import WaybillTools

/// `waybill`: one file a verb, no logic of its own.
@main
struct Waybill: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "waybill",
        abstract: "Checks, tests, formats, explains, lists and draws declarative routes.",
        discussion: """
            Routes are declared in YAML manifests: a file, or a folder with every *.yaml and *.yml below it ('Routes' \
            unless given). No verb runs Swift code of a service.

            Exit status: 0 clean; 1 findings at or above --fail-on, a failed test, or a request that reaches no route; 2 wrong usage; \
            3 could not do its work, as with a path that cannot be read.
            """,
        version: WaybillVersion.current,
        subcommands: [
            Check.self, Plan.self, Test.self, Fmt.self, Explain<CommandLineHost>.self, Routes<CommandLineHost>.self,
            Graph.self,
            Schema.self,
        ])

    static func main() {
        System.exit(status(of: CommandLine.arguments.dropFirst(), optionalValues: optionalValues))
    }

    /// What options mean that are given without a value.
    private static let optionalValues = [
        "--fix": FixLevel.safe.rawValue, "--coverage": MeasuredTestReport.CoverageDetail.list.rawValue,
    ]
}
