import WaybillManifest
public import WaybillReports
public import WaybillRules
import WaybillSyntax

extension Compilation {
    /// Checks the set and returns the report.
    ///
    /// ```
    /// diagnostics of the compilation + checks of text and layout + rules of the registry
    ///     ──suppressions──▶ ──configured severities──▶ ──baseline──▶ ──change──▶
    ///         + problems of the configuration and the baseline ──▶ report
    /// ```
    ///
    /// The report contains everything that prevents loading. Neither a configuration nor an option hides it.
    public func lint(
        _ configuration: LintConfiguration = .standard, options: LintOptions = LintOptions()
    ) -> LintReport {
        var report = LintReport(
            diagnostics: [], sources: sources(configuration, options), files: sources.count, routes: set.routes.count)
        if let maximum = configuration.maximumPerRule { report.maximumPerRule = maximum }
        report.isWhole = [configuration.file?.source, options.baseline].allSatisfy { $0?.isReadable ?? true }
        let bound = registryDiagnostics(options.registry, index: report.sources.count - 1)
        let found = diagnosticsWithLevels(configuration, options, bound, &report.hidden)
        let refused = refused(bound)
        let (fresh, own) = unknown(found, configuration, options, refused, &report)
        let touched = touched(fresh, options, refused, &report.hidden)
        report.diagnostics =
            (touched + own + configuration.applyingLevels(to: options.skipped) + configuration.diagnostics)
            .sortedByPlace().withinBudgets()
            .resolvingEdits(in: report.sources).groupedByCause()
        return report
    }

    /// Returns the files with diagnostics, the registry's last.
    private func sources(_ configuration: LintConfiguration, _ options: LintOptions) -> [SourceFile] {
        lintedSources + [configuration.file?.source, options.registry?.file].compactMap(\.self)
    }

    /// Returns the diagnostics that are not in the baseline, and the problems of the baseline itself.
    private func unknown(
        _ diagnostics: [Diagnostic], _ configuration: LintConfiguration, _ options: LintOptions,
        _ refused: Set<Diagnostic>, _ report: inout LintReport
    ) -> (diagnostics: [Diagnostic], own: [Diagnostic]) {
        guard let file = options.baseline else { return (diagnostics, []) }
        let sources = report.sources
        let use = BaselineUse(diagnostics, sources, file: file, index: sources.count) { refused.contains($0) }
        report.sources.append(file)
        report.hidden.inBaseline = use.hidden
        // With errors, some checks did not run, so entries may seem stale.
        let own = use.diagnostics(checksRegistry: options.registry?.isChecked ?? false)
            .filter { !hasErrors || $0.rule != .staleBaseline }
        return (use.kept, configuration.applyingLevels(to: own))
    }

    /// Returns the diagnostics that the change touches, and those that prevent loading.
    private func touched(
        _ diagnostics: [Diagnostic], _ options: LintOptions, _ refused: Set<Diagnostic>,
        _ hidden: inout LintReport.Hidden
    ) -> [Diagnostic] {
        guard let change = options.change else { return diagnostics }
        var filter = ChangeFilter(change, lintedSources)
        let touched = diagnostics.filter { refused.contains($0) || filter.touches($0) || $0.isAboutConfiguration }
        hidden.untouched = diagnostics.count - touched.count
        return touched
    }

    /// Returns the diagnostics that prevent the set from being loaded or bound.
    private func refused(_ bound: [Diagnostic]) -> Set<Diagnostic> {
        Set((ungrouped.active + bound).filter { $0.severity == .error })
    }

    /// Returns the diagnostics of the manifests with their configured severities, without suppressed ones.
    private func diagnosticsWithLevels(
        _ configuration: LintConfiguration, _ options: LintOptions, _ bound: [Diagnostic],
        _ hidden: inout LintReport.Hidden
    ) -> [Diagnostic] {
        let found =
            ungrouped.all + textDiagnostics + policyDiagnostics(configuration) + checkLayout(configuration) + bound
        let use = SuppressionUse(found, sources, today: options.today)
        let checksRegistry = options.registry?.isChecked ?? false
        let comments = use.diagnostics(of: sources) { rule in
            let isLookedAt = rule.isFoundByCheck || checksRegistry && rule.finder == .binding
            return !hasErrors && configuration.isOn(rule) && isLookedAt
        }
        hidden.allowed = configuration.applyingLevels(to: use.suppressed).count
        return configuration.applyingLevels(to: use.active + comments)
    }

    /// Returns a baseline of all current problems, except those that prevent loading, and those of the linter's own
    /// files.
    public func baseline(
        _ configuration: LintConfiguration = .standard, options: LintOptions = LintOptions()
    ) -> Baseline {
        var hidden = LintReport.Hidden()
        let sources = sources(configuration, options)
        let bound = registryDiagnostics(options.registry, index: sources.count - 1)
        let refused = refused(bound)
        var paths = LogicalPaths(sources)
        let configurationIndex = configuration.file.map { _ in lintedSources.count }
        let known = diagnosticsWithLevels(configuration, options, bound, &hidden)
            .filter { !refused.contains($0) && $0.span.file != configurationIndex }
        return Baseline(paths.keys(of: known).map { $0[0] })
    }
}

extension Diagnostic {
    /// G004 is never in a manifest.
    fileprivate var isAboutConfiguration: Bool { rule == .badConfiguration }
}

extension Compilation {
    /// The checks of text that the loader does not make: layout, dangerous values, and files beside the manifests. A
    /// guess never prevents a service from starting.
    fileprivate var textDiagnostics: [Diagnostic] {
        let layout = sources.indices.flatMap { sources[$0].layoutDiagnostics(file: $0) }
        let unloaded = unloadedFiles.indices.map { index in
            Diagnostic(
                .unloadedFile, at: .startOfFile(sources.count + index),
                "'\(unloadedFiles[index])' is not loaded: manifests end with '.yaml' or '.yml'",
                help: "rename it, or move it out of the set's folder")
        }
        return layout + set.plainSecrets(in: sources) + set.failOpenInterceptors() + unloaded
    }
}
