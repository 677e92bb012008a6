import WaybillManifest
import WaybillRules

extension Router {
    /// The registered code that no current manifest names, each with its line: `handler 'show' at Notes/main.swift:12`.
    ///
    /// A reloader logs it at the start, and after a reload that changes it. The code may be for other manifests, or the
    /// name in the manifest may be misspelled.
    public var unusedRegistrations: [String] { runtime.registry.unused(in: generation.set).map(\.description) }
}
