extension ManifestSet {
    /// X001, X012 and I008: every protocol leads to a module, through adapters too.
    func checkProtocols(_ context: CheckContext) -> [Diagnostic] {
        let adapterCycles = ProtocolGraph.cycles(in: context.adapters.mapValues { [$0.provided.value] })
        let partCycles = ProtocolGraph.cycles(in: context.protocols.mapValues { $0.parts.map(\.value) })
        let inCycle = Set(adapterCycles.flatMap { $0 } + partCycles.flatMap { $0 })
        let provided = ProtocolGraph.provided(by: self)
        let misspelt = misspeltProtocols(context)
        let missing = protocols.filter {
            !provided.contains($0.name.value) && !inCycle.contains($0.name.value)
                && !context.mayBeDeclaredElsewhere($0.name.value) && !misspelt.contains($0.name.value)
        }
        return adapterCycles.compactMap { adapterCycle($0, context) }
            + partCycles.compactMap { partCycle($0, context) }
            + danglingAdapters(missing, context) + unprovided(missing, context)
    }

    /// The declared protocols that undeclared names under `provides` and `configuration` were probably meant to be.
    private func misspeltProtocols(_ context: CheckContext) -> Set<String> {
        let undeclared = (modules.flatMap(\.provides) + modules.compactMap(\.configuration) + adapters.map(\.required))
            .map(\.value).filter { context.protocols[$0] == nil }
        return Set(undeclared.flatMap { context.names.near($0, among: context.protocols.keys).prefix(1) })
    }

    // MARK: Cycles

    private func adapterCycle(_ cycle: [String], _ context: CheckContext) -> Diagnostic? {
        let adapters = cycle.compactMap { context.adapters[$0] }
        guard let first = adapters.first else { return nil }
        let path = (cycle + cycle.prefix(1)).joined(separator: " -> ")
        return Diagnostic(
            .cycle, at: first.required.span, "adapters lead back to themselves: \(path)",
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
            help: "take one of them out of 'all_of'")
    }

    // MARK: Nothing provides it

    /// The ends of chains of adapters. Whoever stands before such an end is not reported again.
    private func danglingAdapters(_ missing: [ProtocolDeclaration], _ context: CheckContext) -> [Diagnostic] {
        missing.filter { context.adapters[$0.name.value] == nil }.flatMap { end in
            adapters.filter { $0.provided.value == end.name.value }.map { adapter in
                Diagnostic(
                    .danglingAdapter, at: adapter.provided.span,
                    "adapter '\(adapter.required.value)' leads to '\(end.name.value)', which nothing provides",
                    notes: [.init("'\(end.name.value)' is declared here", at: end.name.span)],
                    suggestions: nearest(to: end.name.value, except: adapter.required.value, context),
                    help: "let a module provide '\(end.name.value)', or bind it with an adapter of its own")
            }
        }
    }

    private func nearest(to name: String, except required: String, _ context: CheckContext) -> [String] {
        let provided = ProtocolGraph.provided(by: self).filter { $0 != required }
        return context.names.near(name, among: provided.sorted())
    }

    private func unprovided(_ missing: [ProtocolDeclaration], _ context: CheckContext) -> [Diagnostic] {
        let names = Set(missing.map(\.name.value))
        let ends = Set(adapters.map(\.provided.value))
        return missing.filter { declaration in
            context.adapters[declaration.name.value] == nil && !ends.contains(declaration.name.value)
                && declaration.parts.allSatisfy { !names.contains($0.value) && context.protocols[$0.value] != nil }
        }.findings { declaration in
            let name = declaration.name.value
            return Diagnostic(
                .unprovidedProtocol, at: declaration.name.span,
                declaration.parts.isEmpty
                    ? "nothing provides '\(name)': whoever asks for it would fail"
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

/// Which protocols lead to which.
enum ProtocolGraph {
    /// The protocols that somebody who asks for them gets: provided by a module, whole or in all parts, or bound to
    /// such a one by adapters.
    static func provided(by set: ManifestSet) -> Set<String> {
        let byModule = set.modules.map { module in
            Set(module.provides.map(\.value) + (module.configuration.map { [$0.value] } ?? []))
        }
        var provided = byModule.reduce(into: Set()) { $0.formUnion($1) }
        var perModule = byModule
        var isGrowing = true
        while isGrowing {
            let before = provided.count
            for composed in set.protocols where !composed.parts.isEmpty && !provided.contains(composed.name.value) {
                for index in perModule.indices where composed.parts.allSatisfy({ perModule[index].contains($0.value) })
                {
                    perModule[index].insert(composed.name.value)
                    provided.insert(composed.name.value)
                }
            }
            for adapter in set.adapters where provided.contains(adapter.provided.value) {
                provided.insert(adapter.required.value)
            }
            isGrowing = provided.count > before
        }
        return provided
    }

    /// The cycles of a graph, each once, from its smallest name on.
    static func cycles(in edges: [String: [String]]) -> [[String]] {
        var state: [String: Int] = [:]
        var cycles: Set<[String]> = []
        for start in edges.keys.sorted() where state[start] == nil {
            // An explicit stack: a chain may be as long as a manifest.
            var path = [start]
            var pending = [edges[start, default: []][...]]
            state[start] = 1
            while let node = path.last {
                guard let next = pending[pending.count - 1].popFirst() else {
                    state[node] = 2
                    path.removeLast()
                    pending.removeLast()
                    continue
                }
                if state[next] == 1, let index = path.firstIndex(of: next) {
                    cycles.insert(rotated(Array(path[index...])))
                } else if state[next] == nil, let further = edges[next] {
                    state[next] = 1
                    path.append(next)
                    pending.append(further[...])
                }
            }
        }
        return cycles.sorted { $0.lexicographicallyPrecedes($1) }
    }

    private static func rotated(_ cycle: [String]) -> [String] {
        guard let least = cycle.min(), let index = cycle.firstIndex(of: least) else { return cycle }
        return Array(cycle[index...] + cycle[..<index])
    }
}
