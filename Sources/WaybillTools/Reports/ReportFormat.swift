public import WaybillManifest

/// In which form a run of check reports.
public enum ReportFormat: String, Sendable, CaseIterable {
    /// For people: lines with carets, notes, example requests, help.
    case text
    /// A line for each finding, for editors and problem matchers.
    case compact
    /// The machine contract.
    case json
    /// The same problems, one in a line, and the summary in the last.
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
    /// A summary for a job's page.
    case markdown
}

extension LintReport {
    /// The report in a format: a pure function, so that equal reports are equal texts.
    ///
    /// It ends with a line end unless it is empty. Only text and Markdown are capped, and SARIF at what its consumers
    /// take. What a file has beyond its budget of problems is in no format; a finding in all of them says so.
    public func rendered(as format: ReportFormat, style: ReportStyle = ReportStyle()) -> String {
        switch format {
        case .text: text(color: style.color, width: style.width, isQuiet: style.isQuiet)
        case .compact: CompactRenderer.render(self)
        case .json: json
        case .jsonl: JSONLinesRenderer.render(self)
        case .sarif: SARIFRenderer(style: style).render(self)
        case .github: GitHubRenderer(style: style).render(self)
        case .gitlab: GitLabRenderer(style: style).render(self)
        case .junit: JUnitRenderer(style: style).render(self)
        case .checkstyle: CheckstyleRenderer(style: style).render(self)
        case .markdown: MarkdownRenderer.render(self)
        }
    }
}
