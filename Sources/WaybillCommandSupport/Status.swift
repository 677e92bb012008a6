public import ArgumentParser
import WaybillManifest
package import WaybillReports
package import WaybillRules
public import WaybillSyntax

/// The exit statuses of all verbs.
package enum Status: Int32 {
    case problems = 1
    case wrongUsage = 2
    case failure = 3
    /// Something changes and nothing breaks, if this status is requested.
    case changed = 4

    package var exit: ExitCode { ExitCode(rawValue) }
}

extension LintReport {
    /// Returns the exit status of a check with this report.
    ///
    /// - Parameter limit: The lowest severity that is a failure.
    package func status(of compilation: Compilation, failOn limit: Severity) -> Int32 {
        if !compilation.isReadable || !isWhole { return Status.failure.rawValue }
        return diagnostics.contains { $0.severity >= limit } ? Status.problems.rawValue : 0
    }
}

extension Severity: ExpressibleByArgument {}

extension ParsableCommand {
    /// Runs the command with arguments. Wrong usage is status 2, unlike in ArgumentParser.
    ///
    /// - Returns: The exit status.
    package static func status(of arguments: some Sequence<String>) -> Int32 {
        let arguments = Array(arguments)
        do {
            try checkValues(arguments)
            try checkHelp(arguments)
            var command = try parseAsRoot(arguments)
            try command.run()
            return Output.status(0)
        } catch {
            return status(of: error, in: arguments)
        }
    }

    /// Writes the problem of the arguments, or the requested help.
    ///
    /// - Returns: The exit status.
    package static func status(of error: any Error, in arguments: [String]) -> Int32 {
        if let status = error as? ExitCode { return Output.status(status.rawValue) }
        let isUsage = exitCode(for: error) == .validationFailure
        let text =
            (isUsage ? unknownVerb(in: arguments) ?? message(of: error, in: arguments) : nil) ?? fullMessage(for: error)
        Output.write(text + "\n", to: isUsage ? .standardError : .standardOutput)
        return Output.status(isUsage ? Status.wrongUsage.rawValue : exitCode(for: error).rawValue)
    }

    /// - Throws: If an option ends with `=`, as with an empty variable. The parser would take the next argument as its
    ///   value.
    private static func checkValues(_ arguments: [String]) throws {
        for argument in arguments.prefix(while: { $0 != "--" }) {
            guard argument.hasPrefix("--"), argument.firstIndex(of: "=") == argument.indices.last else { continue }
            throw ValidationError("'\(argument)' has no value after '='.")
        }
    }

    /// - Throws: If `help` is asked about a word that is not a verb: the parser would show the help of the whole command.
    private static func checkHelp(_ arguments: [String]) throws {
        guard arguments.first == "help", unknownVerb(in: arguments) != nil else { return }
        throw ValidationError("'help' needs a command.")
    }

    /// The message about a word that is not a verb where one is needed. ArgumentParser suggests only options.
    private static func unknownVerb(in arguments: [String]) -> String? {
        let verb = verb(in: arguments)
        guard let word = verb.unknown else { return nil }
        let names = verb.command.configuration.subcommands.map { $0._commandName }
        let near = didYouMean(word, among: names).first
        let hint = near.map { "did you mean '\($0)'?" } ?? "use one of: \(names.joined(separator: ", "))"
        return "Error: '\(word.safeOnScreen)' is not a command of '\(verb.name)'; \(hint)\n"
            + "See '\(verb.name) --help' for more information."
    }

    /// The message about arguments that the parser took, with the usage of their verb. ArgumentParser knows no verb then.
    private static func message(of error: any Error, in arguments: [String]) -> String? {
        guard let error = error as? ValidationError else { return nil }
        let verb = verb(in: arguments)
        return "Error: \(error.message)\nUsage: \(usageString(for: verb.command))\n"
            + "  See '\(verb.name) --help' for more information."
    }

    /// The verb that arguments name, and the word that is none where one is needed.
    private static func verb(
        in arguments: [String]
    ) -> (command: any ParsableCommand.Type, name: String, unknown: String?) {
        var command: any ParsableCommand.Type = self
        var path = [_commandName]
        for word in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
            let verbs = command.configuration.subcommands
            guard !verbs.isEmpty, !word.hasPrefix("-"), word != "help" else { break }
            guard let verb = verbs.first(where: { $0._commandName == word }) else {
                return (command, path.joined(separator: " "), word)
            }
            command = verb
            path.append(word)
        }
        return (command, path.joined(separator: " "), nil)
    }
}
