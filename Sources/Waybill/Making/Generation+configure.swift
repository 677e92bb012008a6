import WaybillManifest
import WaybillSyntax

extension Generation {
    /// Returns the module of a configuration protocol, and its configuration as changed by `body`.
    package func configure<M>(
        _ type: M.Type, _ body: (inout M) throws -> Void
    ) throws(RoutingError) -> (BoundModule, ConfigurationChange) {
        let module = try module(configuredBy: type)
        let changed: Any?
        do {
            let changer = module.changers.first { $0.type.id == ObjectIdentifier(type) }?.changer as? TypedChanger<M>
            changed = try (changer ?? TypedChanger<M> { $0 as? M }).change(module.factory.anyConfiguration, body)
        } catch { throw module.preparationError(error) }
        guard let configuration = changed.flatMap({ module.factory.configuration($0) }) else {
            throw .adapterMismatch(
                protocol: TypeName(type).description, module: module.id, made: "\(M.self)")
        }
        return (module, ConfigurationChange(configuration: configuration))
    }

    package func module<M>(configuredBy type: M.Type) throws(RoutingError) -> BoundModule {
        let name = TypeName(type)
        switch bound.configurations[name.names] {
        case .module(let module, _): return module
        case .ambiguous(let modules): throw .ambiguous(protocol: name.description, modules: modules)
        case nil:
            throw .unprovided(
                protocol: name.description,
                suggestions: didYouMean("any \(name.description)", among: bound.configurations.spellings))
        }
    }
}
