import WaybillManifest
package import WaybillRules
package import WaybillSyntax

/// The one way from found problems to a report, for services, `waybill check` and its fixes.
///
/// ```
/// diagnostics of the compilation and its policies + further checks
///     ──suppressions──▶ ──configured severities──▶ ──filters of the caller──▶
///         + problems of the linter's own files ──▶ report
/// ```
///
/// The report contains everything that prevents loading. Neither a configuration nor a filter hides it.
package struct LintRun {
    package let configuration: LintConfiguration
    /// The report so far: its files, and the numbers of what is hidden.
    package var report: LintReport
    /// The problems of the manifests, with their configured severities, without suppressed ones. A caller may filter
    /// them.
    package var diagnostics: [Diagnostic]
    /// The problems of the configuration and of other files of the linter. They are always shown.
    private var own: [Diagnostic]
    /// What prevents the set from being loaded or bound.
    private var refused: Set<Diagnostic>

    /// - Parameters:
    ///   - further: The problems that the compilation does not look for.
    ///   - files: The files besides manifests and configuration that they point into.
    ///   - commented: The indices of those of these files whose comments suppress problems, too.
    ///   - isShown: Whether a problem of the set is part of the report.
    ///   - today: The day for suppressions that end. Without a day none ends.
    ///   - isLookedAt: Whether a rule was checked completely, so that its unused suppressions are reported. If `nil`,
    ///     no comment is reported.
    package init(
        _ compilation: Compilation, _ configuration: LintConfiguration, adding further: [Diagnostic] = [],
        in files: [SourceFile] = [], commented: Range<Int> = 0..<0, among isShown: (Diagnostic) -> Bool = { _ in true },
        today: CalendarDay? = nil, comments isLookedAt: ((Rule) -> Bool)? = nil
    ) {
        self.configuration = configuration
        let file = configuration.file?.source
        report = LintReport(
            diagnostics: [], sources: compilation.lintedSources + [file].compactMap(\.self) + files,
            files: compilation.sources.count, routes: compilation.set.routes.count)
        if let maximum = configuration.maximumPerRule { report.maximumPerRule = maximum }
        report.heldBack = compilation.heldBack
        report.isWhole = file?.isReadable ?? true
        let found =
            (compilation.active + compilation.suppressed + compilation.policyDiagnostics(configuration))
            .filter(isShown) + further
        let sources = commented.isEmpty ? compilation.sources : report.sources
        let read = Array(compilation.sources.indices) + commented
        let use = SuppressionUse(found, in: sources, files: isLookedAt.map { _ in read }, today: today)
        let comments = isLookedAt.map { use.diagnostics(of: sources, isLookedAt: $0) } ?? []
        diagnostics = configuration.applyingLevels(to: use.active + comments)
        report.hidden.allowed = configuration.applyingLevels(to: use.suppressed).count
        own = configuration.diagnostics
        refused = Set((compilation.active + further).filter { $0.severity == .error && $0.rule.preventsLoading })
    }

    /// Whether a diagnostic prevents the set from being loaded or bound, so that no filter may hide it.
    package func isRefused(_ diagnostic: Diagnostic) -> Bool { refused.contains(diagnostic) }

    /// Lets no filter hide these problems.
    package mutating func refuse(_ diagnostics: [Diagnostic]) { refused.formUnion(diagnostics) }

    /// Adds problems of one of the linter's own files, with their configured severities.
    package mutating func addOwn(_ diagnostics: [Diagnostic]) { own += configuration.applyingLevels(to: diagnostics) }

    /// Returns the report, sorted by place, without what exceeds the budgets, and with one diagnostic for each cause.
    ///
    /// - Parameter resolve: Turns the changes of fixes into edits.
    package func finished(resolving resolve: ([Diagnostic], [SourceFile]) -> [Diagnostic] = { found, _ in found })
        -> LintReport
    {
        var report = report
        let shown = (diagnostics + own).sortedByPlace().withinBudgets()
        report.diagnostics = resolve(shown, report.sources).groupedByCause()
        return report
    }
}
