import WaybillManifest
import WaybillRules

extension Compilation {
    /// Returns the set with the diagnostics that a service would report at its start with this registry. No registered
    /// code runs, and nothing is made.
    ///
    /// A set whose names do not fit the registry has no table, but its routing can still be explained.
    package func bound(to registry: Registry) -> Compilation {
        var bound = self
        do {
            let runtime = Runtime(registry, RouterOptions(), nil, isOfService: true)
            bound.diagnostics = try Generation.bind(self, to: registry, runtime: runtime, after: nil).warnings
        } catch {
            bound.diagnostics = error.diagnostics
            bound.tableDespiteErrors = table ?? tableDespiteErrors
            bound.table = nil
        }
        return bound
    }
}
