package import WaybillManifest

extension Compilation {
    /// The set as a registry can serve it: with what a service would say of both at its start. No registered code runs, and
    /// nothing is made.
    ///
    /// A set whose names do not fit the registry has no table, but where its requests go is known all the same.
    package func bound(to registry: Registry) -> Compilation {
        var bound = self
        do {
            let runtime = Runtime(registry, RouterOptions(), nil)
            bound.diagnostics = try Generation.bind(self, to: registry, runtime: runtime, after: nil).warnings
        } catch {
            bound.diagnostics = error.diagnostics
            bound.tableDespiteErrors = table ?? tableDespiteErrors
            bound.table = nil
        }
        return bound
    }
}
