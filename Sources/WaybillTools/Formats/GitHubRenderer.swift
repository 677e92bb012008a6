import WaybillManifest
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
            let message = diagnostic.paragraph(
                after: renderer.headerLine(for: diagnostic), renderer.noteLines(for: diagnostic))
            return "::\(Self.command(diagnostic.severity)) \(properties(of: diagnostic, in: sources))::"
                + "\(Self.escapedData(message))\n"
        }.joined()
    }

    private func properties(of diagnostic: Diagnostic, in sources: [SourceFile]) -> String {
        var properties: [(String, String)] = []
        if sources.indices.contains(diagnostic.span.file) {
            let source = sources[diagnostic.span.file]
            let start = source.position(at: diagnostic.span.start)
            let end = source.position(at: diagnostic.span.end)
            properties = [("file", PortablePath.of(source.path, below: style.folder))]
            if source.isReadable { properties += [("line", "\(start.line)"), ("endLine", "\(end.line)")] }
            // GitHub accepts columns only if the range is on one line.
            if source.isReadable, start.line == end.line {
                properties += [("col", "\(start.column)"), ("endColumn", "\(end.column)")]
            }
        }
        properties.append(("title", diagnostic.rule.title))
        return properties.map { "\($0.0)=\(Self.escapedProperty($0.1))" }.joined(separator: ",")
    }

    private static func command(_ severity: Severity) -> String {
        switch severity {
        case .error: "error"
        case .warning: "warning"
        case .info, .hint: "notice"
        }
    }

    static func escapedData(_ text: String) -> String { escaped(text, Array("%\r\n".utf8)) }

    static func escapedProperty(_ text: String) -> String { escaped(text, Array("%\r\n:,".utf8)) }

    private static func escaped(_ text: String, _ special: [UInt8]) -> String {
        guard text.utf8.contains(where: special.contains) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 8)
        for byte in text.utf8 {
            if special.contains(byte) {
                bytes += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
