public import Logging
public import Metrics
public import ServiceLifecycle
public import Waybill
import WaybillManifest
import WaybillSyntax

/// A router and the reloader that keeps it up to date, as one service.
///
/// ```swift
/// let waybill = try await WaybillService(manifests: "Routes", registry: registry, logger: logger)
/// var app = Application(responder: try WaybillResponder(router: waybill.router))
/// app.addServices(waybill)
/// try await app.runService()
/// ```
///
/// It works in any `ServiceGroup`. A value: use it from any thread.
public struct WaybillService: Service {
    public let reloader: Reloader
    /// The router whose manifests are reloaded while the service runs. It answers before that too.
    public var router: Router { reloader.router }

    /// Reads and binds the manifests, makes their shared modules, and starts those that have a lifecycle. Warnings are logged,
    /// and so is registered code that no manifest names.
    ///
    /// The modules end with ``run()``. A service that is never run is to be ended by ``end()``.
    ///
    /// - Parameters:
    ///   - paths: The files and folders of the manifest set.
    ///   - environment: The values for `${NAME}` in `with:`. The process's own environment is not read unless it is given.
    ///   - policy: What to do if the manifests are invalid.
    ///   - options: How they are reloaded.
    ///   - routerOptions: The settings of the router.
    ///   - metrics: Where metrics go; `nil` for the factory of the process.
    /// - Throws: `ManifestErrors` with every problem of the manifests, if the policy allows no other start. Its description is
    ///   for people.
    public init(
        manifests paths: String..., registry: Registry, environment: [String: String] = [:],
        policy: StartPolicy = .fail, options: ReloadOptions = ReloadOptions(),
        routerOptions: RouterOptions = RouterOptions(), logger: Logger, metrics: (any MetricsFactory)? = nil
    ) async throws(ManifestErrors) {
        try await self.init(
            manifests: paths, registry: registry, environment: environment, policy: policy, options: options,
            routerOptions: routerOptions, logger: logger, metrics: metrics)
    }

    /// The same for a list of paths.
    public init(
        manifests paths: [String], registry: Registry, environment: [String: String] = [:],
        policy: StartPolicy = .fail, options: ReloadOptions = ReloadOptions(),
        routerOptions: RouterOptions = RouterOptions(), logger: Logger, metrics: (any MetricsFactory)? = nil
    ) async throws(ManifestErrors) {
        let modules = ModuleServices(
            limit: options.moduleShutdownLimit, clock: routerOptions.clock, logger: logger)
        reloader = try await Reloader.starting(
            manifests: paths, environment: environment, policy: policy,
            logger: logger, options: options, metrics: metrics
        ) { compilation throws(ManifestErrors) in
            try await Router.prepared(
                compilation, registry, routerOptions, within: options.preparationLimits, runner: modules)
        }
    }

    /// Follows the files and `SIGHUP` until it is cancelled or the service group shuts down. Then reloads under way are cancelled,
    /// and the shared modules end, as ``end()`` says.
    ///
    /// A service group shuts its services down in the reverse order, so put it before the server that answers by its router.
    public func run() async throws {
        try await reloader.run()
        await end()
    }

    /// Ends the shared modules, for a service that is made and never run, as in a test: those with a lifecycle are shut down,
    /// and what `retires` registered is called, those that others require last. It returns when all of them have ended, those
    /// that a reload has replaced too, or at ``ReloadOptions/moduleShutdownLimit``. From then on reloads are refused. A second
    /// call does nothing.
    public func end() async { await reloader.retireModules() }
}
