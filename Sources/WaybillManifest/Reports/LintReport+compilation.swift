import WaybillSyntax

extension LintReport {
    /// What a set's own service can say of it: all that compiling and binding found, and what breaks the policies of a
    /// configuration. `waybill check` also looks at how manifests are written.
    package init(_ compilation: Compilation, _ configuration: LintConfiguration = .standard) {
        let policies = SuppressionResult(compilation.policyDiagnostics(configuration), in: compilation.sources)
        let found = configuration.weighed(compilation.diagnostics + policies.active)
        self.init(
            diagnostics: (found + configuration.diagnostics).sortedByPlace(), sources: compilation.lintedSources,
            files: compilation.sources.count, routes: compilation.set.routes.count)
        if let file = configuration.file {
            sources.append(file.source)
            isWhole = file.source.isReadable
        }
        if let most = configuration.mostPerRule { mostPerRule = most }
        hidden.allowed = configuration.weighed(compilation.ungrouped.suppressed + policies.suppressed).count
    }
}
