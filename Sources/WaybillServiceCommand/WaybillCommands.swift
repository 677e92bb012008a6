public import ArgumentParser
import WaybillCommandSupport

/// The subcommand `waybill` of a service: the deployed executable checks and explains its own manifests.
///
/// ```swift
/// @main
/// enum Main {
///     static func main() async throws {
///         WaybillCommands<Notes>.runIfAsked()
///         // … and the service itself.
///     }
/// }
/// ```
///
/// ```sh
/// notes-service waybill check
/// notes-service waybill explain /notes/42 --format json
/// ```
///
/// Every verb that reads manifests binds them to the registry. None makes a module, or runs a handler or
/// an interceptor.
///
/// A command of swift-argument-parser may also name the type among its `subcommands`, so that its help shows it. Wrong usage
/// then ends with the status of that command's `main`; with ``runIfAsked()`` in the first line it ends with 2.
public struct WaybillCommands<Provider: RegistryProvider>: ParsableCommand {
    /// The name, the help and the subcommands of `waybill`.
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "waybill",
            abstract: "Check, test, explain and list the routes of this service.",
            discussion: """
                Compiles the manifests and binds them to the code of this executable. Values of 'with' are decoded; no \
                factory, handler or interceptor runs.

                Exit statuses:
                  0  no problems
                  1  problems, a failed test, or a request that reaches no route
                  2  wrong usage: an unknown command, option or value
                  3  the command failed: a path cannot be read, or a file cannot be written
                """,
            subcommands: [
                Check<Provider>.self, RegistryCommand<Provider>.self, Explain<ServiceHost<Provider>>.self,
                Routes<ServiceHost<Provider>>.self, Test<Provider>.self,
            ])
    }

    /// Creates the command, for its parser.
    public init() {}

    /// Runs `SERVICE waybill …`, and ends the process: with 0 on success, 1 if there are problems, 2 after wrong usage,
    /// 3 if it could not do its work. Returns immediately if the first argument is another one.
    ///
    /// Call it before the service reads its arguments, opens a port or starts anything.
    public static func runIfAsked() {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.first == configuration.commandName else { return }
        System.ignoreClosedReaders()
        System.exit(ServiceCommand<Provider>.status(of: arguments))
    }
}

extension ParsableCommand where Self: RegistryProvider {
    /// Reads the arguments of a service that is its own ``RegistryProvider``. Runs `SERVICE waybill …` as
    /// ``WaybillCommands/runIfAsked()`` does, and `--help`. Ends the process after both, and after wrong usage with
    /// status 2.
    ///
    /// ```swift
    /// @main
    /// struct Notes: ParsableCommand, RegistryProvider {
    ///     @Option var port = 8080
    ///
    ///     static func registry() -> Registry { .notes() }
    ///
    ///     static func main() async {
    ///         let command = parseServiceOrExit()
    ///         await WaybillService.exitOnError { try await command.run() }
    ///     }
    /// }
    /// ```
    ///
    /// Call it first in `main`, before the service opens a port or starts anything.
    public static func parseServiceOrExit() -> Self {
        WaybillCommands<Self>.runIfAsked()
        do {
            return try parse()
        } catch {
            System.exit(status(of: error, in: Array(CommandLine.arguments.dropFirst())))
        }
    }
}

/// The service as a command, so that usage shows how its users call it.
private struct ServiceCommand<Provider: RegistryProvider>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: ServiceHost<Provider>.executable, subcommands: [WaybillCommands<Provider>.self])
    }
}
