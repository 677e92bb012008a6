import WaybillManifest
public import WaybillReports
import WaybillRules

/// The output formats of `check`.
public enum ReportFormat: String, Sendable, CaseIterable {
    /// For people: snippets with carets, notes, example requests and help.
    case text
    /// A line for each diagnostic, for editors and problem matchers.
    case compact
    /// The JSON contract.
    case json
    /// The same problems, one in each line, and the summary in the last line.
    case jsonl
    /// SARIF 2.1.0, for code scanning.
    case sarif
    /// Workflow commands, which GitHub turns into annotations.
    case github
    /// GitLab's Code Quality report.
    case gitlab
    /// JUnit's XML, as Jenkins reads it.
    case junit
    /// Checkstyle's XML.
    case checkstyle
    /// A summary for the page of a job.
    case markdown
}

extension LintReport {
    /// Renders the report in a format. Equal reports give equal texts.
    ///
    /// The text ends with a line end unless it is empty. Only text, Markdown and SARIF have limits of their own.
    /// Diagnostics beyond the budget of a file are in no format, but one diagnostic says so.
    public func rendered(as format: ReportFormat, style: ReportStyle = ReportStyle()) -> String {
        switch format {
        case .text: text(color: style.color, width: style.width, isQuiet: style.isQuiet)
        case .compact: compact
        case .json: json
        case .jsonl: jsonLines
        case .sarif: SARIFRenderer(style: style).render(self)
        case .github: GitHubRenderer(style: style).render(self)
        case .gitlab: GitLabRenderer(style: style).render(self)
        case .junit: JUnitRenderer(style: style).render(self)
        case .checkstyle: CheckstyleRenderer(style: style).render(self)
        case .markdown: MarkdownRenderer.render(self)
        }
    }

    /// A line for each diagnostic: `file:line:col: severity: message [ID name]`.
    ///
    /// Editors and problem matchers read it, so nothing is limited or cropped.
    private var compact: String {
        let renderer = TextRenderer(sources: sources, showsSecrets: true)
        return diagnostics.map { renderer.headerLine(for: $0) + "\n" }.joined()
    }

    /// JSON Lines: a diagnostic in each line, in the form of the JSON contract, and the version and the summary in the
    /// last line.
    private var jsonLines: String {
        let contract = contract
        let last: JSONObject = ["version": contract.version, "summary": contract.summary]
        return contract.diagnostics.map(JSONText.line).joined() + JSONText.line(last)
    }
}
