import ArgumentParser
import WaybillManifest
import WaybillTools

/// `waybill`: one file a verb, no logic of its own.
@main
struct Waybill: AsyncParsableCommand {
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
        subcommands: [Check.self, Plan.self, Test.self, Fmt.self, Explain.self, Routes.self, Graph.self, Schema.self])

    /// ArgumentParser's own statuses are not ours: wrong usage is 2.
    static func main() async {
        do {
            var command = try parseAsRoot(try OptionalValue.spelledOut(CommandLine.arguments.dropFirst()))
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            System.exit(Output.status(0))
        } catch let status as ExitCode {
            System.exit(Output.status(status.rawValue))
        } catch {
            let text = fullMessage(for: error)
            let isUsage = exitCode(for: error) == .validationFailure
            Output.write(text + "\n", to: isUsage ? .standardError : .standardOutput)
            System.exit(Output.status(isUsage ? Status.wrongUsage.rawValue : exitCode(for: error).rawValue))
        }
    }
}

/// The exit statuses, everywhere.
enum Status: Int32 {
    case findings = 1
    case wrongUsage = 2
    case failure = 3
    /// Something changes and nothing breaks, for who asks for it.
    case changed = 4

    var exit: ExitCode { ExitCode(rawValue) }
}
