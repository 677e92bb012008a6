import WaybillManifest
import WaybillRules
import WaybillSyntax

extension Router {
    /// Sets the host of opens to this router: the type for which handlers and interceptors may be registered.
    ///
    /// - Throws: ``ManifestErrors`` with a route or an interceptor for each handler that is registered for another type
    ///   (F013). Afterwards, manifests that use such a handler are rejected.
    package func adopt(host: TypeName) throws(ManifestErrors) {
        let hosts = (runtime.hosts + [host]).map(\.names)
        let generation = generation
        let found = RegistryCheck(generation.set, runtime.registry, contexts: hosts).diagnostics()
            .filter { $0.rule == .contextMismatch }
        guard found.isEmpty else {
            throw ManifestErrors(diagnostics: found.sortedByPlace(), sources: generation.sources)
        }
        runtime.adopt(host)
    }
}
