import WaybillManifest
import WaybillSyntax

/// A module that serves a protocol, and how what it makes becomes one.
private struct Supply {
    var module: Int
    var conversion: Conversion
}

extension Binder {
    /// Resolves every declared protocol to its provider, through adapters and compositions.
    mutating func bindProtocols() {
        let adapters = boundAdapters()
        for declaration in set.protocols {
            var visited: Set<String> = []
            let supplies = supplies(of: declaration, adapters, &visited)
            let supply = choice(of: supplies)
            let boundProtocol = BoundProtocol(
                name: declaration.name.value, swiftType: declaration.swiftType.value,
                parts: declaration.partTypes(among: protocols), supply: supply)
            checkSwiftType(of: boundProtocol, declaration)
            bound.protocols.append(boundProtocol)
            register(supply, for: supplies.compactMap(\.conversion.type), declaration)
            if supplies.count == 1 { registerDirectProvider(supplies[0], declaration) }
        }
    }

    private func choice(of supplies: [Supply]) -> BoundProtocol.Supply? {
        guard let first = supplies.first else { return nil }
        guard supplies.count == 1 else { return .ambiguous(supplies.map { set.modules[$0.module].id.value }) }
        return modulesByIndex[first.module].map { .module($0, first.conversion) }
    }

    /// Callers ask by Swift type, so two protocols with one type must lead to one module.
    private mutating func checkSwiftType(of new: BoundProtocol, _ declaration: ProtocolDeclaration) {
        let spelling = TypeName.members(of: new.swiftType).sorted()
        guard
            let other = bound.protocols.first(where: {
                TypeName.members(of: $0.swiftType).sorted() == spelling && !Self.isSame($0.supply, new.supply)
            })
        else { return }
        let notes = protocols[other.name].map {
            [Diagnostic.Note("'\(other.name)' is declared here", at: $0.name.span)]
        }
        diagnostics.append(
            Diagnostic(
                .duplicateID, at: declaration.swiftType.span,
                "'\(new.name)' is the same Swift type as '\(other.name)', '\(new.swiftType)', but another module "
                    + "provides it",
                notes: notes ?? [], help: "give each protocol a Swift type of its own: callers ask by type"))
    }

    private static func isSame(_ lhs: BoundProtocol.Supply?, _ rhs: BoundProtocol.Supply?) -> Bool {
        switch (lhs, rhs) {
        case (.module(let left, _), .module(let right, _)): left === right
        case (.ambiguous(let left), .ambiguous(let right)): left == right
        default: lhs == nil || rhs == nil  // a missing one is reported as an error of its own
        }
    }

    /// The direct path, without boxes, casts and locks: for transient modules without hooks that were registered as
    /// exactly this type.
    private mutating func registerDirectProvider(_ supply: Supply, _ declaration: ProtocolDeclaration) {
        guard !observesMaking, let module = modulesByIndex[supply.module], module.instance == nil,
            !module.factory.hasHooks,
            !module.factory.isAsynchronous,
            let conformance = conformance(of: supply.module, to: declaration),
            conformance.conversion === supply.conversion, let maker = conformance.maker(module.factory)
        else { return }
        directProviders.append((conformance.type.id, DirectProvider(module, maker)))
    }

    /// Registers a supply by the identity of the Swift type. Two types with one name are reported.
    private mutating func register(
        _ supply: BoundProtocol.Supply?, for types: [TypeName], _ declaration: ProtocolDeclaration
    ) {
        guard let type = types.first, let supply else { return }
        if let other = types.first(where: { $0.id != type.id }) {
            diagnostics.append(
                Diagnostic(
                    .factoryMismatch, at: declaration.swiftType.span,
                    "'\(declaration.swiftType.value)' means two Swift types: \(type.fullName) and \(other.fullName)",
                    help: "write the module's name too: swift: \"any \(type.fullName)\""))
        }
        bound.supplies[type.id] = supply
    }

    private func supplies(
        of declaration: ProtocolDeclaration, _ adapters: [String: BoundAdapter], _ visited: inout Set<String>
    ) -> [Supply] {
        let name = declaration.name.value
        // The checks report cycles of adapters; here the search must only end.
        guard visited.insert(name).inserted else { return [] }
        let direct = set.modules.indices.compactMap { supply(of: declaration, by: $0) }
        guard direct.isEmpty, let adapter = adapters[name], let provided = protocols[adapter.provided] else {
            return direct
        }
        return supplies(of: provided, adapters, &visited).map { base in
            Supply(module: base.module, conversion: conversion(from: base, through: adapter, to: declaration))
        }
    }

    /// What a module itself provides for a protocol: by name, or all parts of a composed one.
    private func supply(of declaration: ProtocolDeclaration, by index: Int) -> Supply? {
        guard covers(declaration, Set(set.modules[index].provides.map(\.value)), asked: []) else { return nil }
        return Supply(
            module: index, conversion: conformance(of: index, to: declaration)?.conversion ?? CastConversion())
    }

    /// Whether a protocol, or every part of it down to the last, is among the provided ones.
    private func covers(_ declaration: ProtocolDeclaration, _ provided: Set<String>, asked: Set<String>) -> Bool {
        let name = declaration.name.value
        if provided.contains(name) { return true }
        // The checks report a protocol that is composed of itself; here the search must only end.
        guard !declaration.parts.isEmpty, !asked.contains(name) else { return false }
        return declaration.parts.allSatisfy { part in
            protocols[part.value].map { covers($0, provided, asked: asked.union([name])) } ?? false
        }
    }

    private func conformance(of index: Int, to declaration: ProtocolDeclaration) -> Conformance? {
        let conformances = registry.factories[set.modules[index].factory.value]?.conformances ?? []
        return conformances.first { declaration.isMet(by: $0.type, among: protocols) }
    }

    private func conversion(
        from base: Supply, through adapter: BoundAdapter, to required: ProtocolDeclaration
    ) -> Conversion {
        if let entry = adapter.entry { return entry.lift(base.conversion) }
        return conformance(of: base.module, to: required)?.conversion ?? CastConversion(base: base.conversion)
    }
}

/// An adapter of the manifest with its registered code.
private struct BoundAdapter {
    var provided: String
    /// `nil` for an adapter without code.
    var entry: AdapterEntry?
}

extension Binder {
    /// By required protocol. Adapters whose code is missing or does not fit are reported, and treated as if they had no
    /// code.
    private mutating func boundAdapters() -> [String: BoundAdapter] {
        var result: [String: BoundAdapter] = [:]
        for adapter in set.adapters {
            let entry = adapter.using.flatMap { find(.adapter, $0, in: registry.adapters) }
            if let entry, let using = adapter.using {
                check(entry.provided, of: using, takes: true, adapter.provided)
                check(entry.required, of: using, takes: false, adapter.required)
            }
            result[adapter.required.value] = BoundAdapter(provided: adapter.provided.value, entry: entry)
        }
        return result
    }

    private mutating func check(_ type: TypeName, of using: Located<String>, takes: Bool, _ name: Located<String>) {
        guard let declaration = protocols[name.value], !declaration.isMet(by: type, among: protocols) else { return }
        let site = registry.adapters[using.value]?.site
        diagnostics.append(
            Diagnostic(
                .factoryMismatch, at: using.span,
                "adapter '\(using.value)' \(takes ? "takes" : "makes") '\(type)', not '\(declaration.swiftType.value)'",
                notes: [.init("'\(name.value)' is here", at: name.span)],
                help: "name another adapter, or change the one at \(site.map(\.description) ?? "its registration")"))
    }
}
