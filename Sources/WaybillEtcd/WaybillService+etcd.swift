#if Etcd
    public import Logging
    public import Metrics
    public import Waybill
    import WaybillManifest
    public import WaybillReload

    extension WaybillService {
        /// Makes a service whose manifests are the set that a fleet publishes in etcd.
        ///
        /// ```swift
        /// let source = EtcdSource(try EtcdAddress("etcd://10.0.0.1:2379/waybill/prod"), instance: "web-1", logger: logger)
        /// let waybill = try await WaybillService(etcd: source, registry: registry, options: options, logger: logger)
        /// ```
        ///
        /// If etcd does not answer at the start, the set in ``/WaybillReload/ReloadOptions/lastGoodFile`` serves, and the status
        /// says that it is stale. Without one, the service waits: it is not ready, and answers no request as if it knew its
        /// routes. Policies of a `.waybill.yaml` are applied by `waybill push`, not here.
        ///
        /// - Parameters:
        ///   - environment: The values for `${NAME}` in `with:`. They are not part of the set.
        ///   - startLimit: How long to wait for the first set.
        ///   - metrics: The factory of metrics; `nil` for the factory of the process.
        /// - Throws: `ManifestErrors` if the file of the last good set is in use or cannot be made.
        public init(
            etcd source: EtcdSource, registry: Registry, environment: [String: String] = [:],
            startLimit: Duration = .seconds(5), options: ReloadOptions = ReloadOptions(),
            routerOptions: RouterOptions = RouterOptions(), logger: Logger, metrics: (any MetricsFactory)? = nil
        ) async throws(ManifestErrors) {
            source.describe(registry.outline)
            await source.begin(within: startLimit)
            try await self.init(
                manifests: [], from: source, registry: registry, variables: VariableSource(environment),
                policy: options.lastGoodFile == nil ? .wait : .lastGoodOrWait, options: options,
                routerOptions: routerOptions, logger: logger, metrics: metrics)
        }
    }
#endif
