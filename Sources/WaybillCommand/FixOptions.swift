public import ArgumentParser
public import WaybillManifest

/// Mending what `check` finds: `--fix`, `--fix=unsafe` and `--diff`.
struct FixOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Apply fixes, then report what is left: --fix alone applies the safe ones, --fix=unsafe all.",
            valueName: "safe|unsafe"))
    var fix: FixLevel?

    @Flag(help: "Show as a unified diff what --fix would change, and write nothing; exit 1 if there is something.")
    var diff = false

    /// Writes the fixed files, or shows what would be written.
    ///
    /// - Returns: What is left; `nil` where no fix is asked for.
    /// - Throws: The exit status, where all is said or a file could not be written.
    func run(check: @escaping Fixer.Check) throws -> FixOutcome? {
        guard fix != nil || diff else { return nil }
        let outcome = try Fixer.run(fix ?? .safe, check: check)
        guard diff else {
            try Output.write(outcome.changes)
            return outcome
        }
        guard outcome.before.compilation.isReadable else {
            Output.write(outcome.before.compilation.text(color: false, width: nil), to: .standardError)
            throw Status.failure.exit
        }
        Output.write(outcome.changes.map(\.unifiedDiff).joined())
        throw outcome.changes.isEmpty ? ExitCode.success : Status.findings.exit
    }

    /// Says what was mended, and to people what could be: beside a report for them, or apart from one for programs.
    func report(_ outcome: FixOutcome?, remaining: [Diagnostic], isForPeople: Bool) {
        if let outcome {
            Output.write(outcome.summary + "\n", to: isForPeople ? .standardOutput : .standardError)
        } else if isForPeople, let offer = FixLevel.offer(for: remaining) {
            Output.write(offer + "\n")
        }
    }
}

extension FixLevel: ExpressibleByArgument {}

extension FixOptions {
    /// ArgumentParser knows no option whose value may be absent: `--fix` alone and `--coverage` alone are spelled out
    /// before it looks.
    static func spelledOut(_ arguments: some Sequence<String>) -> [String] {
        let spelled = ["--fix": FixLevel.safe.rawValue, "--coverage": RouteTestReport.CoverageDetail.list.rawValue]
        var isOption = true
        return arguments.map { argument in
            if argument == "--" { isOption = false }
            return isOption ? spelled[argument].map { "\(argument)=\($0)" } ?? argument : argument
        }
    }
}
