import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax

/// GitLab's Code Quality report: an array of problems, which GitLab shows beside the changed lines of a merge request.
struct GitLabRenderer {
    var style: ReportStyle

    func render(_ report: LintReport) -> String {
        let fingerprints = report.fingerprints(below: style.folder)
        return JSONText.encode(
            zip(report.diagnostics, fingerprints).map { diagnostic, fingerprint -> JSONObject in
                [
                    "check_name": diagnostic.rule.description, "description": diagnostic.paragraph(in: report.sources),
                    "fingerprint": fingerprint, "severity": Self.severity(diagnostic.severity),
                    "location": location(of: diagnostic.span, in: report),
                ]
            })
    }

    private func location(of span: SourceSpan, in report: LintReport) -> JSONObject {
        guard report.sources.indices.contains(span.file) else {
            return ["path": "", "lines": ["begin": 1, "end": 1]]
        }
        let source = report.sources[span.file]
        let begin = source.position(at: span.start).line
        let end = source.position(at: span.end).line
        let path = PortablePath.of(source.path, below: style.folder)
        return ["path": path, "lines": ["begin": begin, "end": max(begin, end)]]
    }

    /// An error prevents loading, so it is a blocker.
    private static func severity(_ severity: Severity) -> String {
        switch severity {
        case .error: "blocker"
        case .warning: "major"
        case .info: "minor"
        case .hint: "info"
        }
    }
}
