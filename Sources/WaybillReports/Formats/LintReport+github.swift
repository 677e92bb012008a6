import WaybillManifest
package import WaybillSyntax
import WaybillTable

extension LintReport {
    /// Returns a workflow command for each diagnostic. The last line is the summary, which is not a command.
    package func github(_ style: ReportStyle) -> String {
        GitHubCommand.lines(for: diagnostics, in: sources, style) + (style.isQuiet ? "" : summaryLine + "\n")
    }
}

/// A workflow command, which GitHub Actions turns into an annotation of the change.
///
/// ```
/// ::error file=Routes/shop.yaml,line=14,endLine=14,col=11,endColumn=22,title=P003 shadowed-route::Routes/shop.yaml:14:11: …
/// ```
package enum GitHubCommand {
    /// Returns a command for each diagnostic. The log shows only the text after `::`, so it contains the place, too.
    package static func lines(
        for diagnostics: [Diagnostic], in sources: [SourceFile], _ style: ReportStyle
    ) -> String {
        let renderer = TextRenderer(sources: sources, showsSecrets: true)
        return diagnostics.map { diagnostic in
            line(
                diagnostic.severity, title: diagnostic.rule.description,
                diagnostic.paragraph(after: renderer.headerLine(for: diagnostic), renderer.noteLines(for: diagnostic)),
                place: place(of: diagnostic.span, in: sources, style))
        }.joined()
    }

    private static func place(
        of span: SourceSpan, in sources: [SourceFile], _ style: ReportStyle
    ) -> [(String, String)] {
        guard sources.indices.contains(span.file) else { return [] }
        let source = sources[span.file]
        let start = source.position(at: span.start)
        let end = source.position(at: span.end)
        let file = ("file", style.repositoryPath(of: source.path))
        guard source.isReadable else { return [file] }
        let lines = [("line", "\(start.line)"), ("endLine", "\(end.line)")]
        // GitHub accepts columns only if the range is on one line.
        let columns = [("col", "\(start.column)"), ("endColumn", "\(end.column)")]
        return [file] + lines + (start.line == end.line ? columns : [])
    }

    /// Returns a command with its line end.
    ///
    /// - Parameters:
    ///   - message: The text of the annotation, and of the log. It may have several lines.
    ///   - place: The properties of the place with their names, in the order of writing; empty for the whole change.
    package static func line(
        _ severity: Severity, title: String, _ message: String, place: [(String, String)]
    ) -> String {
        let properties = (place + [("title", title)]).map { name, value in
            "\(name)=\(escaped(value, Array("%\r\n:,".utf8)))"
        }.joined(separator: ",")
        let word = severity < .warning ? "notice" : severity.rawValue
        return "::\(word) \(properties)::\(escaped(message, Array("%\r\n".utf8)))\n"
    }

    private static func escaped(_ text: String, _ special: [UInt8]) -> String {
        guard text.utf8.contains(where: special.contains) else { return text }
        let bytes = text.utf8.reduce(into: [UInt8]()) { bytes, byte in
            if special.contains(byte) { bytes += PercentCoding.encode([byte]).utf8 } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
