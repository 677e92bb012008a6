public import WaybillManifest
import WaybillSyntax

extension Compilation {
    /// What there is to say about the set.
    ///
    /// ```
    /// what the compilation found + what only check looks for + what breaks the rules of the registry
    ///     ──comments in the manifests──▶ ──weights of the configuration──▶ ──baseline──▶ ──change──▶
    ///         + problems of the configuration and the baseline ──▶ report
    /// ```
    ///
    /// Whatever the loader refuses is in the report: neither a configuration nor an option hides it.
    public func lint(
        _ configuration: LintConfiguration = .standard, options: LintOptions = LintOptions()
    ) -> LintReport {
        var report = LintReport(
            diagnostics: [], sources: sources(configuration, options), files: sources.count, routes: set.routes.count)
        if let most = configuration.mostPerRule { report.mostPerRule = most }
        report.isWhole = [configuration.file?.source, options.baseline].allSatisfy { $0?.isReadable ?? true }
        let bound = registryDiagnostics(options.registry, index: report.sources.count - 1)
        let found = findings(configuration, options, bound, &report.hidden)
        let refused = refused(bound)
        let (fresh, own) = unknown(found, configuration, options, refused, &report)
        let touched = touched(fresh, options, refused, &report.hidden)
        report.diagnostics = (touched + own + configuration.weighed(options.skipped) + configuration.diagnostics)
            .sortedByPlace().withinBudgets()
            .resolvingEdits(in: report.sources).groupedByCause()
        return report
    }

    /// The files that diagnostics are in, the registry's last.
    private func sources(_ configuration: LintConfiguration, _ options: LintOptions) -> [SourceFile] {
        lintedSources + [configuration.file?.source, options.registry?.file].compactMap(\.self)
    }

    /// Without what the baseline knows, and apart from it what is to be said about the baseline.
    private func unknown(
        _ findings: [Diagnostic], _ configuration: LintConfiguration, _ options: LintOptions,
        _ refused: Set<Diagnostic>, _ report: inout LintReport
    ) -> (findings: [Diagnostic], own: [Diagnostic]) {
        guard let file = options.baseline else { return (findings, []) }
        let sources = report.sources
        let use = BaselineUse(findings, sources, file: file, index: sources.count) { refused.contains($0) }
        report.sources.append(file)
        report.hidden.inBaseline = use.hidden
        // What was not looked for is not gone.
        let own = use.diagnostics(checksRegistry: options.registry?.isChecked ?? false)
            .filter { !hasErrors || $0.rule != .staleBaseline }
        return (use.kept, configuration.weighed(own))
    }

    /// What the change has to do with, and what the loader refuses.
    private func touched(
        _ findings: [Diagnostic], _ options: LintOptions, _ refused: Set<Diagnostic>,
        _ hidden: inout LintReport.Hidden
    ) -> [Diagnostic] {
        guard let change = options.change else { return findings }
        var filter = ChangeFilter(change, lintedSources)
        let touched = findings.filter { refused.contains($0) || filter.touches($0) || $0.isAboutConfiguration }
        hidden.untouched = findings.count - touched.count
        return touched
    }

    /// What keeps the set from being loaded, or bound.
    private func refused(_ bound: [Diagnostic]) -> Set<Diagnostic> {
        Set((ungrouped.active + bound).filter { $0.severity == .error })
    }

    /// What is found in the manifests, as it is weighed here, without what their comments allow.
    private func findings(
        _ configuration: LintConfiguration, _ options: LintOptions, _ bound: [Diagnostic],
        _ hidden: inout LintReport.Hidden
    ) -> [Diagnostic] {
        let found = ungrouped.all + textFindings + policyDiagnostics(configuration) + checkLayout(configuration) + bound
        let use = SuppressionUse(found, sources, today: options.today)
        let checksRegistry = options.registry?.isChecked ?? false
        let comments = use.diagnostics(of: sources) { rule in
            let isLookedAt = rule.isFoundByCheck || checksRegistry && rule.finder == .binding
            return !hasErrors && configuration.isOn(rule) && isLookedAt
        }
        hidden.allowed = configuration.weighed(use.result.suppressed).count
        return configuration.weighed(use.result.active + comments)
    }

    /// A baseline that knows all that is found now, but for what the loader refuses and what is wrong with the linter's
    /// own files.
    public func baseline(
        _ configuration: LintConfiguration = .standard, options: LintOptions = LintOptions()
    ) -> Baseline {
        var hidden = LintReport.Hidden()
        let sources = sources(configuration, options)
        let bound = registryDiagnostics(options.registry, index: sources.count - 1)
        let refused = refused(bound)
        var paths = LogicalPaths(sources)
        let configurationIndex = configuration.file.map { _ in lintedSources.count }
        let known = findings(configuration, options, bound, &hidden)
            .filter { !refused.contains($0) && $0.span.file != configurationIndex }
        return Baseline(paths.keys(of: known).map { $0[0] })
    }
}

extension Diagnostic {
    /// G004: it is in no manifest.
    fileprivate var isAboutConfiguration: Bool { rule == .badConfiguration }
}
