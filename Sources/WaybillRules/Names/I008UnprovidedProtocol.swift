import WaybillManifest
public import WaybillSyntax

extension Rule {
    public static let unprovidedProtocol = Rule("I008", "unprovided-protocol", .error, .set, [])
    public static let cycle = Rule("X001", "cycle", .error, .set, [])
    public static let danglingAdapter = Rule("X012", "dangling-adapter", .error, .set, [])
}

extension Check<CheckContext> {
    static let protocols = Check(.unprovidedProtocol, .cycle, .danglingAdapter) { $0.set.checkProtocols($0) }
}

extension ManifestSet {
    /// Every protocol must lead to a module, possibly through adapters.
    fileprivate func checkProtocols(_ context: CheckContext) -> [Diagnostic] {
        let adapterCycles = Cycles(in: context.adapters.mapValues { [$0.provided.value] })
        let partCycles = Cycles(in: context.protocols.mapValues { $0.parts.map(\.value) })
        let inCycle = adapterCycles.members.union(partCycles.members)
        let provided = context.providers.served
        let misspelt = misspeltProtocols(context)
        // The search may have missed the providers of these.
        let unsure = dependents(
            of: context.providers.isExhausted
                ? inCycle.union(protocols.filter { !$0.parts.isEmpty }.map(\.name.value)) : inCycle)
        let missing = protocols.filter {
            !provided.contains($0.name.value) && !unsure.contains($0.name.value)
                && !context.mayBeDeclaredElsewhere($0.name.value) && !misspelt.contains($0.name.value)
                && !$0.parts.contains { misspelt.contains($0.value) }
        }
        return adapterCycles.paths.compactMap { adapterCycle($0, context) }
            + partCycles.paths.compactMap { partCycle($0, context) }
            + danglingAdapters(missing, provided, context) + unprovided(missing, context)
    }

    /// The declared protocols that undeclared names under `provides` and `configuration` probably mean, or all where not
    /// every such name was searched for.
    private func misspeltProtocols(_ context: CheckContext) -> Set<String> {
        let undeclared = (modules.flatMap(\.provides) + modules.compactMap(\.configuration) + adapters.map(\.required))
            .map(\.value).filter { context.protocols[$0] == nil }
        let declared = context.protocols.keys
        let meant = Set(undeclared.flatMap { context.names.near($0, among: declared, kind: "protocol").prefix(1) })
        return undeclared.isEmpty || !context.names.isExhausted ? meant : Set(declared)
    }

    /// Returns protocols with those that need one of them, as a part or through an adapter.
    private func dependents(of names: Set<String>) -> Set<String> {
        guard !names.isEmpty else { return [] }
        var users: [String: [String]] = [:]
        for declaration in protocols {
            for part in declaration.parts { users[part.value, default: []].append(declaration.name.value) }
        }
        for adapter in adapters { users[adapter.provided.value, default: []].append(adapter.required.value) }
        var found = names
        var waiting = Array(names)
        while let next = waiting.popLast() { waiting += (users[next] ?? []).filter { found.insert($0).inserted } }
        return found
    }

    // MARK: Cycles

    private func adapterCycle(_ cycle: [String], _ context: CheckContext) -> Diagnostic? {
        let adapters = cycle.compactMap { context.adapters[$0] }
        guard let first = adapters.first else { return nil }
        let path = (cycle + cycle.prefix(1)).joined(separator: " -> ")
        return Diagnostic(
            .cycle, at: first.required.span, "adapters form a cycle: \(path)",
            notes: adapters.dropFirst().map {
                .init("'\($0.required.value)' is bound to '\($0.provided.value)' here", at: $0.required.span)
            },
            help: "bind one of them to a protocol that a module provides")
    }

    private func partCycle(_ cycle: [String], _ context: CheckContext) -> Diagnostic? {
        let declarations = cycle.compactMap { context.protocols[$0] }
        guard let first = declarations.first else { return nil }
        let path = (cycle + cycle.prefix(1)).joined(separator: " -> ")
        return Diagnostic(
            .cycle, at: first.name.span, "'\(first.name.value)' is composed of itself: \(path)",
            notes: declarations.dropFirst().map { .init("'\($0.name.value)' is composed here", at: $0.name.span) },
            help: "remove one of them from 'all_of'")
    }

    // MARK: Missing providers

    /// Reports the ends of chains of adapters. Protocols that lead to such an end are not reported again.
    private func danglingAdapters(
        _ missing: [ProtocolDeclaration], _ provided: Set<String>, _ context: CheckContext
    ) -> [Diagnostic] {
        let byProvided = Dictionary(grouping: adapters, by: \.provided.value)
        let known = provided.sorted()
        return missing.filter { context.adapters[$0.name.value] == nil }.flatMap { end in
            (byProvided[end.name.value] ?? []).map { adapter in
                let required = adapter.required.value
                return Diagnostic(
                    .danglingAdapter, at: adapter.provided.span,
                    "adapter '\(adapter.required.value)' leads to '\(end.name.value)', which no module provides",
                    notes: [.init("'\(end.name.value)' is declared here", at: end.name.span)],
                    suggestions: context.names.near(end.name.value, among: known.lazy.filter { $0 != required }),
                    help: "let a module provide '\(end.name.value)', or bind it with another adapter")
            }
        }
    }

    private func unprovided(_ missing: [ProtocolDeclaration], _ context: CheckContext) -> [Diagnostic] {
        let names = Set(missing.map(\.name.value))
        let ends = Set(adapters.map(\.provided.value))
        return missing.filter { declaration in
            // A default that does not provide the protocol is already reported.
            declaration.defaultModule == nil && context.adapters[declaration.name.value] == nil
                && !ends.contains(declaration.name.value)
                && declaration.parts.allSatisfy { !names.contains($0.value) && context.protocols[$0.value] != nil }
        }.diagnostics { declaration in
            let name = declaration.name.value
            return Diagnostic(
                .unprovidedProtocol, at: declaration.name.span,
                declaration.parts.isEmpty
                    ? "no module provides '\(name)', so every request for it fails"
                    : "no module provides all parts of '\(name)': \(declaration.parts.map(\.value).joined(separator: ", "))",
                help: help(for: declaration))
        }
    }

    private func help(for declaration: ProtocolDeclaration) -> String {
        let name = declaration.name.value
        if declaration.kind == .configuration { return "name it as the 'configuration:' of a module, or remove it" }
        return declaration.isRequired
            ? "bind it under 'adapters:', as '\(name): <provided protocol>', or remove it"
            : "list it under 'provides:' of a module, bind it under 'adapters:', or remove it"
    }
}
