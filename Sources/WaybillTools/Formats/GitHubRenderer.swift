import WaybillManifest
import WaybillReports
import WaybillSyntax

/// Workflow commands, which GitHub Actions turns into annotations of the change.
///
/// ```
/// ::error file=Routes/shop.yaml,line=14,endLine=14,col=11,endColumn=22,title=P003 shadowed-route::Routes/shop.yaml:14:11: …
/// ```
///
/// The log shows only the text after `::`, so it contains the place, too. The last line is the summary, which is not a
/// command.
struct GitHubRenderer {
    var style: ReportStyle

    func render(_ report: LintReport) -> String {
        commands(for: report.diagnostics, in: report.sources) + (style.isQuiet ? "" : report.summaryLine + "\n")
    }

    /// Returns a line for each diagnostic.
    func commands(for diagnostics: [Diagnostic], in sources: [SourceFile]) -> String {
        let renderer = TextRenderer(sources: sources, showsSecrets: true)
        return diagnostics.map { diagnostic in
            GitHubCommand(
                severity: diagnostic.severity, title: diagnostic.rule.description,
                message: diagnostic.paragraph(
                    after: renderer.headerLine(for: diagnostic), renderer.noteLines(for: diagnostic)),
                place: place(of: diagnostic, in: sources)
            ).line
        }.joined()
    }

    private func place(of diagnostic: Diagnostic, in sources: [SourceFile]) -> [(String, String)] {
        guard sources.indices.contains(diagnostic.span.file) else { return [] }
        let source = sources[diagnostic.span.file]
        let start = source.position(at: diagnostic.span.start)
        let end = source.position(at: diagnostic.span.end)
        let file = ("file", PortablePath.of(source.path, below: style.folder))
        guard source.isReadable else { return [file] }
        let lines = [("line", "\(start.line)"), ("endLine", "\(end.line)")]
        // GitHub accepts columns only if the range is on one line.
        let columns = [("col", "\(start.column)"), ("endColumn", "\(end.column)")]
        return [file] + lines + (start.line == end.line ? columns : [])
    }
}
