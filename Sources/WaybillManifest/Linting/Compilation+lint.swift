extension Compilation {
    /// What there is to say about the set.
    ///
    /// ```
    /// what the compilation found + what only check looks for
    ///     ──comments in the manifests──▶ ──weights of the configuration──▶ + the configuration's own findings ──▶ report
    /// ```
    ///
    /// Whatever the loader refuses is in the report: neither a configuration nor an option hides it.
    public func lint(
        _ configuration: LintConfiguration = .standard, options: LintOptions = LintOptions()
    ) -> LintReport {
        let found = diagnostics + allowed + checkForTeams(configuration)
        let use = AllowanceUse(found, sources, today: options.today)
        let comments = use.diagnostics(of: sources) { !hasErrors && configuration.looksAt($0) }
        let shown = configuration.weighed(use.kept + comments) + configuration.diagnostics
        var report = LintReport(
            diagnostics: shown.sortedByPlace(), sources: sources + (configuration.file.map { [$0.source] } ?? []),
            files: sources.count, routes: set.routes.count)
        if let most = configuration.demands.budgets.findings { report.mostPerRule = most.value }
        report.hidden.allowed = configuration.weighed(use.allowed).count
        return report
    }

    /// What is no mistake to the loader: layout, and what a configuration asks for.
    private func checkForTeams(_ configuration: LintConfiguration) -> [Diagnostic] {
        TeamContext(self, configuration)?.check() ?? []
    }
}
