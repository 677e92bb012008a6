import WaybillManifest
import WaybillRules
import WaybillSyntax

extension Binder {
    /// Replaces the manifests' modules by the rebindings of tests. The last rebinding of a type counts.
    mutating func bindRebindings() {
        for (type, entry) in registry.rebindings {
            let place = SourceSpan.startOfFile()
            let source = ConfigurationSource(node: nil, anchor: place, taker: "a rebinding")
            guard let entry, let factory = report({ () throws(Unbindable) in try entry.bind(source) }),
                let conformance = entry.conformances.values.first
            else { continue }
            let module = bind(Module(id: Located("rebound \(type)", at: place)), entry, factory)
            bound.supplies[type.id] = .module(module, conformance.conversion)
            // A module that nobody asks for need not be made.
            for name in set.protocols(answering: [type]) { supplies[name] = .module(module, conformance.conversion) }
            directProviders[type.id] =
                observesMaking ? nil : conformance.maker(factory).map { DirectProvider(module, $0) }
        }
        bound.direct = TypeTable(directProviders)
    }
}

extension ManifestSet {
    /// Returns the names of the declared protocols for some types.
    func protocols(answering types: [TypeName]) -> Set<String> {
        guard !types.isEmpty else { return [] }
        let protocols = Dictionary(self.protocols.map { ($0.name.value, $0) }, uniquingKeysWith: { first, _ in first })
        return Set(
            self.protocols.filter { declaration in
                let spellings = declaration.spellings(among: protocols)
                return types.contains { spellings.contains(where: $0.names.matches) }
            }.map(\.name.value))
    }
}
