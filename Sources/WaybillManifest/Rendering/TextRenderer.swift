public import WaybillSyntax

/// Diagnostics as text for people.
///
/// ```
/// Routes/shop.yaml:14:9: error: route 'orders.show' is unreachable [P003 shadowed-route]
///    |
/// 14 |   - id: orders.show
///    |         ^~~~~~~~~~~
///    |
/// Routes/shop.yaml:8:9: note: 'orders.any' is here, with priority 20
///   ⋮
///    = example: shop://orders/42 goes to orders.any
///    = help: give 'orders.show' a priority above 20
/// ```
///
/// A note shows its line too, unless it is the line above it. Carets are as wide as the value on the screen.
///
/// Secrets are hidden: values under `with:`, users and passwords in URLs, and the lines of files that are not YAML.
public struct TextRenderer: Sendable {
    public var sources: [SourceFile]
    public var color: Bool
    /// The number of columns of the screen. Longer lines of a file are cropped around the caret, and words are wrapped.
    /// `nil` for no limit.
    public var width: Int?
    /// Whether secrets are shown. Use it only for output to somebody who can read the manifests, never in a log.
    public var showsSecrets: Bool

    public init(sources: [SourceFile], color: Bool = false, width: Int? = nil, showsSecrets: Bool = false) {
        self.sources = sources
        self.color = color
        self.width = width
        self.showsSecrets = showsSecrets
    }

    /// Returns the diagnostics in the given order, separated by blank lines. The text ends with a line end unless it is
    /// empty.
    ///
    /// - Parameter maximumPerRule: The limit for each rule. The others are counted at the end.
    public func render(_ diagnostics: [Diagnostic], maximumPerRule: Int? = nil) -> String {
        let redaction = redaction(of: diagnostics)
        var counts: [Rule: Int] = [:]
        var blocks: [String] = []
        for diagnostic in diagnostics {
            counts[diagnostic.rule, default: 0] += 1
            if counts[diagnostic.rule, default: 0] <= maximumPerRule ?? .max {
                blocks.append(block(for: redaction?.redact(diagnostic) ?? diagnostic, redaction))
            }
        }
        let hidden = counts.filter { $0.value > maximumPerRule ?? .max }.sorted { $0.key.id < $1.key.id }
        let remarks = hidden.map { rule, count in
            "and \(count - (maximumPerRule ?? 0)) more \(paint(bracketed(rule), .dim))\n"
        }
        if !remarks.isEmpty { blocks.append(remarks.joined()) }
        return blocks.joined(separator: "\n")
    }

    /// Returns `file:line:col: severity: message [ID name]` without the snippet.
    public func headerLine(for diagnostic: Diagnostic) -> String {
        header(of: redaction(of: [diagnostic])?.redact(diagnostic) ?? diagnostic)
    }

    /// Returns `nil` if secrets are shown.
    private func redaction(of diagnostics: [Diagnostic]) -> Redaction? {
        showsSecrets ? nil : Redaction(of: diagnostics, in: sources)
    }

    private func header(of diagnostic: Diagnostic) -> String {
        let severity = paint("\(diagnostic.severity.rawValue):", .severity(diagnostic.severity))
        let message = paint(diagnostic.message.safeOnScreen, .bold)
        let rule = paint(bracketed(diagnostic.rule), .dim)
        return "\(paint(place(of: diagnostic.span), .bold)) \(severity) \(message) \(rule)"
    }

    /// Returns `file:line:col: note: message` for each related place, for formats that have no other room for them.
    package func noteLines(for diagnostic: Diagnostic) -> [String] {
        let diagnostic = redaction(of: [diagnostic])?.redact(diagnostic) ?? diagnostic
        return diagnostic.notes.prefix(Self.maximumNotes).map {
            "\(place(of: $0.span)) note: \($0.message.safeOnScreen)"
        } + [hiddenNotes(of: diagnostic)].compactMap(\.self)
    }

    /// The limit of related places in text output. Reports for programs contain all of them.
    private static let maximumNotes = 8

    private func hiddenNotes(of diagnostic: Diagnostic) -> String? {
        let hidden = diagnostic.notes.count - Self.maximumNotes
        return hidden > 0 ? "and \(hidden) more \(hidden == 1 ? "place" : "places")" : nil
    }

    /// Returns a line such as `2 errors, 1 warning in 3 files, 12 routes`.
    ///
    /// - Parameter files: The number of manifests; by default the number of sources.
    public func summaryLine(for diagnostics: [Diagnostic], routes: Int, files: Int? = nil) -> String {
        let counts = [Severity.error, .warning, .info, .hint].compactMap { severity -> String? in
            let count = diagnostics.count { $0.severity == severity }
            return count == 0 ? nil : counted(count, severity.rawValue)
        }
        let diagnostics = counts.isEmpty ? "no problems" : counts.joined(separator: ", ")
        return "\(diagnostics) in \(counted(files ?? sources.count, "file")), \(counted(routes, "route"))"
    }

    private func bracketed(_ rule: Rule) -> String { "[\(rule)]" }
}

extension TextRenderer {
    private func block(for diagnostic: Diagnostic, _ redaction: Redaction?) -> String {
        let notes = diagnostic.notes.prefix(Self.maximumNotes).map { note in
            (note, isShown: line(of: note.span) != line(of: diagnostic.span))
        }
        let lines = [line(of: diagnostic.span)] + notes.filter(\.isShown).map { line(of: $0.0.span) }
        let gutter = lines.map { String($0.number).count }.max() ?? 1
        var block = [wrapped(header(of: diagnostic), indent: gutter + 3)]
        if !diagnostic.rule.traits.contains(.hidesSource) {
            block += snippet(of: diagnostic.span, gutter: gutter, .severity(diagnostic.severity), redaction)
        }
        for (note, isShown) in notes {
            let header = "\(paint("note:", .note)) \(note.message.safeOnScreen)"
            block.append(wrapped("\(paint(place(of: note.span), .bold)) \(header)", indent: gutter + 3))
            if isShown { block += snippet(of: note.span, gutter: gutter, .note, redaction) }
        }
        block += [hiddenNotes(of: diagnostic)].compactMap(\.self)
        let indent = String(repeating: " ", count: gutter + 1)
        block += diagnostic.remarks.map { remark in
            wrapped(
                "\(indent)\(paint("=", .gutter)) \(paint("\(remark.label):", .bold)) \(remark.text.safeOnScreen)",
                indent: gutter + 3)
        }
        return block.map { $0 + "\n" }.joined()
    }

    private func wrapped(_ line: String, indent: Int) -> String {
        WrappedLine.wrap(line, width: width, indent: indent)
    }

    /// Returns the line with its carets between two blank lines; empty if the line does not exist or must not be shown.
    private func snippet(of span: SourceSpan, gutter: Int, _ style: Style, _ redaction: Redaction?) -> [String] {
        guard sources.indices.contains(span.file), !sources[span.file].bytes.isEmpty,
            redaction?.hidesAll(of: span.file) != true
        else { return [] }
        let number = line(of: span).number
        let shown = SnippetLine(
            sources[span.file], line: number, span: span, width: width.map { $0 - gutter - 3 }
        ) { redaction?.hiddenBytes(of: span.file, in: $0) ?? [] }
        let digits = String(number)
        let margin = String(repeating: " ", count: gutter - digits.count) + digits
        let blank = paint(String(repeating: " ", count: gutter) + " |", .gutter)
        return [
            blank, paint("\(margin) |", .gutter) + (shown.text.isEmpty ? "" : " " + shown.text),
            "\(blank) \(paint(shown.carets, style, from: shown.carets.prefix { $0 == " " }.count))", blank,
        ]
    }

    private func line(of span: SourceSpan) -> Line {
        guard sources.indices.contains(span.file) else { return Line(file: span.file, number: 1) }
        return Line(file: span.file, number: sources[span.file].position(at: span.start).line)
    }

    private struct Line: Hashable {
        var file: Int
        var number: Int
    }

    /// Returns `file:line:col:`, or `file:` if the file could not be read and has no lines.
    package func place(of span: SourceSpan) -> String {
        guard sources.indices.contains(span.file) else { return "?:" }
        let source = sources[span.file]
        guard source.isReadable else { return "\(source.path.safeOnScreen):" }
        let position = source.position(at: span.start)
        return "\(source.path.safeOnScreen):\(position.line):\(position.column):"
    }
}

extension TextRenderer {
    private enum Style {
        case bold
        case dim
        case gutter
        case note
        case severity(Severity)

        var code: String {
            switch self {
            case .bold: "1"
            case .dim: "2"
            case .gutter: "34"
            case .note: "1;36"
            case .severity(.error): "1;31"
            case .severity(.warning): "1;33"
            case .severity: "1;36"
            }
        }
    }

    private func paint(_ text: String, _ style: Style, from start: Int = 0) -> String {
        guard color else { return text }
        return "\(text.prefix(start))\u{1B}[\(style.code)m\(text.dropFirst(start))\u{1B}[0m"
    }
}
