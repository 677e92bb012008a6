import WaybillManifest
import WaybillRules
import WaybillSyntax

extension Generation {
    /// Returns the module that provides a Swift type, and the conversion of what it makes.
    package func provider<P>(for type: P.Type) throws(RoutingError) -> (BoundModule, TypedConversion<P>) {
        switch try supply(for: type) {
        case .ambiguous(let modules):
            throw .ambiguous(protocol: TypeName(type).description, modules: modules)
        case .module(let module, let conversion):
            return (module, conversion as? TypedConversion<P> ?? TypedConversion(casting: conversion))
        }
    }

    private func supply<P>(for type: P.Type) throws(RoutingError) -> BoundSupply {
        let id = ObjectIdentifier(type)
        if let supply = bound.supplies[id] ?? lateSupplies[id] { return supply }
        let name = TypeName(type)
        guard let supply = bound.namedSupplies[name.names] else {
            throw .unprovided(
                protocol: name.description,
                suggestions: didYouMean("any \(name.description)", among: bound.namedSupplies.spellings))
        }
        return lateSupplies.add(supply.typed(type), for: id)
    }

    package func boundModule(identifier: String) throws(RoutingError) -> BoundModule {
        guard let module = bound.identifiers[identifier] else {
            throw .unknownIdentifier(identifier, suggestions: didYouMean(identifier, among: bound.identifiers.keys))
        }
        return module
    }
}

extension Generation {
    /// Returns this generation's module with an id; `nil` if there is none.
    ///
    /// - Parameter route: The route that configures it; `nil` for the module itself.
    package func boundModule(id: String, configuredBy route: String?) -> BoundModule? {
        let found: BoundModule?
        if let route {
            found = bound.routes.first { $0.id == route }?.module
        } else {
            found = bound.modules.first { $0.id == id }
        }
        return found?.id == id ? found : nil
    }
}

extension BoundSupply {
    /// Returns the conversion with the missing cast.
    fileprivate func typed<P>(_ type: P.Type) -> Self {
        guard case .module(let module, let conversion) = self else { return self }
        return .module(module, TypedConversion<P>(casting: conversion))
    }
}

extension Generation {
    /// Returns the module of a configuration protocol, and its configuration as changed by `body`.
    package func configure<M>(
        _ type: M.Type, _ body: (inout M) throws -> Void
    ) throws(RoutingError) -> (BoundModule, ConfigurationChange) {
        let module = try module(configuredBy: type)
        let own = module.factory.anyConfiguration
        let view = module.configurations.first { $0.type.id == ObjectIdentifier(type) }?.view as? ConfigurationView<M>
        let seen = if let view { view.view(own) } else { own as? M }
        var changed: (any Sendable)?
        if var seen {
            do { try body(&seen) } catch { throw module.preparationError(error) }
            changed = module.factory.configuration(seen)
        }
        guard let changed else {
            throw .adapterMismatch(
                protocol: TypeName(type).description, module: module.id, made: "\(M.self)")
        }
        return (module, ConfigurationChange(configuration: changed))
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
