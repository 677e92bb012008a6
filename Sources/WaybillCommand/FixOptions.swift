import ArgumentParser
import WaybillCommandSupport
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillTools

/// The options of fixing.
struct FixOptions: ParsableArguments {
    @Flag(help: "Apply the safe fixes to the files, then report the remaining problems.")
    var fix = false

    @Flag(
        help:
            "Apply all fixes, including those that may change what a manifest means. Implies --fix, unless --diff is given."
    )
    var unsafeFixes = false

    @Option(
        help: ArgumentHelp(
            """
            Write a comment that suppresses it above each problem, with this reason, then report the remaining problems. The \
            reason may end with 'until 2030-06'.
            """, valueName: "reason"))
    var addSuppressions: String?

    @Flag(help: "Print the fixes as a unified diff, without changing files. Exit with 1 if there are any.")
    var diff = false

    /// Whether files are changed.
    var writesFiles: Bool { !diff && (fix || unsafeFixes || addSuppressions != nil) }

    func validate() throws {
        guard let addSuppressions else { return }
        if fix || unsafeFixes {
            throw ValidationError(
                "'--add-suppressions' cannot be used with '--fix'. Fix first, then suppress the rest.")
        }
        let isLine = addSuppressions.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        if !isLine || !addSuppressions.contains(where: { $0 != " " }) {
            throw ValidationError("'--add-suppressions' needs a reason, on one line.")
        }
        guard let text = CalendarDay.written(atEndOf: addSuppressions.split(separator: " ").map(String.init)) else {
            return
        }
        guard let end = CalendarDay(lastOf: text) else {
            throw ValidationError("'\(text)' is neither a month, such as 2030-06, nor a day, such as 2030-06-30.")
        }
        if end < .today { throw ValidationError("'until \(text)' is over, so the comments would suppress nothing.") }
    }

    /// Writes the fixed files, or shows the changes.
    ///
    /// - Returns: The remaining problems; `nil` if no fix is requested.
    /// - Throws: The exit status, if nothing is left to report or a file could not be written.
    func run(check: @escaping Fixer.Check) throws -> FixOutcome? {
        guard writesFiles || diff else { return nil }
        let outcome =
            try addSuppressions.map { try Fixer.suppress(because: $0, check: check) }
            ?? Fixer.run(unsafeFixes ? .unsafe : .safe, check: check)
        guard diff else {
            try Output.write(outcome.changes)
            return outcome
        }
        guard outcome.before.compilation.isReadable else {
            Output.write(outcome.before.compilation.lint().text(color: false, width: nil), to: .standardError)
            throw Status.failure.exit
        }
        Output.write(outcome.changes.map(\.unifiedDiff).joined())
        throw outcome.changes.isEmpty ? ExitCode.success : Status.problems.exit
    }
}

extension Output {
    /// Writes changed manifests. If that fails, reports the reason, and throws the exit status.
    static func write(_ changes: [FileChange]) throws {
        do throws(FileChange.Problem) {
            for path in try FileChange.write(changes) { remarkWritingInPlace(path) }
        } catch {
            throw failure(error.message)
        }
    }
}
