import WaybillManifest
import WaybillRules
public import WaybillSyntax
import WaybillTable

/// Diagnostics for programs: the output of `check --format json`, which `Schemas/diagnostics.schema.json` describes.
///
/// Lines and columns count from 1, columns in Unicode scalars. An end is the place after the last character.
public struct DiagnosticsReport: Sendable, Hashable, Codable {
    /// The version of this format. It changes with every change except an additional key.
    public var version = 1
    public var diagnostics: [Entry]
    public var summary: Summary

    /// - Parameter files: The number of manifests; by default the number of sources.
    public init(_ diagnostics: [Diagnostic], sources: [SourceFile], files: Int? = nil, routes: Int) {
        self.diagnostics = diagnostics.map { Entry($0, sources: sources) }
        self.summary = Summary(diagnostics, files: files ?? sources.count, routes: routes)
    }

    /// Creates the report of a run of `check`, with the numbers of hidden problems.
    public init(_ report: LintReport) {
        self.init(report.diagnostics, sources: report.sources, files: report.files, routes: report.routes)
        if report.hidden.total > 0 { summary.hidden = report.hidden }
    }

    /// Returns the report as JSON with sorted keys and a line end.
    public func json() -> String { JSONText.encode(self) }

    /// One diagnostic.
    public struct Entry: Sendable, Hashable, Codable {
        /// `P003`
        public var id: String
        /// `shadowed-route`
        public var name: String
        public var severity: Severity
        public var message: String
        public var place: Place
        public var notes: [Note]
        /// The example request; `null` in JSON if there is none.
        public var witness: String?
        /// The parts of the example request; `null` in JSON if there is none.
        public var request: Request?
        public var suggestions: [String]
        /// What to do; `null` in JSON if there is no help.
        public var help: String?
        /// The fixes whose edits are known. In the report of a command, these are all fixes.
        public var fixes: [Fix]
    }

    /// An example request.
    public struct Request: Sendable, Hashable, Codable {
        /// `nil` for a URL that is opened without a method.
        public var method: String?
        public var url: String
        /// The tags of the view in which it is opened; empty for a plain open.
        public var tags: [String]
    }

    /// A range of a file. In JSON its keys are among those of its owner.
    public struct Place: Sendable, Hashable, Codable {
        public var file: String
        public var line: Int
        public var column: Int
        public var endLine: Int
        public var endColumn: Int
    }

    /// Another place of the problem, with its own message.
    public struct Note: Sendable, Hashable, Codable {
        public var message: String
        public var kind: Diagnostic.Note.Kind
        public var place: Place
    }

    /// A fix that a program can apply: all of its edits or none.
    public struct Fix: Sendable, Hashable, Codable {
        public var description: String
        public var safe: Bool
        public var edits: [Edit]
    }

    /// A replacement of the text at a place.
    public struct Edit: Sendable, Hashable, Codable {
        public var place: Place
        public var text: String
    }

    /// The numbers of diagnostics by severity, of manifests and of routes.
    public struct Summary: Sendable, Hashable, Codable {
        public var errors: Int
        public var warnings: Int
        public var infos: Int
        public var hints: Int
        public var files: Int
        public var routes: Int
        /// The numbers of diagnostics that are not shown; absent if all are shown.
        public var hidden: LintReport.Hidden?
    }
}

extension DiagnosticsReport.Entry {
    init(_ diagnostic: Diagnostic, sources: [SourceFile]) {
        id = diagnostic.rule.id
        name = diagnostic.rule.name
        severity = diagnostic.severity
        message = diagnostic.message
        place = .init(diagnostic.span, sources: sources)
        notes = diagnostic.notes.map { note in
            .init(message: note.message, kind: note.kind, place: .init(note.span, sources: sources))
        }
        witness = diagnostic.witness
        request = diagnostic.witness.map { .init($0, tags: diagnostic.witnessTags) }
        suggestions = diagnostic.suggestions
        help = diagnostic.help
        fixes = diagnostic.fixes.filter { $0.isResolved && $0.isExpressibleInColumns(of: sources) }.map { fix in
            let edits = fix.edits.map { DiagnosticsReport.Edit(place: .init($0.span, sources: sources), text: $0.text) }
            return .init(description: fix.description, safe: fix.safe, edits: edits)
        }
    }
}

extension DiagnosticsReport.Request {
    /// - Parameter text: A URL, after its method if that is not the assumed one.
    fileprivate init(_ text: String, tags: [String]) {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        let url = parts.last ?? ""
        self.init(
            method: parts.count > 1 ? parts[0] : (try? RouteURL(url))?.assumedMethod, url: url, tags: tags)
    }
}

extension DiagnosticsReport.Place {
    package init(_ span: SourceSpan, sources: [SourceFile]) {
        guard sources.indices.contains(span.file) else {
            self.init(file: "", line: 1, column: 1, endLine: 1, endColumn: 1)
            return
        }
        let source = sources[span.file]
        let start = source.position(at: span.start)
        let end = source.position(at: span.end)
        self.init(
            file: source.path, line: start.line, column: start.column, endLine: end.line, endColumn: end.column)
    }
}

extension DiagnosticsReport.Summary {
    init(_ diagnostics: [Diagnostic], files: Int, routes: Int) {
        errors = diagnostics.count { $0.severity == .error }
        warnings = diagnostics.count { $0.severity == .warning }
        infos = diagnostics.count { $0.severity == .info }
        hints = diagnostics.count { $0.severity == .hint }
        self.files = files
        self.routes = routes
    }
}

/// Manual coding: the keys of a place are among those of its owner, and an absent value is `null`.
extension DiagnosticsReport.Entry {
    private enum CodingKeys: String, CodingKey {
        case id, name, severity, message, notes, witness, request, suggestions, help, fixes
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        name = try container.decode(String.self, forKey: .name)
        severity = try container.decode(Severity.self, forKey: .severity)
        message = try container.decode(String.self, forKey: .message)
        place = try DiagnosticsReport.Place(from: decoder)
        notes = try container.decode([DiagnosticsReport.Note].self, forKey: .notes)
        witness = try container.decode(String?.self, forKey: .witness)
        request = try container.decodeIfPresent(DiagnosticsReport.Request.self, forKey: .request)
        suggestions = try container.decode([String].self, forKey: .suggestions)
        help = try container.decodeIfPresent(String.self, forKey: .help)
        fixes = try container.decode([DiagnosticsReport.Fix].self, forKey: .fixes)
    }

    public func encode(to encoder: any Encoder) throws {
        let members: JSONObject = [
            "id": id, "name": name, "severity": severity, "message": message, "notes": notes, "witness": witness,
            "request": request.map { ["method": $0.method, "url": $0.url, "tags": $0.tags] as JSONObject },
            "suggestions": suggestions, "help": help, "fixes": fixes,
        ]
        try members.merging(place).encode(to: encoder)
    }
}

extension DiagnosticsReport.Note {
    private enum CodingKeys: String, CodingKey { case message, kind }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        message = try container.decode(String.self, forKey: .message)
        kind = try container.decodeIfPresent(Diagnostic.Note.Kind.self, forKey: .kind) ?? .related
        place = try DiagnosticsReport.Place(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try (["message": message, "kind": kind] as JSONObject).merging(place).encode(to: encoder)
    }
}

extension DiagnosticsReport.Edit {
    private enum CodingKeys: String, CodingKey { case text }

    public init(from decoder: any Decoder) throws {
        text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .text)
        place = try DiagnosticsReport.Place(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try (["text": text] as JSONObject).merging(place).encode(to: encoder)
    }
}

extension Diagnostic.Fix {
    /// Whether lines and columns can describe all of its edits. A byte order mark is in no column.
    func isExpressibleInColumns(of sources: [SourceFile]) -> Bool {
        edits.allSatisfy { edit in
            !sources.indices.contains(edit.span.file)
                || edit.span.start >= sources[edit.span.file].byteOrderMarkLength
        }
    }
}
