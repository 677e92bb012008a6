import WaybillManifest
import WaybillSyntax

/// Checkstyle's XML: files with their problems, as many build servers and review robots read it.
struct CheckstyleRenderer {
    var style: ReportStyle

    func render(_ report: LintReport) -> String {
        let findings = Dictionary(grouping: report.diagnostics, by: \.span.file)
        let files = report.sources.indices.map { index in
            let source = report.sources[index]
            return XMLElement(
                name: "file", attributes: ["name": PortablePath.of(source.path, below: style.folder)],
                children: (findings[index] ?? []).map { Self.element(for: $0, in: source, of: report) })
        }
        return XMLElement(name: "checkstyle", attributes: ["version": "4.3"], children: files).document
    }

    private static func element(for finding: Diagnostic, in source: SourceFile, of report: LintReport) -> XMLElement {
        let place = source.position(at: finding.span.start)
        return XMLElement(
            name: "error",
            attributes: [
                "line": "\(place.line)", "column": "\(place.column)", "severity": severity(finding.severity),
                "message": finding.paragraph(in: report.sources),
                "source": "waybill.\(finding.rule.id).\(finding.rule.name)",
            ])
    }

    private static func severity(_ severity: Severity) -> String {
        switch severity {
        case .error: "error"
        case .warning: "warning"
        case .info, .hint: "info"
        }
    }
}
