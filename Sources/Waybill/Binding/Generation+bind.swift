import WaybillManifest
import WaybillRules
import WaybillSyntax

extension Generation {
    /// The last stage: resolves every name of Swift code, decodes every configuration, and reports every problem.
    static func bind(
        _ compilation: Compilation, to registry: Registry, runtime: Runtime, after previous: Generation?,
        number: Int = 1
    ) throws(ManifestErrors) -> Generation {
        let set = compilation.set
        let check = RegistryCheck(
            set, runtime.registry, rebound: set.protocols(answering: registry.rebindings.map(\.type)),
            contexts: runtime.hosts.map(\.names))
        var binder = Binder(set, check.requirements, registry: registry, runtime: runtime, previous: previous)
        var bound = binder.bind()
        let outdated = binder.outdated
        if !outdated.isEmpty {
            binder = Binder(
                set, check.requirements, registry: registry, runtime: runtime, previous: previous, outdated: outdated)
            bound = binder.bind()
        }
        let found = (compilation.sources.isEmpty ? [] : check.diagnostics()) + binder.diagnostics
        // A value that several routes overlay is decoded repeatedly, but its diagnostics are reported once.
        let diagnostics = Set(compilation.diagnostics + found.filter { !compilation.explains($0) }).sortedByPlace()
        guard let table = compilation.table, !diagnostics.contains(where: { $0.severity == .error }) else {
            throw ManifestErrors(diagnostics: diagnostics, sources: compilation.sources)
        }
        return Generation(
            number: number, digest: compilation.digest, table: table, set: set,
            sources: compilation.sources, warnings: diagnostics, bound: bound)
    }
}

extension Compilation {
    /// Whether a value cannot be decoded because a variable in it is not set, which is already reported.
    fileprivate func explains(_ diagnostic: Diagnostic) -> Bool {
        guard diagnostic.rule == .configurationMismatch, diagnostic.severity == .error else { return false }
        return diagnostics.contains { cause in
            cause.rule == .unresolvedVariable && cause.severity == .error && cause.span.file == diagnostic.span.file
                && diagnostic.span.start <= cause.span.start && cause.span.end <= diagnostic.span.end
        }
    }
}

extension Compilation {
    /// Returns the set with the diagnostics that a service would report at its start with this registry. No registered
    /// code runs, and nothing is made.
    ///
    /// A set whose names do not fit the registry has no table, but its routing can still be explained.
    package func bound(to registry: Registry) -> Compilation {
        do {
            let runtime = Runtime(registry, RouterOptions(), nil, isOfService: true)
            let generation = try Generation.bind(self, to: registry, runtime: runtime, after: nil)
            return Compilation(self, diagnostics: generation.warnings)
        } catch {
            return Compilation(self, diagnostics: error.diagnostics)
        }
    }
}

extension Runtime {
    /// Creates a runtime. A factory that performs its modules provides a performer if the registry has none.
    ///
    /// - Parameter runner: Runs the modules that have a lifecycle.
    convenience init(
        _ registry: Registry, _ options: RouterOptions, _ runner: (any ModuleRunner)?, isOfService: Bool = false
    ) {
        let performer = registry.factories.values.lazy.compactMap { $0.performing?.performer }.first
        self.init(
            options: options, registry: RegistryIndex(registry.outline), performer: registry.performer ?? performer,
            lanes: Dictionary(
                uniqueKeysWithValues: registry.lanes.map { name, lane in
                    (name, Lane(name, on: lane.actor, waiterLimit: options.laneWaiterLimit))
                }),
            runner: runner, isOfService: isOfService, errorSinks: registry.errorSinks,
            openObservers: registry.openObservers)
    }
}
