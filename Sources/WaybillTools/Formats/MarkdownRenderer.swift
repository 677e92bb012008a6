import WaybillManifest
import WaybillReports
import WaybillSyntax

/// A summary in GitHub's Markdown for the page of a job: the counts, then a table of the problems.
enum MarkdownRenderer {
    /// The limit of rows. Pages of jobs may have at most one mebibyte.
    private static let maximumRows = 200

    static func render(_ report: LintReport) -> String {
        var lines = ["### waybill check", "", report.summaryLine]
        if !report.diagnostics.isEmpty {
            lines += ["", "| Severity | Place | Problem | Rule |", "| --- | --- | --- | --- |"]
            lines += report.diagnostics.prefix(maximumRows).map { row(for: $0, in: report) }
        }
        if report.diagnostics.count > maximumRows {
            lines += ["", "and \(report.diagnostics.count - maximumRows) more"]
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func row(for diagnostic: Diagnostic, in report: LintReport) -> String {
        let renderer = TextRenderer(sources: report.sources, showsSecrets: true)
        let remarks = diagnostic.remarks.map { remark in
            "<br>\(remark.label): "
                + (remark.label == "example" ? code(remark.text.safeOnScreen) : escaped(remark.text.safeOnScreen))
        }
        let notes = renderer.noteLines(for: diagnostic).map { "<br>" + escaped($0) }
        let words = escaped(diagnostic.message.safeOnScreen) + (notes + remarks).joined()
        let place = escaped(String(renderer.place(of: diagnostic.span).dropLast()))
        return "| \(diagnostic.severity.rawValue) | \(place) | \(words) | \(escaped(diagnostic.rule.description)) |"
    }

    /// Escapes all markup in a text.
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

    /// Returns a code span for a cell of a table, with a longer fence than any run of backticks in the text.
    static func code(_ text: String) -> String {
        let runs = text.split(whereSeparator: { $0 != "`" }).map(\.count)
        let fence = String(repeating: "`", count: (runs.max() ?? 0) + 1)
        let padding = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
        return fence + padding + text.replacing("|", with: "\\|") + padding + fence
    }
}
