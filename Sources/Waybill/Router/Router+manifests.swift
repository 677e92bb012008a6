import WaybillManifest
import WaybillRules
import WaybillSyntax

extension Router {
    /// Reads manifests, compiles them, and binds them to registered code.
    ///
    ///     let router = try Router(manifests: "Routes", registry: registry)
    ///
    /// - Parameters:
    ///   - paths: Files, or folders with every `*.yaml` and `*.yml` below them, except files that only hold tests.
    ///   - environment: The values for `${NAME}` in `with:`. The library never reads the process's own environment.
    /// - Throws: ``ManifestErrors`` with every problem of the files, the manifests and the registry.
    public convenience init(
        manifests paths: String..., registry: Registry, environment: [String: String] = [:],
        options: RouterOptions = RouterOptions()
    ) throws(ManifestErrors) {
        let files = ManifestFiles.read(paths: paths, readsTests: false)
        try self.init(
            compilation: .compile(files: files, environment: environment, purpose: .load), registry: registry,
            options: options)
    }
}
