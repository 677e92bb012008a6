import WaybillManifest
import WaybillSyntax

/// A module that serves a protocol, with the conversion of what it makes.
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

/// Finds the modules that serve protocols, through adapters and compositions. Results are cached, so that the time for
/// all protocols of a set is linear in the set.
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

    /// Returns what serves a protocol: its default, else the modules that provide it, else those that serve the
    /// protocol to which an adapter leads.
    mutating func supplies(of declaration: ProtocolDeclaration) -> [ModuleSupply] {
        var adapted: [(declaration: ProtocolDeclaration, adapter: BoundAdapter)] = []
        var next = declaration
        while supplies[next.name.value] == nil {
            let own = ownSupplies(of: next)
            // Ends a cycle of adapters, which the checks report.
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

    /// Returns the Swift types that modules were registered to provide for a protocol, beginning with that of the first
    /// module that serves it.
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
    /// Returns the registered conformance of a module's factory to a declared protocol.
    func conformance(
        of module: Module, to declaration: ProtocolDeclaration, among protocols: [String: ProtocolDeclaration]
    ) -> Conformance? {
        factories[module.factory.value]?.conformances[declaration, among: protocols]
    }
}
