import WaybillManifest
public import WaybillSyntax

extension Rule {
    public static let missingPart = Rule("X010", "missing-part", .error, .set, .suppressible)
}

extension Check<CheckContext> {
    static let adapters = Check(.missingPart, .duplicateAdapter) { $0.set.checkAdapters($0) }
}

extension ManifestSet {
    /// X011: an adapted protocol must not also be provided. X010: the provided protocol of an adapter without code must
    /// have all parts of the required one.
    fileprivate func checkAdapters(_ context: CheckContext) -> [Diagnostic] {
        // The limit of names to expand in compositions. Real sets have far fewer.
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

    /// Returns the only module that an adapter leads to, if no code changes what it makes.
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
            let id = module.id.value
            let verb = isConfigured ? "is configured by" : "provides"
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
    /// Returns the protocols of a composition, expanded and sorted; a plain protocol itself.
    fileprivate func parts(of name: String, _ stepsLeft: inout Int) -> [String] {
        var parts: Set<String> = []
        var seen: Set<String> = []
        var waiting: [String] = [name]
        while let next = waiting.popLast() {
            stepsLeft -= 1
            guard seen.insert(next).inserted, let declaration = protocols[next] else { continue }
            if declaration.parts.isEmpty { parts.insert(next) } else { waiting += declaration.parts.map(\.value) }
        }
        return parts.sorted()
    }
}
