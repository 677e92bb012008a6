import WaybillManifest
import WaybillSyntax

extension Router {
    /// Says what brings opens to this router: the type that handlers and interceptors may be registered for.
    ///
    /// - Throws: ``ManifestErrors`` with a route or an interceptor for each handler that is registered for another type (F013). From
    ///   then on, manifests that use such a handler are rejected.
    package func adopt(host: TypeName) throws(ManifestErrors) {
        let hosts = runtime.hosts + [host]
        let generation = generation
        let handlers = generation.set.handlerNames.flatMap { registry.hostMismatch(.handler, $0, among: hosts) }
        let interceptors = generation.set.interceptors.flatMap { interceptor in
            guard case .use(let name) = interceptor.action else { return [Diagnostic]() }
            return registry.hostMismatch(.interceptor, name, among: hosts)
        }
        guard handlers.isEmpty, interceptors.isEmpty else {
            throw ManifestErrors(diagnostics: (handlers + interceptors).sortedByPlace(), sources: generation.sources)
        }
        runtime.adopt(host)
    }
}

extension Registry {
    /// F013. Whether the code of this name is registered for another host than one that opens.
    func hostMismatch(_ kind: Kind, _ name: Located<String>, among hosts: [TypeName]) -> [Diagnostic] {
        let needed = kind == .handler ? handlers[name.value]?.host : interceptors[name.value]?.host
        guard let needed, let other = hosts.first(where: { $0.id != needed.id }) else { return [] }
        return [
            Diagnostic(
                .contextMismatch, at: name.span,
                "\(kind.rawValue) '\(name.value)' is registered for the context \(needed), and requests come with \(other)",
                help: "register it for \(other), or serve with a context of type \(needed)")
        ]
    }
}
