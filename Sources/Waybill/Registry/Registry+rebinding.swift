import WaybillManifest

extension Registry {
    /// Lets something else answer a Swift type, whatever the manifests say.
    package mutating func addRebinding<P, T: Sendable>(
        _ type: P.Type, to make: @escaping @Sendable () throws -> T, as convert: @escaping @Sendable (T) -> P
    ) {
        var scratch = Registry()
        scratch.register("rebound") { _ in try make() }.provides(type, convert)
        rebindings.append((TypeName(P.self), scratch.factories["rebound"]))
    }
}

extension Binder {
    /// Puts what was rebound before what the manifests say; the last one of a type counts.
    mutating func bindRebindings() {
        for (type, entry) in registry.rebindings {
            let place = SourceSpan(file: 0, start: 0, end: 0)
            let source = ConfigurationSource(node: nil, anchor: place, taker: "a rebinding")
            guard let entry, let factory = report({ () throws(Unbindable) in try entry.bind(source) }),
                let conformance = entry.conformances.first
            else { continue }
            let module = bind(Module(id: Located("rebound \(type)", at: place)), entry, factory)
            bound.supplies[type.id] = .module(module, conformance.conversion)
            directWays.removeAll { $0.type == type.id }
            if !runtime.observesMaking, let maker = conformance.maker(factory) {
                directWays.append((type.id, DirectProvider(module, maker)))
            }
        }
        bound.direct = TypeTable(directWays)
    }
}
