import WaybillSyntax

extension ManifestSet {
    /// X011: who asks through an adapter means one module, and a protocol that is adapted is not provided besides. X010: what
    /// an adapter without code leads to has all parts of what is asked for.
    func checkAdapters(_ context: CheckContext) -> [Diagnostic] {
        let providers = Providers(modules)
        return adapters.flatMap { adapter in
            providedBesides(adapter, providers) + providedTwice(adapter, providers)
                + missingParts(adapter, providers, context)
        }
    }

    private func missingParts(_ adapter: Adapter, _ providers: Providers, _ context: CheckContext) -> [Diagnostic] {
        let name = adapter.required.value
        guard providers.stepsLeft > 0, adapter.using == nil, context.protocols[name]?.parts.isEmpty == false,
            let module = onlyProvider(behind: adapter, providers, context)
        else { return [] }
        let offered = Set(module.provides.map(\.value))
        let missing = context.parts(of: name, &providers.stepsLeft).filter { !offered.contains($0) }
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
    private func onlyProvider(behind adapter: Adapter, _ providers: Providers, _ context: CheckContext) -> Module? {
        var name = adapter.provided.value
        var visited: Set = [adapter.required.value]
        while let next = context.adapters[name] {
            guard next.using == nil, visited.insert(name).inserted else { return nil }
            name = next.provided.value
        }
        providers.stepsLeft -= visited.count
        let parts = context.parts(of: name, &providers.stepsLeft)
        var found = providers.of(name)
        if let first = parts.first, parts != [name] {
            found += providers.of(first).filter { module in
                let offered = Set(module.provides.map(\.value))
                return parts.allSatisfy(offered.contains) && !found.contains { $0.id.value == module.id.value }
            }
        }
        found.removeAll { $0.configuration?.value == name && !$0.provides.contains { $0.value == name } }
        return found.count == 1 ? found[0] : nil
    }

    private func providedBesides(_ adapter: Adapter, _ providers: Providers) -> [Diagnostic] {
        let name = adapter.required.value
        return providers.of(name).prefix(1).map { module in
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

    private func providedTwice(_ adapter: Adapter, _ providers: Providers) -> [Diagnostic] {
        let name = adapter.provided.value
        let providers = providers.of(name)
        guard providers.count > 1 else { return [] }
        let isConfiguration = providers.allSatisfy { $0.configuration?.value == name }
        let told = providers.prefix(Self.mostTold)
        let more = providers.count > told.count ? " and \(providers.count - told.count) more" : ""
        let ids = told.map { "'\($0.id.value)'" }.joined(separator: ", ") + more
        return [
            Diagnostic(
                .duplicateAdapter, at: adapter.provided.span,
                "adapter '\(adapter.required.value)' leads to '\(name)', which \(isConfiguration ? "configures several modules" : "several modules provide"): \(ids)",
                notes: told.map { .init("'\($0.id.value)' is here", at: $0.id.span) },
                help: isConfiguration
                    ? "give each module a configuration protocol of its own"
                    : "let one of them provide '\(name)', or give each a protocol of its own")
        ]
    }

    /// Nobody reads more names in a sentence.
    private static var mostTold: Int { 20 }
}

/// The modules by what they provide or are configured by, in their order.
private final class Providers {
    private var byName: [String: [Module]] = [:]
    /// Names that may still be looked at to tell what compositions consist of: nobody has so many.
    var stepsLeft = 1_000_000

    init(_ modules: [Module]) {
        for module in modules {
            for name in Set(module.provides.map(\.value) + [module.configuration?.value].compactMap(\.self)) {
                byName[name, default: []].append(module)
            }
        }
    }

    func of(_ name: String) -> [Module] { byName[name] ?? [] }
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
