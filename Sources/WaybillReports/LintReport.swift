import WaybillManifest
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

    /// The JSON of `waybill check --format json`.
    package var json: String { contract.json() }

    package var contract: DiagnosticsReport { DiagnosticsReport(self) }
}

extension LintReport.Hidden {
    /// `; not shown: 2 suppressed, 1 in the baseline`, or nothing.
    package var clause: String {
        let parts = [(allowed, "suppressed"), (inBaseline, "in the baseline"), (untouched, "on unchanged lines")]
        let counts = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return counts.isEmpty ? "" : "; not shown: \(counts.joined(separator: ", "))"
    }
}
