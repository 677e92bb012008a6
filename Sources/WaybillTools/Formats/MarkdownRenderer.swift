import WaybillManifest
import WaybillSyntax

/// A summary in GitHub's Markdown for the page of a job: what was counted, then a table of the problems.
enum MarkdownRenderer {
    /// Pages of jobs end at a mebibyte, and nobody reads on so long.
    private static let mostRows = 200

    static func render(_ report: LintReport) -> String {
        var lines = ["### waybill check", "", report.summaryLine]
        if !report.diagnostics.isEmpty {
            lines += ["", "| Severity | Place | Problem | Rule |", "| --- | --- | --- | --- |"]
            lines += report.diagnostics.prefix(mostRows).map { row(for: $0, in: report) }
        }
        if report.diagnostics.count > mostRows {
            lines += ["", "and \(report.diagnostics.count - mostRows) more"]
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func row(for finding: Diagnostic, in report: LintReport) -> String {
        let renderer = TextRenderer(sources: report.sources, showsSecrets: true)
        let remarks = finding.remarks.map { remark in
            "<br>\(remark.label): "
                + (remark.label == "example" ? code(remark.text.safeOnScreen) : escaped(remark.text.safeOnScreen))
        }
        let notes = renderer.noteLines(for: finding).map { "<br>" + escaped($0) }
        let words = escaped(finding.message.safeOnScreen) + (notes + remarks).joined()
        let place = escaped(String(renderer.place(of: finding.span).dropLast()))
        return "| \(finding.severity.rawValue) | \(place) | \(words) | \(escaped(finding.rule.title)) |"
    }

    /// Text in which nothing is markup.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\\", "`", "*", "_", "[", "]", "(", ")", "#", "|", "~", "!", "$", "{", "}":
                escaped += "\\\(scalar)"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// A code span in a cell of a table, fenced by more backticks than are together in it.
    static func code(_ text: String) -> String {
        let runs = text.split(whereSeparator: { $0 != "`" }).map(\.count)
        let fence = String(repeating: "`", count: (runs.max() ?? 0) + 1)
        let padding = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
        return fence + padding + text.replacing("|", with: "\\|") + padding + fence
    }
}
