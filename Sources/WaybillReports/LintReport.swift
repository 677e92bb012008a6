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
