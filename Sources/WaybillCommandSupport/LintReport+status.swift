public import ArgumentParser
package import WaybillManifest
public import WaybillSyntax

extension LintReport {
    /// The exit status of a check that ends with this report.
    ///
    /// - Parameter limit: The least severity that is a failure.
    package func status(of compilation: Compilation, failOn limit: Severity) -> Int32 {
        if !compilation.isReadable || !isWhole { return Status.failure.rawValue }
        return diagnostics.contains { $0.severity >= limit } ? Status.findings.rawValue : 0
    }
}

extension Severity: ExpressibleByArgument {}
