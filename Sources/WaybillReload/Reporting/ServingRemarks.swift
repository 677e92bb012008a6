import Waybill
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax

/// The remarks about current manifests in log and status.
struct ServingRemarks {
    /// The warnings of compiling and of binding.
    var warnings: [Diagnostic]
    var sources: [SourceFile]
    /// The registered code that the manifests do not name.
    var unused: [String]

    /// - Parameter compilation: Manifests with the same meaning as the router's generation; `nil` for those from which
    ///   it was made.
    init(_ router: Router, reading compilation: Compilation? = nil) {
        warnings = compilation.map(router.warnings) ?? router.generation.warnings
        sources = compilation?.sources ?? router.generation.sources
        unused = router.unusedRegistrations
    }
}

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
