/// What a run of `waybill check` has to say about a set: what every format renders.
public struct LintReport: Sendable {
    /// What is to be shown, sorted by file, place and rule.
    public var diagnostics: [Diagnostic]
    /// The files, in the order that ``SourceSpan/file`` counts them.
    public var sources: [SourceFile]
    /// The number of routes in the set.
    public var routes: Int

    public init(diagnostics: [Diagnostic], sources: [SourceFile], routes: Int) {
        self.diagnostics = diagnostics
        self.sources = sources
        self.routes = routes
    }
}

extension Compilation {
    /// What there is to say about the set.
    public func lint() -> LintReport {
        let texts = textFindings
        let all = sources + texts.others
        return LintReport(
            diagnostics: (diagnostics + texts.diagnostics).sortedByPlace().settled(in: all), sources: all,
            routes: set.routes.count)
    }
}
