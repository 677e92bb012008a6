import WaybillManifest
import WaybillReports
import WaybillSyntax

/// Diagnostics without secrets.
struct RedactedDiagnostics {
    let entries: [DiagnosticsReport.Entry]
    let text: String
    /// For example `2 errors, 1 warning`, or empty.
    let counts: String

    init(_ diagnostics: [Diagnostic], in sources: [SourceFile]) {
        let redaction = Redaction(of: diagnostics, in: sources)
        entries = DiagnosticsReport(diagnostics.map(redaction.redact), sources: sources, routes: 0).diagnostics
        text = TextRenderer(sources: sources).render(diagnostics)
        counts = [Severity.error, .warning, .info, .hint].compactMap { severity in
            let count = diagnostics.count { $0.severity == severity }
            return count == 0 ? nil : counted(count, severity.rawValue)
        }.joined(separator: ", ")
    }
}
