import WaybillManifest
import WaybillSyntax

/// A module that serves a protocol, and how what it makes becomes one.
struct ModuleSupply {
    /// Its index in the set.
    var module: Int
    var conversion: Conversion
}

/// An adapter of the manifest with its registered code.
struct BoundAdapter {
    var provided: String
    /// `nil` for an adapter without code.
    var entry: AdapterEntry?
}

/// Finds the modules that serve protocols, through adapters and compositions. It remembers what it found, so that all
/// protocols of a set together take time linear in the set.
struct SupplySearch {
    private let set: ManifestSet
    private let protocols: [String: ProtocolDeclaration]
    private let registry: Registry
    /// By required protocol.
    private let adapters: [String: BoundAdapter]
    private let providers: ProtocolProviders
    private var supplies: [String: [ModuleSupply]] = [:]

    init(
        _ set: ManifestSet, _ protocols: [String: ProtocolDeclaration], _ registry: Registry,
        adapters: [String: BoundAdapter]
    ) {
        self.set = set
        self.protocols = protocols
        self.registry = registry
        self.adapters = adapters
        providers = ProtocolProviders(set)
    }

    /// What serves a protocol: its default, else the modules that provide it, else those that serve the protocol that an
    /// adapter leads to.
    mutating func supplies(of declaration: ProtocolDeclaration) -> [ModuleSupply] {
        var adapted: [(declaration: ProtocolDeclaration, adapter: BoundAdapter)] = []
        var next = declaration
        while supplies[next.name.value] == nil {
            let own = ownSupplies(of: next)
            // The checks report cycles of adapters; here the search must only end.
            supplies[next.name.value] = own
            guard own.isEmpty, let adapter = adapters[next.name.value], let provided = protocols[adapter.provided]
            else {
                break
            }
            adapted.append((next, adapter))
            next = provided
        }
        for (declaration, adapter) in adapted.reversed() {
            supplies[declaration.name.value] = (supplies[adapter.provided] ?? []).map { base in
                ModuleSupply(module: base.module, conversion: conversion(from: base, through: adapter, to: declaration))
            }
        }
        return supplies[declaration.name.value] ?? []
    }

    /// The Swift types that modules were registered to provide for a protocol, that of the first one that serves it first.
    mutating func types(of declaration: ProtocolDeclaration) -> [TypeName] {
        supplies(of: declaration).compactMap(\.conversion.type)
            + providers.providers(of: declaration.name.value).compactMap { index in
                registry.conformance(of: set.modules[index], to: declaration, among: protocols)?.type
            }
    }

    private func ownSupplies(of declaration: ProtocolDeclaration) -> [ModuleSupply] {
        providers.ownServers(of: declaration.name.value).map { index in
            let conformance = registry.conformance(of: set.modules[index], to: declaration, among: protocols)
            return ModuleSupply(module: index, conversion: conformance?.conversion ?? CastConversion())
        }
    }

    private func conversion(
        from base: ModuleSupply, through adapter: BoundAdapter, to required: ProtocolDeclaration
    ) -> Conversion {
        if let entry = adapter.entry { return entry.lift(base.conversion) }
        let conformance = registry.conformance(of: set.modules[base.module], to: required, among: protocols)
        return conformance?.conversion ?? CastConversion(after: base.conversion)
    }
}

extension Registry {
    /// What a module's factory was registered to provide for a declared protocol.
    func conformance(
        of module: Module, to declaration: ProtocolDeclaration, among protocols: [String: ProtocolDeclaration]
    ) -> Conformance? {
        factories[module.factory.value]?.conformances[declaration, among: protocols]
    }
}
