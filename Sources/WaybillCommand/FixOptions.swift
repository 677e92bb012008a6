public import ArgumentParser
import WaybillCommandSupport
import WaybillManifest
public import WaybillTools

/// Fixing what `check` finds: `--fix`, `--fix=unsafe` and `--diff`.
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

extension Output {
    /// Writes changed manifests, or says what kept it from that, and throws the exit status.
    static func write(_ changes: [FileChange]) throws {
        do throws(FileChange.Problem) {
            try FileChange.write(changes)
        } catch {
            write("waybill: \(error.message)\n", to: .standardError)
            throw Status.failure.exit
        }
    }
}
