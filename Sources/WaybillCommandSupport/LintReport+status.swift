public import ArgumentParser
import WaybillManifest
package import WaybillReports
package import WaybillRules
public import WaybillSyntax

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
