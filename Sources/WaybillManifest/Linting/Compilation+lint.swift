extension Compilation {
    /// What there is to say about the set.
    ///
    /// ```
    /// compilation ──▶ its findings + those that only check looks for ──weigh──▶ report
    /// ```
    ///
    /// Whatever the loader refuses is in the report: neither a configuration nor an option hides it.
    public func lint(_ configuration: LintConfiguration = .standard) -> LintReport {
        let found = diagnostics + checkForTeams(configuration)
        let shown = configuration.weighed(found) + configuration.diagnostics
        return LintReport(
            diagnostics: shown.sortedByPlace(), sources: sources + (configuration.file.map { [$0.source] } ?? []),
            files: sources.count, routes: set.routes.count)
    }

    /// What is no mistake to the loader: layout, and what a configuration asks for.
    private func checkForTeams(_ configuration: LintConfiguration) -> [Diagnostic] {
        []
    }
}
