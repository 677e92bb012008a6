import WaybillManifest
import WaybillSyntax

extension Generation {
    /// The last stage: resolves every name of Swift code, decodes every configuration, and reports every problem.
    static func bind(
        _ compilation: Compilation, to registry: Registry, runtime: Runtime, after previous: Generation?,
        number: Int = 1
    ) throws(ManifestErrors) -> Generation {
        var binder = Binder(compilation: compilation, registry: registry, runtime: runtime, previous: previous)
        let bound = binder.bind()
        // A value that several routes overlay is decoded several times: its diagnostics are reported once.
        let diagnostics = Set(compilation.diagnostics + binder.diagnostics).sortedByPlace()
        guard let table = compilation.table, !diagnostics.contains(where: { $0.severity == .error }) else {
            throw ManifestErrors(diagnostics: diagnostics, sources: compilation.sources)
        }
        return Generation(
            number: number, digest: compilation.digest, table: table, set: compilation.set,
            sources: compilation.sources, warnings: diagnostics, bound: bound)
    }
}
