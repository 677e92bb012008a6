import WaybillManifest
import WaybillSyntax

/// JSON Lines: a finding in each line, shaped as in the JSON contract, and in the last line the version and the summary.
enum JSONLinesRenderer {
    static func render(_ report: LintReport) -> String {
        let contract = report.contract
        let last = Summary(version: contract.version, summary: contract.summary)
        return contract.diagnostics.map(JSONText.line).joined() + JSONText.line(last)
    }

    private struct Summary: Encodable {
        var version: Int
        var summary: DiagnosticsReport.Summary
    }
}
