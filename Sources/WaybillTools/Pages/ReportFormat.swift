import WaybillManifest
public import WaybillReports
import WaybillRules
import WaybillSyntax

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
    /// reviewdog's diagnostic format.
    case rdjson
    /// For coding agents: a line for each problem with its edits, and the next command.
    case agent
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
        case .sarif: sarif(style, driver: Self.driver)
        case .github: github(style)
        case .gitlab: gitlab(style)
        case .junit: junit(style)
        case .checkstyle: checkstyle(style)
        case .markdown: markdown
        case .rdjson: rdjson(style)
        case .agent: agent(style).text
        }
    }

    /// Returns what SARIF says of this program and of some rules: each with its example and its fix.
    private static func driver(with rules: [Rule]) -> JSONObject {
        let descriptors = RuleCatalog.entries(for: rules).map { entry -> JSONObject in
            [
                "id": entry.rule.id, "name": entry.rule.name, "shortDescription": ["text": entry.summary],
                "fullDescription": ["text": entry.explanation],
                "help": ["text": entry.explainedText, "markdown": RulePage(entry).body],
                "defaultConfiguration": ["level": entry.rule.severity.sarifLevel],
            ]
        }
        return ["name": "waybill", "semanticVersion": WaybillVersion.current, "rules": descriptors]
    }
}
