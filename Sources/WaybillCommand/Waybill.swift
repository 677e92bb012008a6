import ArgumentParser
import WaybillCommandOptions
import WaybillCommandSupport
import WaybillTools

/// The command `waybill`, with one file for each verb.
@main
struct Waybill: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "waybill",
        abstract: "Check, test, format and explain declarative routes.",
        discussion: """
            Routes are declared in YAML manifests. A set of manifests is a file, or a folder with every *.yaml and *.yml below \
            it. Commands use the folder 'Routes' by default. No command runs the Swift code of a service.

            Examples:
              waybill init
              waybill check
              waybill test --coverage
              waybill explain /notes/42

            Exit statuses:
              0  no problems
              1  problems, a failed test, an unformatted file, a breaking change, or a request that reaches no route
              2  wrong usage: an unknown command, option or value
              3  the command failed: a path cannot be read, or a file cannot be written
              4  plan --detailed-exit-code: something changes, and nothing breaks

            Environment:
              NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE
                  switch colors off or on; --color overrides them
              GITHUB_ACTIONS
                  'true' selects --format github for check and test
              WAYBILL_FORMAT
                  'agent' selects --format agent for check, test and plan, except in GitHub Actions
              WAYBILL_TOKEN
                  the token for the status of a running service
              ETCD_USER, ETCD_PASSWORD
                  the user of etcd for push, rollout, fleet, rollback and inspect --to
            """,
        version: WaybillVersion.current,
        subcommands: [
            Init.self, Check.self, Test.self, Fmt.self, Explain<CommandLineHost>.self, Routes<CommandLineHost>.self,
            Plan.self, OpenAPI.self, Traffic.self, Graph.self, Schema.self, Inspect.self, FleetPush.self,
            FleetRollout.self, FleetStatus.self, FleetRollback.self, Lsp.self, Mcp.self,
        ])

    static func main() {
        System.ignoreClosedReaders()
        System.exit(status(of: CommandLine.arguments.dropFirst()))
    }
}
