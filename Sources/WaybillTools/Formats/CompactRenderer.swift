import WaybillManifest
import WaybillSyntax

/// A line for each diagnostic: `file:line:col: severity: message [ID name]`.
///
/// Editors and problem matchers read it, so nothing is limited or cropped.
enum CompactRenderer {
    static func render(_ report: LintReport) -> String {
        let renderer = TextRenderer(sources: report.sources, showsSecrets: true)
        return report.diagnostics.map { renderer.headerLine(for: $0) + "\n" }.joined()
    }
}
