import WaybillManifest

extension Router {
    /// Reads manifests, compiles them, and binds them to registered code.
    ///
    ///     let router = try Router(manifests: "Routes", registry: registry)
    ///
    /// - Parameters:
    ///   - paths: Files, or folders with every `*.yaml` and `*.yml` below them, but for those that hold nothing but tests.
    ///   - environment: What `${NAME}` in `with:` values stands for. The library never reads the process's own.
    /// - Throws: Everything that is wrong with the manifests, alone and for this registry.
    public convenience init(
        manifests paths: String..., registry: Registry, environment: [String: String] = [:],
        options: RouterOptions = RouterOptions()
    ) throws(ManifestErrors) {
        let files = ManifestFiles.read(paths: paths, readsTests: false)
        try self.init(
            compilation: .compile(files: files, environment: environment, purpose: .load), registry: registry, options: options)
    }
}
