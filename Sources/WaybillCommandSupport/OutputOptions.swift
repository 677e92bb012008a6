package import ArgumentParser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The common output options of all verbs.
package struct OutputOptions: ParsableArguments, Sendable {
    @Option(
        help: """
            Color reports. Overrides NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE.
            """)
    package var color: ColorChoice = .auto

    @Flag(name: .shortAndLong, help: "Print results and problems only: no summaries, no remarks.")
    package var quiet = false

    package init() {}
}

package enum ColorChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
    case auto, always, never

    /// Whether reports are colored. `auto` checks `NO_COLOR`, then `FORCE_COLOR`, then `CLICOLOR_FORCE`, then the
    /// terminal. An empty variable counts as not set, and `0` turns the last two off.
    func isColored(in environment: [String: String], isOnTerminal: @autoclosure () -> Bool) -> Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .auto: break
        }
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        if value("NO_COLOR") != nil { return false }
        if let force = value("FORCE_COLOR") { return force != "0" }
        if let force = value("CLICOLOR_FORCE"), force != "0" { return true }
        return isOnTerminal()
    }
}

/// A verb of the command.
package protocol Verb: ParsableCommand {
    var output: OutputOptions { get }

    /// Runs the verb.
    ///
    /// - Throws: The exit status, after the reason is printed to standard error.
    func perform() throws
}

extension Verb {
    package mutating func run() throws {
        Output.use(output)
        try perform()
    }
}

/// A verb of a program that `waybill` becomes.
package protocol CompanionVerb: ParsableCommand {
    var output: OutputOptions { get }

    /// Does the work of the verb.
    ///
    /// - Throws: The exit status, after the reason is printed to standard error, or an error to print.
    func work() async throws
}

extension ParsableCommand {
    /// Runs the program with the arguments of the process, and ends it.
    package static func runCompanion() async -> Never {
        System.ignoreClosedReaders()
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            var command = try parseAsRoot(arguments)
            if let verb = command as? any CompanionVerb { try await verb.finish() } else { try command.run() }
            System.exit(Output.status(0))
        } catch {
            // Also help is an error.
            System.exit(status(of: error, in: arguments))
        }
    }
}

extension CompanionVerb {
    fileprivate func finish() async throws {
        Output.use(output)
        do { try await work() } catch let status as ExitCode { throw status } catch {
            throw Output.failure("\(error)")
        }
    }
}
