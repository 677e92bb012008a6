public import ArgumentParser
import WaybillManifest
public import WaybillTools

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
}

extension FixLevel: ExpressibleByArgument {}

/// ArgumentParser knows no option whose value may be absent: what `--fix` alone means is spelled out before it looks.
enum OptionalValue {
    private static let standard = [
        "--fix": FixLevel.safe.rawValue, "--coverage": MeasuredTestReport.CoverageDetail.list.rawValue,
    ]

    /// - Throws: Where an option ends with `=`, as with a variable that is empty: the parser would take the next argument.
    static func spelledOut(_ arguments: some Sequence<String>) throws -> [String] {
        var isOption = true
        return try arguments.map { argument in
            if argument == "--" { isOption = false }
            if isOption, argument.hasPrefix("--"), argument.hasSuffix("="),
                argument.firstIndex(of: "=") == argument.indices.last
            {
                throw ValidationError("'\(argument)' names no value.")
            }
            guard isOption, let value = standard[argument] else { return argument }
            return "\(argument)=\(value)"
        }
    }
}
