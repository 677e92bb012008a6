import WaybillManifest
package import WaybillRules
import WaybillSyntax

extension LintReport {
    /// Creates the report that a service can give about its own set: the diagnostics of compiling and binding, and of
    /// the policies. `waybill check` also checks layout and style.
    package init(_ compilation: Compilation, _ configuration: LintConfiguration = .standard) {
        let policies = SuppressionResult(compilation.policyDiagnostics(configuration), in: compilation.sources)
        let found = configuration.applyingLevels(to: compilation.diagnostics + policies.active)
        self.init(
            diagnostics: (found + configuration.diagnostics).sortedByPlace(), sources: compilation.lintedSources,
            files: compilation.sources.count, routes: compilation.set.routes.count)
        if let file = configuration.file {
            sources.append(file.source)
            isWhole = file.source.isReadable
        }
        if let maximum = configuration.maximumPerRule { maximumPerRule = maximum }
        hidden.allowed = configuration.applyingLevels(to: compilation.ungrouped.suppressed + policies.suppressed).count
    }
}
