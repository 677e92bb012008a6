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

extension BoundSupply {
    /// Returns the conversion with the missing cast.
    fileprivate func typed<P>(_ type: P.Type) -> Self {
        guard case .module(let module, let conversion) = self else { return self }
        return .module(module, TypedConversion<P>(casting: conversion))
    }
}
