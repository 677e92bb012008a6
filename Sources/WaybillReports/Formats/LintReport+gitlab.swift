import WaybillManifest
import WaybillRules
import WaybillSyntax

extension LintReport {
    /// Returns GitLab's Code Quality report: an array of problems, which GitLab shows beside the changed lines of a merge
    /// request.
    package func gitlab(_ style: ReportStyle) -> String {
        JSONText.encode(
            zip(diagnostics, fingerprints(style.repositoryPath)).map { diagnostic, fingerprint -> JSONObject in
                [
                    "check_name": diagnostic.rule.description, "description": diagnostic.paragraph(in: sources),
                    "fingerprint": fingerprint, "severity": diagnostic.severity.gitlab,
                    "location": gitlabLocation(of: diagnostic.span, style),
                ]
            })
    }

    private func gitlabLocation(of span: SourceSpan, _ style: ReportStyle) -> JSONObject {
        guard sources.indices.contains(span.file) else { return ["path": "", "lines": ["begin": 1, "end": 1]] }
        let source = sources[span.file]
        let begin = source.position(at: span.start).line
        let end = source.position(at: span.end).line
        let path = style.repositoryPath(of: source.path)
        return ["path": path, "lines": ["begin": begin, "end": max(begin, end)]]
    }
}

extension Severity {
    /// An error prevents loading, so it is a blocker.
    fileprivate var gitlab: String {
        switch self {
        case .error: "blocker"
        case .warning: "major"
        case .info: "minor"
        case .hint: "info"
        }
    }
}
