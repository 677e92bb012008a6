import WaybillManifest
import WaybillRules

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
