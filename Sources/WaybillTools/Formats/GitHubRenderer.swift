import WaybillManifest
import WaybillReports
import WaybillSyntax
import WaybillTable

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

/// A workflow command, which GitHub Actions turns into an annotation.
struct GitHubCommand {
    let severity: Severity
    let title: String
    /// The text of the annotation, and of the log. It may have several lines.
    let message: String
    /// The properties of the place with their names, in the order of writing; empty for the whole change.
    let place: [(String, String)]

    /// The command with its line end.
    var line: String {
        let properties = (place + [("title", title)]).map { name, value in
            "\(name)=\(Self.escaped(value, Array("%\r\n:,".utf8)))"
        }.joined(separator: ",")
        return "::\(word) \(properties)::\(Self.escaped(message, Array("%\r\n".utf8)))\n"
    }

    private var word: String { severity < .warning ? "notice" : severity.rawValue }

    private static func escaped(_ text: String, _ special: [UInt8]) -> String {
        guard text.utf8.contains(where: special.contains) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 8)
        for byte in text.utf8 {
            if special.contains(byte) {
                bytes += PercentCoding.encode([byte]).utf8
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
