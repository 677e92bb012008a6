import WaybillManifest
import WaybillSyntax

/// GitLab's Code Quality report: an array of problems, which GitLab shows beside the changed lines of a merge request.
struct GitLabRenderer {
    var style: ReportStyle

    func render(_ report: LintReport) -> String {
        let fingerprints = report.fingerprints(below: style.folder)
        return JSONText.encode(
            zip(report.diagnostics, fingerprints).map { diagnostic, fingerprint in
                Issue(
                    checkName: diagnostic.rule.title, description: diagnostic.paragraph(in: report.sources),
                    fingerprint: fingerprint,
                    severity: Self.severity(diagnostic.severity), location: location(of: diagnostic.span, in: report))
            })
    }

    private func location(of span: SourceSpan, in report: LintReport) -> Location {
        guard report.sources.indices.contains(span.file) else {
            return Location(path: "", lines: .init(begin: 1, end: 1))
        }
        let source = report.sources[span.file]
        let begin = source.position(at: span.start).line
        let end = source.position(at: span.end).line
        let path = PortablePath.of(source.path, below: style.folder)
        return Location(path: path, lines: .init(begin: begin, end: max(begin, end)))
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

    private struct Issue: Encodable {
        var checkName: String
        var description: String
        var fingerprint: String
        var severity: String
        var location: Location

        private enum CodingKeys: String, CodingKey {
            case checkName = "check_name"
            case description, fingerprint, severity, location
        }
    }

    private struct Location: Encodable {
        var path: String
        var lines: Lines
    }

    private struct Lines: Encodable {
        var begin: Int
        var end: Int
    }
}
