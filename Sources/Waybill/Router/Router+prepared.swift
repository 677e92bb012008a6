import WaybillManifest
public import WaybillRules
import WaybillSyntax

extension Router {
    /// Reads manifests, compiles them, binds them to registered code, and makes their shared modules, also asynchronous
    /// ones: as `WaybillService` does, but without reloads. Modules with a lifecycle are made but not run.
    ///
    ///     let router = try await Router.prepared(manifests: "Routes", registry: registry)
    ///
    /// - Throws: ``ManifestErrors`` with every problem of the files, the manifests and the registry. It is also thrown
    ///   if one module takes more than ten seconds to make, or all of them more than thirty (F010). Modules that were
    ///   already made are retired.
    public static func prepared(
        manifests paths: String..., registry: Registry, environment: [String: String] = [:],
        options: RouterOptions = RouterOptions()
    ) async throws(ManifestErrors) -> Router {
        let files = ManifestFiles.read(paths: paths, readsTests: false)
        return try await prepared(
            compilation: .compile(files: files, environment: environment, purpose: .load), registry: registry,
            options: options)
    }

    /// Prepares a router for compiled manifests.
    /// - Throws: ``ManifestErrors`` with every problem of the manifests and the registry. It is also thrown if shared
    ///   modules cannot be made, or take too long (F010).
    public static func prepared(
        compilation: Compilation, registry: Registry, options: RouterOptions = RouterOptions()
    ) async throws(ManifestErrors) -> Router {
        try await prepared(compilation, registry, options, within: PreparationLimits(), runner: nil)
    }

    /// - Parameter runner: Runs the modules that have a lifecycle.
    package static func prepared(
        _ compilation: Compilation, _ registry: Registry, _ options: RouterOptions, within limits: PreparationLimits,
        runner: (any ModuleRunner)?
    ) async throws(ManifestErrors) -> Router {
        let router = try Router(compilation, registry, options, runner: runner)
        try await router.prepare(router.generation, after: nil, within: limits)
        return router
    }

    /// Retires all shared modules: first those of earlier generations, then the others, required ones last. Afterwards
    /// nothing is opened or made.
    ///
    /// The end of a service is often a cancellation, which does not interrupt the closing of a database.
    package func retireModules() async {
        for modules in runtime.lives.close() + [generation.sharedModules] { runtime.retirements.begin(modules) }
        await runtime.retirements.end()
    }

    /// The reasons why running modules ended early, by their ids.
    package var failedModules: [String: String] { runtime.runner?.failures ?? [:] }
}

extension Generation {
    /// F007: a synchronous caller cannot make asynchronous modules, and does not start modules with a lifecycle.
    func checkIsSynchronous(after predecessor: Generation?) throws(ManifestErrors) {
        let refused = newSharedModules(after: predecessor).map { bound.modules[$0] }.filter { module in
            module.factory.isAsynchronous || module.factory.runs && runtime.runner != nil
        }
        guard !refused.isEmpty else { return }
        let diagnostics = refused.map { module in
            Diagnostic(
                .isolationMismatch, at: module.declaration.scope.span,
                module.factory.isAsynchronous
                    ? "module '\(module.id)' is shared and its factory must be awaited, "
                        + "but this router was created synchronously"
                    : "module '\(module.id)' has a lifecycle, "
                        + "but replacing manifests synchronously does not start modules",
                help:
                    "create the router with WaybillService or with 'try await Router.prepared(…)', and reload instead of replacing"
            )
        }
        throw ManifestErrors(diagnostics: (warnings + diagnostics).sortedByPlace(), sources: sources)
    }
}
