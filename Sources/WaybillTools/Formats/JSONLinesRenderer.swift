import WaybillManifest
import WaybillSyntax

/// JSON Lines: a diagnostic in each line, in the form of the JSON contract, and the version and the summary in the last
/// line.
enum JSONLinesRenderer {
    static func render(_ report: LintReport) -> String {
        let contract = report.contract
        let last: JSONObject = ["version": contract.version, "summary": contract.summary]
        return contract.diagnostics.map(JSONText.line).joined() + JSONText.line(last)
    }
}
