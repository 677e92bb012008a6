extension ManifestSet {
    /// X011: who asks through an adapter means one module, and a protocol that is adapted is not provided besides. X010: what
    /// an adapter without code leads to has all parts of what is asked for.
    func checkAdapters(_ context: CheckContext) -> [Diagnostic] {
        adapters.flatMap { adapter in
            providedBesides(adapter) + providedTwice(adapter) + missingParts(adapter, context)
        }
    }

    private func missingParts(_ adapter: Adapter, _ context: CheckContext) -> [Diagnostic] {
        let name = adapter.required.value
        guard adapter.using == nil, context.protocols[name]?.parts.isEmpty == false,
            let module = onlyProvider(behind: adapter, context)
        else { return [] }
        let offered = Set(module.provides.map(\.value))
        let missing = context.parts(of: name).filter { !offered.contains($0) }
        guard !missing.isEmpty else { return [] }
        let list = missing.map { "'\($0)'" }.joined(separator: ", ")
        return [
            Diagnostic(
                .missingPart, at: adapter.provided.span,
                "adapter '\(name)' has no code, and '\(module.id.value)' does not provide what '\(name)' is composed of: \(list)",
                notes: [.init("'\(module.id.value)' is here", at: module.id.span)],
                help: "let '\(module.id.value)' provide it, or name a registered adapter by 'using'")
        ]
    }

    /// The one module that an adapter leads to, where no code changes what it makes.
    private func onlyProvider(behind adapter: Adapter, _ context: CheckContext) -> Module? {
        var name = adapter.provided.value
        var visited: Set = [adapter.required.value]
        while let next = context.adapters[name] {
            guard next.using == nil, visited.insert(name).inserted else { return nil }
            name = next.provided.value
        }
        let parts = context.parts(of: name)
        let providers = modules.filter { module in
            let offered = Set(module.provides.map(\.value))
            return offered.contains(name) || (parts != [name] && parts.allSatisfy(offered.contains))
        }
        return providers.count == 1 ? providers[0] : nil
    }

    private func providedBesides(_ adapter: Adapter) -> [Diagnostic] {
        let name = adapter.required.value
        return providers(of: name).prefix(1).map { module in
            let isConfigured = module.configuration?.value == name
            let (id, verb) = (module.id.value, isConfigured ? "is configured by" : "provides")
            return Diagnostic(
                .duplicateAdapter, at: adapter.required.span,
                "module '\(id)' \(verb) '\(name)' itself, so that this adapter would never be asked",
                notes: [.init("'\(id)' is here", at: module.id.span)],
                help: isConfigured
                    ? "remove the adapter, or the 'configuration' of '\(id)'"
                    : "remove the adapter, or take '\(name)' from what '\(id)' provides")
        }
    }

    private func providedTwice(_ adapter: Adapter) -> [Diagnostic] {
        let name = adapter.provided.value
        let providers = providers(of: name)
        guard providers.count > 1 else { return [] }
        let isConfiguration = providers.allSatisfy { $0.configuration?.value == name }
        let ids = providers.map { "'\($0.id.value)'" }.joined(separator: ", ")
        return [
            Diagnostic(
                .duplicateAdapter, at: adapter.provided.span,
                "adapter '\(adapter.required.value)' leads to '\(name)', which \(isConfiguration ? "configures several modules" : "several modules provide"): \(ids)",
                notes: providers.map { .init("'\($0.id.value)' is here", at: $0.id.span) },
                help: isConfiguration
                    ? "give each module a configuration protocol of its own"
                    : "let one of them provide '\(name)', or give each a protocol of its own")
        ]
    }

    private func providers(of name: String) -> [Module] {
        modules.filter { module in
            module.configuration?.value == name || module.provides.contains { $0.value == name }
        }
    }
}

extension CheckContext {
    /// The protocols that a composed one is made of, down to the last, sorted; a plain one itself.
    fileprivate func parts(of name: String) -> [String] {
        var (parts, seen, waiting): (Set<String>, Set<String>, [String]) = ([], [], [name])
        while let next = waiting.popLast() {
            guard seen.insert(next).inserted, let declaration = protocols[next] else { continue }
            if declaration.parts.isEmpty { parts.insert(next) } else { waiting += declaration.parts.map(\.value) }
        }
        return parts.sorted()
    }
}
