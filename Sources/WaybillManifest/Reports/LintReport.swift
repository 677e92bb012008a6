public import WaybillSyntax

/// What a run of `waybill check` has to say about a set: what every format renders.
public struct LintReport: Sendable {
    /// What is to be shown, sorted by file, place and rule.
    public var diagnostics: [Diagnostic]
    /// The files, in the order that ``/WaybillSyntax/SourceSpan/file`` counts them: the manifests, then what else problems point at.
    public var sources: [SourceFile]
    /// The number of manifests among the sources.
    public var files: Int
    /// The number of routes in the set.
    public var routes: Int
    /// How many problems of one rule text for people shows.
    public var mostPerRule = 40
    /// What was found and is not shown.
    public var hidden = Hidden()
    /// Whether the configuration and the baseline that it names could be read, where there are any.
    public var isWhole = true

    /// - Parameter files: Unless given, all sources are manifests.
    public init(diagnostics: [Diagnostic], sources: [SourceFile], files: Int? = nil, routes: Int) {
        self.diagnostics = diagnostics
        self.sources = sources
        self.files = files ?? sources.count
        self.routes = routes
    }

    /// How many problems a run leaves out, by the reason.
    public struct Hidden: Sendable, Hashable, Codable {
        /// By comments in the manifests.
        public var allowed = 0
        /// By a baseline.
        public var inBaseline = 0
        /// By `--since`: what a change did not touch.
        public var untouched = 0

        public init() {}

        var total: Int { allowed + inBaseline + untouched }
    }
}
