import WaybillManifest

extension Router {
    /// The registered code that the current manifests name nowhere, each with its line: `handler 'show' at Notes/main.swift:12`.
    ///
    /// A reloader logs it at the start, and after a reload that changes it. The code may be meant for other manifests, or for a route
    /// whose name is misspelt.
    public var unusedRegistrations: [String] { runtime.registry.unused(in: generation.set).map(\.description) }
}
