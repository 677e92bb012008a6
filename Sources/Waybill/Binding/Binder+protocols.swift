import WaybillManifest
import WaybillRules
import WaybillSyntax

extension Binder {
    /// Resolves every declared protocol to its provider, through adapters and compositions.
    mutating func bindProtocols() {
        var search = SupplySearch(set, requirements.providers, registry)
        var firstOfType: [String: ProtocolDeclaration] = [:]
        for declaration in set.protocols {
            let found = search.supplies(of: declaration)
            guard let supply = choice(of: found) else { continue }
            let spellings = declaration.spellings(among: protocols)
            guard declaration.kind == .destination else {
                bound.configurations.add(supply, for: spellings[0])
                continue
            }
            supplies[declaration.name.value] = supply
            bound.namedSupplies.add(supply, for: spellings[0], or: Array(spellings.dropFirst()))
            let type = SwiftTypeName.members(of: spellings[0]).sorted().joined(separator: " & ")
            if let first = firstOfType[type] { checkProvider(of: declaration, and: first) }
            firstOfType[type] = firstOfType[type] ?? declaration
            register(supply, for: search.types(of: declaration), declaration)
        }
    }

    private func choice(of supplies: [ModuleSupply]) -> BoundSupply? {
        guard let first = supplies.first else { return nil }
        guard supplies.count == 1 else { return .ambiguous(supplies.map { set.modules[$0.module].id.value }) }
        return modulesByIndex[first.module].map { .module($0, first.conversion) }
    }

    /// Callers ask by Swift type, so two protocols with one type must lead to one module.
    private mutating func checkProvider(of declaration: ProtocolDeclaration, and other: ProtocolDeclaration) {
        let name = declaration.name.value
        let otherName = other.name.value
        guard let supply = supplies[name], let otherSupply = supplies[otherName], !supply.isSame(as: otherSupply) else {
            return
        }
        diagnostics.append(
            Diagnostic(
                .duplicateID, at: declaration.swiftType.span,
                "'\(name)' is the same Swift type as '\(otherName)', '\(declaration.swiftType.value)', but another "
                    + "module provides it",
                notes: [.init("'\(otherName)' is declared here", at: other.name.span)],
                help: "give each protocol a Swift type of its own: callers ask by type"))
    }

    /// Registers a supply by the identity of the Swift type. Two types with one name are reported.
    private mutating func register(
        _ supply: BoundSupply, for types: [TypeName], _ declaration: ProtocolDeclaration
    ) {
        guard let type = types.first else { return }
        if let other = types.first(where: { $0.id != type.id }) {
            diagnostics.append(
                Diagnostic(
                    .factoryMismatch, at: declaration.swiftType.span,
                    "'\(declaration.swiftType.value)' means two Swift types: \(type.fullName) and \(other.fullName)",
                    help: "write the module's name too: swift: \"any \(type.fullName)\""))
        }
        bound.supplies[type.id] = supply
    }
}

extension BoundSupply {
    fileprivate func isSame(as other: BoundSupply) -> Bool {
        switch (self, other) {
        case (.module(let left, _), .module(let right, _)): left === right
        case (.ambiguous(let left), .ambiguous(let right)): left == right
        default: false
        }
    }
}
