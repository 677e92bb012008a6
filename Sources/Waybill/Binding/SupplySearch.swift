import WaybillManifest
import WaybillRules
import WaybillSyntax

/// A module that serves a protocol, with the conversion of what it makes.
struct ModuleSupply {
    /// Its index in the set.
    var module: Int
    var conversion: Conversion
}

/// Finds the modules that serve protocols, through adapters and compositions. Results are cached, so that the time for
/// all protocols of a set is linear in the set.
struct SupplySearch {
    private let set: ManifestSet
    private let registry: Registry
    private let providers: ProtocolProviders
    private var supplies: [String: [ModuleSupply]] = [:]

    init(_ set: ManifestSet, _ providers: ProtocolProviders, _ registry: Registry) {
        self.set = set
        self.providers = providers
        self.registry = registry
    }

    private var protocols: [String: ProtocolDeclaration] { providers.protocols }

    /// Returns what serves a protocol: its default, else the modules that provide it, else those that serve the
    /// protocol to which an adapter leads.
    mutating func supplies(of declaration: ProtocolDeclaration) -> [ModuleSupply] {
        var adapted: [(declaration: ProtocolDeclaration, adapter: Adapter)] = []
        var next = declaration
        while supplies[next.name.value] == nil {
            // Ends a cycle of adapters, which the checks report.
            supplies[next.name.value] = ownSupplies(of: next)
            guard let adapter = providers.adapter(for: next.name.value),
                let provided = protocols[adapter.provided.value]
            else { break }
            adapted.append((next, adapter))
            next = provided
        }
        for (declaration, adapter) in adapted.reversed() {
            supplies[declaration.name.value] = (supplies[adapter.provided.value] ?? []).map { base in
                supply(from: base, through: adapter, to: declaration)
            }
        }
        return supplies[declaration.name.value] ?? []
    }

    /// Returns the Swift types that modules were registered to provide for a protocol, beginning with that of the first
    /// module that serves it.
    mutating func types(of declaration: ProtocolDeclaration) -> [TypeName] {
        let supplies = supplies(of: declaration)
        let known = Set(supplies.lazy.map(\.module))
        return supplies.compactMap(\.conversion.type)
            + providers.providers(of: declaration.name.value).filter { !known.contains($0) }.compactMap { index in
                conformance(of: index, to: declaration)?.type
            }
    }

    private func ownSupplies(of declaration: ProtocolDeclaration) -> [ModuleSupply] {
        providers.ownServers(of: declaration.name.value).map { supply(of: $0, to: declaration) ?? castSupply(of: $0) }
    }

    private func supply(
        from base: ModuleSupply, through adapter: Adapter, to required: ProtocolDeclaration
    ) -> ModuleSupply {
        // An adapter whose code is missing is treated as if it had no code.
        if let entry = adapter.using.flatMap({ registry.adapters[$0.value] }) {
            return ModuleSupply(module: base.module, conversion: entry.lift(base.conversion))
        }
        return supply(of: base.module, to: required) ?? castSupply(of: base.module, after: base.conversion)
    }

    /// Returns the supply of a module; `nil` if it was not registered to provide the protocol.
    private func supply(of module: Int, to declaration: ProtocolDeclaration) -> ModuleSupply? {
        conformance(of: module, to: declaration).map { ModuleSupply(module: module, conversion: $0.conversion) }
    }

    private func castSupply(of module: Int, after conversion: Conversion? = nil) -> ModuleSupply {
        ModuleSupply(module: module, conversion: CastConversion(after: conversion))
    }

    /// Returns the registered conformance of a module's factory to a declared protocol.
    private func conformance(of module: Int, to declaration: ProtocolDeclaration) -> Conformance? {
        registry.factories[set.modules[module].factory.value]?.conformances[declaration, among: protocols]
    }
}
