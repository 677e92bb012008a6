extension ManifestSet {
    /// X011: who asks through an adapter means one module, and a protocol that is adapted is not provided besides.
    func checkAdapters() -> [Diagnostic] {
        adapters.flatMap { adapter in providedBesides(adapter) + providedTwice(adapter) }
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
