import WaybillManifest
import WaybillRules
public import WaybillSyntax

/// The result of `waybill check` for a set, which every format renders.
public struct LintReport: Sendable {
    /// The diagnostics to show, sorted by file, place and rule.
    public var diagnostics: [Diagnostic]
    /// The files, in the order of ``/WaybillSyntax/SourceSpan/file``: the manifests, then other files with problems.
    public var sources: [SourceFile]
    /// The number of manifests among the sources.
    public var files: Int
    /// The number of routes in the set.
    public var routes: Int
    /// The limit of problems of one rule in text output.
    public var maximumPerRule = 40
    /// The numbers of diagnostics that are not shown.
    public var hidden = Hidden()
    /// What is not reported, because it may only follow from one of the diagnostics.
    package var heldBack: [HeldBack] = []
    /// Whether the configuration and its baseline could be read, if there are any.
    public var isWhole = true

    /// - Parameter files: The number of manifests; by default all sources.
    public init(diagnostics: [Diagnostic], sources: [SourceFile], files: Int? = nil, routes: Int) {
        self.diagnostics = diagnostics
        self.sources = sources
        self.files = files ?? sources.count
        self.routes = routes
    }

    /// The numbers of diagnostics that are left out, by reason.
    public struct Hidden: Sendable, Hashable, Codable {
        /// Suppressed by comments in the manifests.
        public var allowed = 0
        /// In the baseline.
        public var inBaseline = 0
        /// Not on changed lines (`--since`).
        public var untouched = 0

        public init() {}

        var total: Int { allowed + inBaseline + untouched }
    }
}

extension LintReport {
    /// Returns the text output of `waybill check`: every diagnostic, then a summary line.
    ///
    /// - Parameter isQuiet: Whether the summary is left out.
    package func text(color: Bool, width: Int?, isQuiet: Bool = false) -> String {
        let renderer = TextRenderer(sources: sources, color: color, width: width, showsSecrets: true)
        return renderer.render(diagnostics, maximumPerRule: maximumPerRule) + (isQuiet ? "" : summaryLine + "\n")
    }

    /// `2 errors, 1 warning in 3 files, 12 routes; not shown: 1 suppressed`
    package var summaryLine: String {
        TextRenderer(sources: sources).summaryLine(for: diagnostics, routes: routes, files: files) + hidden.clause
    }

    /// A line for each diagnostic: `file:line:col: severity: message [ID name]`.
    ///
    /// Editors and problem matchers read it, so nothing is limited or cropped.
    package var compact: String {
        let renderer = TextRenderer(sources: sources, showsSecrets: true)
        return diagnostics.map { renderer.headerLine(for: $0) + "\n" }.joined()
    }

    /// The JSON of `waybill check --format json`.
    package var json: String { DiagnosticsReport(self).json() }

    /// JSON Lines: a diagnostic in each line, in the form of the JSON contract, and the version and the summary in the
    /// last line.
    package var jsonLines: String {
        let contract = DiagnosticsReport(self)
        let last: JSONObject = ["version": contract.version, "summary": contract.summary]
        return contract.diagnostics.map(JSONText.line).joined() + JSONText.line(last)
    }
}

extension LintReport.Hidden {
    /// `; not shown: 2 suppressed, 1 in the baseline`, or nothing.
    package var clause: String {
        let parts = [(allowed, "suppressed"), (inBaseline, "in the baseline"), (untouched, "on unchanged lines")]
        let counts = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return counts.isEmpty ? "" : "; not shown: \(counts.joined(separator: ", "))"
    }
}

extension LintReport {
    /// Returns a text for each diagnostic that identifies it in other runs. It is unique in the report.
    ///
    /// It is computed from the rule, the file, the message and the marked text, but not from line numbers, so that it
    /// does not change with lines above. Equal diagnostics are numbered.
    ///
    /// - Parameter path: Returns a path as it is everywhere.
    func fingerprints(_ path: (String) -> String) -> [String] {
        var counts: [String: Int] = [:]
        return diagnostics.map { diagnostic in
            let fingerprint = fingerprint(of: diagnostic, path)
            let count = counts[fingerprint, default: 0]
            counts[fingerprint] = count + 1
            return count == 0 ? fingerprint : "\(fingerprint):\(count + 1)"
        }
    }

    /// The marked text may be a whole section, and many diagnostics may mark it.
    private static let maximumMarkedBytes = 256

    private func fingerprint(of diagnostic: Diagnostic, _ path: (String) -> String) -> String {
        var encoder = CanonicalEncoder()
        encoder.encode(diagnostic.rule.id)
        encoder.encode(diagnostic.message)
        if sources.indices.contains(diagnostic.span.file) {
            let source = sources[diagnostic.span.file]
            encoder.encode(path(source.path))
            var marked = diagnostic.span
            marked.end = min(marked.end, marked.start + Self.maximumMarkedBytes)
            encoder.encode(source.text(in: marked))
        }
        return encoder.digest
    }
}

extension Diagnostic {
    /// The message on one line, and each remark on its own line, without control characters.
    package var paragraph: String { paragraph(after: message.safeOnScreen) }

    /// Returns the paragraph with the related places, for formats that have no other room for them.
    func paragraph(in sources: [SourceFile]) -> String {
        paragraph(after: message.safeOnScreen, TextRenderer(sources: sources, showsSecrets: true).noteLines(for: self))
    }

    /// - Parameter lines: The lines between the first one and the remarks.
    func paragraph(after first: String, _ lines: [String] = []) -> String {
        ([first] + lines + remarks.map { "\($0.label): \($0.text.safeOnScreen)" }).joined(separator: "\n")
    }
}

/// The settings of a report.
public struct ReportStyle: Sendable, Hashable {
    /// Whether text has colors.
    public var color: Bool
    /// The number of columns of the screen; `nil` for no limit.
    public var width: Int?
    /// The lowest severity that counts as a failure in JUnit.
    public var failOn: Severity
    /// The folder to which paths below it are relative in reports for programs.
    public var folder: String?
    /// The root of the repository that contains the folder: reports for services that show a repository's files name them
    /// from there. `nil` for the folder itself.
    public var root: String?
    /// Whether text reports leave out their summary.
    public var isQuiet: Bool
    /// The paths of the set, for the commands that a report proposes.
    package var paths: [String] = []

    public init(
        color: Bool = false, width: Int? = nil, failOn: Severity = .error, folder: String? = nil, root: String? = nil,
        isQuiet: Bool = false
    ) {
        self.color = color
        self.width = width
        self.failOn = failOn
        self.folder = folder
        self.root = root
        self.isQuiet = isQuiet
    }

    /// Returns a path as the repository has it.
    package func repositoryPath(of path: String) -> String { PortablePath.of(path, in: folder, below: root) }
}

extension LintReport {
    /// The text of `waybill check --explain-hidden`: by problem, what was held back because it may only follow from it.
    ///
    /// ```
    /// held back because of routes.yaml:3:1 [Y001 yaml-syntax]:
    ///   routes.yaml:7:20: module 'orders' is not declared [I002 undefined-name]
    ///   not checked: X003 idle-interceptor, T003 empty-view
    /// ```
    package var heldBackText: String {
        var causes: [Diagnostic] = []
        var lines: [Diagnostic: [String]] = [:]
        for one in heldBack {
            if lines[one.cause] == nil { causes.append(one.cause) }
            let line = line(one.subject)
            if lines[one.cause]?.contains(line) != true { lines[one.cause, default: []].append(line) }
        }
        return causes.map { cause in
            let head = "held back because of \(place(cause)) [\(cause.rule)]:\n"
            return head + (lines[cause] ?? []).map { "  \($0)\n" }.joined()
        }.joined()
    }

    private func line(_ subject: HeldBack.Subject) -> String {
        switch subject {
        case .problem(let problem): "\(place(problem)): \(problem.message.safeOnScreen) [\(problem.rule)]"
        case .check(let rules): "not checked: \(rules.map(\.description).joined(separator: ", "))"
        }
    }

    private func place(_ diagnostic: Diagnostic) -> String {
        guard sources.indices.contains(diagnostic.span.file) else { return "the set" }
        let source = sources[diagnostic.span.file]
        let position = source.position(at: diagnostic.span.start)
        return "\(source.path.safeOnScreen):\(position.line):\(position.column)"
    }
}
