import Foundation
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
/// It works in any `ServiceGroup`. It is a value type, safe to use from any thread.
public struct WaybillService: Service {
    /// The reloader: reloads on request, the status and the events.
    public let reloader: Reloader
    /// The router whose manifests are reloaded while the service runs. You can also use it before the service runs.
    public var router: Router { reloader.router }

    /// Reads and binds the manifests, makes their shared modules, and starts modules with a lifecycle. Warnings and
    /// registered code that no manifest names are logged.
    ///
    /// The modules end with ``run()``. If you never run the service, call ``end()``.
    ///
    /// - Parameters:
    ///   - paths: The files and folders of the manifest set.
    ///   - environment: The values for `${NAME}` in `with:`. The process's own environment is not read unless you pass
    ///     it.
    ///   - policy: What to do if the manifests are invalid.
    ///   - options: The settings of reloads.
    ///   - routerOptions: The settings of the router.
    ///   - metrics: The factory of metrics; `nil` for the factory of the process.
    /// - Throws: `ManifestErrors` with every problem of the manifests, if the policy allows no other start. Its
    ///   description is readable text.
    public init(
        manifests paths: String..., registry: Registry, environment: [String: String] = [:],
        policy: StartPolicy = .fail, options: ReloadOptions = ReloadOptions(),
        routerOptions: RouterOptions = RouterOptions(), logger: Logger, metrics: (any MetricsFactory)? = nil
    ) async throws(ManifestErrors) {
        try await self.init(
            manifests: paths, registry: registry, environment: environment, policy: policy, options: options,
            routerOptions: routerOptions, logger: logger, metrics: metrics)
    }

    /// Does the same for a list of paths.
    /// - Throws: `ManifestErrors`, as the other initializer.
    public init(
        manifests paths: [String], registry: Registry, environment: [String: String] = [:],
        policy: StartPolicy = .fail, options: ReloadOptions = ReloadOptions(),
        routerOptions: RouterOptions = RouterOptions(), logger: Logger, metrics: (any MetricsFactory)? = nil
    ) async throws(ManifestErrors) {
        try await self.init(
            manifests: paths, registry: registry, variables: VariableSource(environment), policy: policy,
            options: options, routerOptions: routerOptions, logger: logger, metrics: metrics)
    }

    /// - Parameters:
    ///   - source: Where whole sets come from; then there are no paths.
    ///   - variables: The values for `${NAME}` in `with:`.
    package init(
        manifests paths: [String], from source: (any ManifestSource)? = nil, registry: Registry,
        variables: VariableSource, policy: StartPolicy,
        options: ReloadOptions, routerOptions: RouterOptions, logger: Logger, metrics: (any MetricsFactory)?
    ) async throws(ManifestErrors) {
        let modules = ModuleServices(
            limit: options.moduleShutdownLimit, clock: routerOptions.clock, logger: logger)
        reloader = try await Reloader.starting(
            manifests: paths, from: source, variables: variables, policy: policy, logger: logger, options: options,
            metrics: metrics
        ) { compilation throws(ManifestErrors) in
            try await Router.prepared(
                compilation, registry, routerOptions, within: options.preparationLimits, runner: modules)
        }
    }

    /// Follows the files and `SIGHUP` until it is cancelled or the service group shuts down. Then running reloads are
    /// cancelled, and the shared modules end, as ``end()`` says.
    ///
    /// A service group shuts its services down in reverse order, so add this one before the server that uses its
    /// router.
    /// - Throws: Nothing. A reload that fails is recorded in the status.
    public func run() async throws {
        try await reloader.run()
        await end()
    }

    /// Ends the shared modules. Call it if you make a service and never run it, as in a test. Modules with a lifecycle
    /// are shut down, and the functions that `retires` registered are called, in the reverse order of requirements. It
    /// returns when all modules have ended, including those that a reload has replaced, or at
    /// ``ReloadOptions/moduleShutdownLimit``. Afterwards reloads are refused. A second call does nothing.
    public func end() async { await reloader.retireModules() }
}

extension WaybillService {
    /// Runs a program, and then writes remaining logs. If `body` throws, it prints the description of the error, for
    /// example all problems of the manifests, to standard error and ends the program, without a backtrace.
    ///
    /// ```swift
    /// @main
    /// enum Main {
    ///     static func main() async {
    ///         await WaybillService.exitOnError { try await application().runService() }
    ///     }
    /// }
    /// ```
    ///
    /// The exit status is 1 if the manifests have errors, and 3 if the program could not do its work: a file cannot be read, an
    /// address is in use, or anything else was thrown. ``Signals/prepare()`` is called first, so a program that has commands besides
    /// its service answers them before.
    public static func exitOnError(_ body: () async throws -> Void) async {
        Signals.prepare()
        do {
            try await body()
            LogSink.standardError.flush()
        } catch {
            LogSink.standardError.flush()
            let text = "\(error)"
            try? FileHandle.standardError.write(contentsOf: Data((text.hasSuffix("\n") ? text : text + "\n").utf8))
            exit((error as? ManifestErrors)?.diagnostics.losesFile == false ? 1 : 3)
        }
    }
}
