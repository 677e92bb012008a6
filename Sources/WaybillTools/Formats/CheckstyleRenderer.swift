import WaybillManifest
import WaybillReports
import WaybillSyntax

/// Checkstyle's XML: files with their problems. Many build servers and review bots read it.
struct CheckstyleRenderer {
    var style: ReportStyle

    func render(_ report: LintReport) -> String {
        let diagnostics = Dictionary(grouping: report.diagnostics, by: \.span.file)
        let files = report.sources.indices.map { index in
            let source = report.sources[index]
            return XMLElement(
                name: "file", attributes: ["name": PortablePath.of(source.path, below: style.folder)],
                children: (diagnostics[index] ?? []).map { Self.element(for: $0, in: source, of: report) })
        }
        return XMLElement(name: "checkstyle", attributes: ["version": "4.3"], children: files).document
    }

    private static func element(for diagnostic: Diagnostic, in source: SourceFile, of report: LintReport) -> XMLElement
    {
        let place = source.position(at: diagnostic.span.start)
        return XMLElement(
            name: "error",
            attributes: [
                "line": "\(place.line)", "column": "\(place.column)",
                "severity": max(diagnostic.severity, .info).rawValue,
                "message": diagnostic.paragraph(in: report.sources),
                "source": "waybill.\(diagnostic.rule.id).\(diagnostic.rule.name)",
            ])
    }
}
