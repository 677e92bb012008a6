import WaybillManifest
import WaybillSyntax

extension LintReport {
    /// Returns Checkstyle's XML: files with their problems. Many build servers and review bots read it.
    package func checkstyle(_ style: ReportStyle) -> String {
        let found = Dictionary(grouping: diagnostics, by: \.span.file)
        let files = sources.indices.map { index in
            XMLElement(
                "file", ["name": PortablePath.of(sources[index].path, below: style.folder)],
                children: found[index, default: []].map { checkstyleError(for: $0, in: sources[index]) })
        }
        return XMLElement("checkstyle", ["version": "4.3"], children: files).document
    }

    private func checkstyleError(for diagnostic: Diagnostic, in source: SourceFile) -> XMLElement {
        let place = source.position(at: diagnostic.span.start)
        return XMLElement(
            "error",
            [
                "line": "\(place.line)", "column": "\(place.column)",
                "severity": max(diagnostic.severity, .info).rawValue, "message": diagnostic.paragraph(in: sources),
                "source": "waybill.\(diagnostic.rule.id).\(diagnostic.rule.name)",
            ])
    }
}
