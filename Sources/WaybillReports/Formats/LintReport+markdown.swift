import WaybillManifest
import WaybillSyntax

extension LintReport {
    /// The limit of rows. Pages of jobs may have at most one mebibyte.
    private static let maximumRows = 200

    /// A summary in GitHub's Markdown for the page of a job: the counts, then a table of the problems.
    package var markdown: String {
        var lines = ["### waybill check", "", summaryLine]
        if !diagnostics.isEmpty {
            lines += ["", "| Severity | Place | Problem | Rule |", "| --- | --- | --- | --- |"]
            lines += diagnostics.prefix(Self.maximumRows).map(markdownRow)
        }
        if diagnostics.count > Self.maximumRows { lines += ["", "and \(diagnostics.count - Self.maximumRows) more"] }
        return lines.map { $0 + "\n" }.joined()
    }

    private func markdownRow(for diagnostic: Diagnostic) -> String {
        let renderer = TextRenderer(sources: sources, showsSecrets: true)
        let remarks = diagnostic.remarks.map { remark in
            let text = remark.text.safeOnScreen
            return "<br>\(remark.label): " + (remark.label == "example" ? text.markdownCode : text.markdownEscaped)
        }
        let notes = renderer.noteLines(for: diagnostic).map { "<br>" + $0.markdownEscaped }
        let words = diagnostic.message.safeOnScreen.markdownEscaped + (notes + remarks).joined()
        let place = String(renderer.place(of: diagnostic.span).dropLast()).markdownEscaped
        return
            "| \(diagnostic.severity.rawValue) | \(place) | \(words) | \(diagnostic.rule.description.markdownEscaped) |"
    }
}

extension String {
    /// The text with all markup escaped.
    package var markdownEscaped: String {
        var escaped = ""
        for scalar in unicodeScalars {
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

    /// The text as a code span for a cell of a table, with a longer fence than any run of backticks in it.
    package var markdownCode: String {
        let runs = split(whereSeparator: { $0 != "`" }).map(\.count)
        let fence = String(repeating: "`", count: (runs.max() ?? 0) + 1)
        let padding = hasPrefix("`") || hasSuffix("`") ? " " : ""
        return fence + padding + replacing("|", with: "\\|") + padding + fence
    }
}
