package import ArgumentParser

extension ParsableCommand {
    /// Runs the command that arguments ask for. ArgumentParser's own statuses are not ours: wrong usage is 2.
    ///
    /// - Parameter optionalValues: What options mean that are given without a value, by their names.
    /// - Returns: The exit status.
    package static func status(
        of arguments: some Sequence<String>, optionalValues: [String: String] = [:]
    ) -> Int32 {
        do {
            var command = try parseAsRoot(OptionalValue.spelledOut(arguments, optionalValues))
            try command.run()
            return Output.status(0)
        } catch let status as ExitCode {
            return Output.status(status.rawValue)
        } catch {
            let text = fullMessage(for: error)
            let isUsage = exitCode(for: error) == .validationFailure
            Output.write(text + "\n", to: isUsage ? .standardError : .standardOutput)
            return Output.status(isUsage ? Status.wrongUsage.rawValue : exitCode(for: error).rawValue)
        }
    }
}

/// ArgumentParser knows no option whose value may be absent: what such an option alone means is spelled out before it looks.
enum OptionalValue {
    /// - Throws: Where an option ends with `=`, as with a variable that is empty: the parser would take the next argument.
    static func spelledOut(_ arguments: some Sequence<String>, _ values: [String: String]) throws -> [String] {
        var isOption = true
        return try arguments.map { argument in
            if argument == "--" { isOption = false }
            if isOption, argument.hasPrefix("--"), argument.hasSuffix("="),
                argument.firstIndex(of: "=") == argument.indices.last
            {
                throw ValidationError("'\(argument)' names no value.")
            }
            guard isOption, let value = values[argument] else { return argument }
            return "\(argument)=\(value)"
        }
    }
}
