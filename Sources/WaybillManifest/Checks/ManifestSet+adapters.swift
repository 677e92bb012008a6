import WaybillSyntax

extension ManifestSet {
    /// X011: a protocol that is adapted is not provided besides. X010: what an adapter without code leads to has all parts
    /// of what is asked for.
    func checkAdapters(_ context: CheckContext) -> [Diagnostic] {
        // Names that may be looked at to tell what compositions consist of: nobody has so many.
        var stepsLeft = 1_000_000
        return adapters.flatMap { adapter in
            providedBesides(adapter, context) + missingParts(adapter, &stepsLeft, context)
        }
    }

    private func missingParts(
        _ adapter: Adapter, _ stepsLeft: inout Int, _ context: CheckContext
    ) -> [Diagnostic] {
        let name = adapter.required.value
        guard stepsLeft > 0, adapter.using == nil, context.protocols[name]?.parts.isEmpty == false,
            let module = onlyServer(behind: adapter, &stepsLeft, context)
        else { return [] }
        let offered = Set(module.provides.map(\.value))
        let missing = context.parts(of: name, &stepsLeft).filter { !offered.contains($0) }
        guard !missing.isEmpty else { return [] }
        let list = missing.map { "'\($0)'" }.joined(separator: ", ")
        return [
            Diagnostic(
                .missingPart, at: adapter.provided.span,
                "adapter '\(name)' has no code, but '\(module.id.value)' does not provide these parts of '\(name)': \(list)",
                notes: [.init("'\(module.id.value)' is here", at: module.id.span)],
                help: "add it to 'provides' of '\(module.id.value)', or name a registered adapter with 'using'")
        ]
    }

    /// The one module that an adapter leads to, where no code changes what it makes.
    private func onlyServer(
        behind adapter: Adapter, _ stepsLeft: inout Int, _ context: CheckContext
    ) -> Module? {
        var name = adapter.provided.value
        var visited: Set = [adapter.required.value]
        while let next = context.adapters[name] {
            guard next.using == nil, visited.insert(name).inserted else { return nil }
            name = next.provided.value
        }
        stepsLeft -= visited.count
        let found = context.providers.ownServers(of: name).map { modules[$0] }
        guard found.count == 1, context.protocols[name]?.kind == .destination else { return nil }
        return found[0]
    }

    private func providedBesides(_ adapter: Adapter, _ context: CheckContext) -> [Diagnostic] {
        let name = adapter.required.value
        return context.providers.listings(of: name).prefix(1).map { modules[$0] }.map { module in
            let isConfigured = module.configuration?.value == name
            let (id, verb) = (module.id.value, isConfigured ? "is configured by" : "provides")
            return Diagnostic(
                .duplicateAdapter, at: adapter.required.span,
                "module '\(id)' \(verb) '\(name)' itself, so this adapter is never used",
                notes: [.init("'\(id)' is here", at: module.id.span)],
                help: isConfigured
                    ? "remove the adapter, or the 'configuration' of '\(id)'"
                    : "remove the adapter, or remove '\(name)' from 'provides' of '\(id)'")
        }
    }
}

extension CheckContext {
    /// The protocols that a composed one is made of, down to the last, sorted; a plain one itself.
    fileprivate func parts(of name: String, _ stepsLeft: inout Int) -> [String] {
        var (parts, seen, waiting): (Set<String>, Set<String>, [String]) = ([], [], [name])
        while let next = waiting.popLast() {
            stepsLeft -= 1
            guard seen.insert(next).inserted, let declaration = protocols[next] else { continue }
            if declaration.parts.isEmpty { parts.insert(next) } else { waiting += declaration.parts.map(\.value) }
        }
        return parts.sorted()
    }
}
