import WaybillManifest
import WaybillRules
import WaybillSyntax

extension Binder {
    mutating func bindModules() {
        for (index, module) in set.modules.enumerated() {
            guard let entry = registry.factories[module.factory.value] else { continue }
            checkLifecycle(of: module, entry)
            guard let factory = bindFactory(module, entry, overlay: nil) else { continue }
            let boundModule = kept(module) ?? bind(module, entry, factory)
            bound.modules.append(boundModule)
            modulesByIndex[index] = boundModule
            for identifier in module.identifiers { bound.identifiers[identifier.value] = boundModule }
        }
    }

    /// - Parameter overlay: The `with:` of the route that leads to the module.
    mutating func bindFactory(_ module: Module, _ factory: any FactoryEntry, overlay: Node?) -> BoundFactory? {
        let source = module.configurationSource(overlay: overlay)
        return report { () throws(Unbindable) in try factory.bind(source) }
    }

    /// Returns the current generation's module, if nothing about it has changed.
    func kept(_ module: Module) -> BoundModule? {
        guard let previous = previousModules[module.id.value],
            previous.declaration.id.span == module.id.span, previous.declaration.meansTheSame(as: module),
            previous.hasInstanceToKeep
        else { return nil }
        return previous
    }

    /// - Parameter route: The route that `factory` gets its configuration from, if it is not only the module.
    mutating func bind(
        _ module: Module, _ entry: any FactoryEntry, _ factory: BoundFactory, configuredBy route: String? = nil
    ) -> BoundModule {
        let lane = module.lane.flatMap { runtime.lanes[$0.value] }
        let previous = previousModules[module.id.value]
        let kept = previous.flatMap { previous in
            previous.hasInstanceToKeep && previous.declaration.makesTheSame(as: module) ? previous.instance : nil
        }
        let fresh = module.scope.value == .transient ? nil : SharedInstance(isWeak: module.scope.value == .weak)
        return BoundModule(
            module, made: entry.made, factory: factory, instance: kept ?? fresh, lane: lane,
            configuringRoute: route, configurations: entry.configurations.values,
            conversions: entry.conformances.values.map(\.conversion), recursionLimit: runtime.options.recursionLimit)
    }

    /// F002: a module with a lifecycle needs a runner.
    private mutating func checkLifecycle(of module: Module, _ factory: any FactoryEntry) {
        guard factory.runs, module.scope.value == .shared, !runtime.runsModules else { return }
        diagnostics.append(
            Diagnostic(
                .factoryMismatch, at: module.factory.span,
                "module '\(module.id.value)' has a lifecycle, but nothing runs it", severity: .warning,
                help: "serve with WaybillService, which runs modules; a router alone does not"))
    }
}

extension BoundModule {
    /// Whether the instance may be reused. If it was not prepared, it would never be.
    fileprivate var hasInstanceToKeep: Bool { !factory.needsPreparation || instance?.value != nil }
}

extension Module {
    /// Whether an instance of one module can serve for the other, so that a shared instance is kept over a reload.
    ///
    /// The modules may differ in tags or identifiers.
    func makesTheSame(as other: Module) -> Bool {
        factory.value == other.factory.value && scope.value == other.scope.value
            && with?.canonicalText == other.with?.canonicalText
    }
}
