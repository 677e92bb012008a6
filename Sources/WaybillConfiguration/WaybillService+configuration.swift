#if Configuration
    public import Configuration
    public import Logging
    public import Metrics
    public import Waybill
    import WaybillManifest
    public import WaybillReload
    import WaybillRules
    import WaybillSyntax

    extension WaybillService {
        /// Makes a service whose options and variables come from a configuration.
        ///
        /// ```swift
        /// let configuration = ConfigReader(providers: [EnvironmentVariablesProvider(), file])
        /// let waybill = try await WaybillService(registry: registry, configuration: configuration, logger: logger)
        /// ```
        ///
        /// Options have keys such as `waybill.manifests`, and are read once. The variables `${NAME}` in
        /// `with:` have keys of their own: ``Configuration/ConfigKey/init(variable:)``. Their values are read from one snapshot
        /// for each attempt to reload, and when the configuration changes, the manifests are reloaded with it. They count as secrets:
        /// neither the log nor an access reporter shows them.
        ///
        /// - Parameters:
        ///   - options: The settings for which the configuration has no value.
        ///   - routerOptions: The settings of the router for which the configuration has no value.
        ///   - metrics: The factory of metrics; `nil` for the factory of the process.
        /// - Throws: ``ConfigurationErrors`` with every option that has no valid value, and `ManifestErrors` with every problem of
        ///   the manifests.
        public init(
            registry: Registry, configuration: ConfigReader, options: ReloadOptions = ReloadOptions(),
            routerOptions: RouterOptions = RouterOptions(), logger: Logger, metrics: (any MetricsFactory)? = nil
        ) async throws {
            let snapshot = configuration.snapshot()
            let settings = try ConfiguredSettings(
                over: ConfiguredSettings(options: options, routerOptions: routerOptions)
            ) { snapshot.text(for: ConfigKey($0)) }
            try await self.init(
                manifests: settings.manifests, registry: registry, variables: VariableSource(configuration),
                policy: settings.policy, options: settings.options, routerOptions: settings.routerOptions,
                logger: logger,
                metrics: metrics)
        }
    }

    extension Router {
        /// Makes a router whose manifests, options and variables come from a configuration. It does not follow changes.
        ///
        /// - Parameter options: The settings for which the configuration has no value.
        /// - Throws: ``ConfigurationErrors`` with every option that has no valid value, and `ManifestErrors` with every problem of
        ///   the manifests and the registry.
        public convenience init(
            registry: Registry, configuration: ConfigReader, options: RouterOptions = RouterOptions()
        ) throws {
            let snapshot = configuration.snapshot()
            let settings = try ConfiguredSettings(
                over: ConfiguredSettings(options: ReloadOptions(), routerOptions: options)
            ) { snapshot.text(for: ConfigKey($0)) }
            let files = ManifestFiles.read(paths: settings.manifests, readsTests: false)
            try self.init(
                compilation: .compile(files: files, environment: Environment(snapshot), purpose: .load),
                registry: registry,
                options: settings.routerOptions)
        }
    }

    extension VariableSource {
        init(_ configuration: ConfigReader) {
            self.init(
                snapshot: { Environment(configuration.snapshot()) },
                follow: { changed in
                    // A provider that cannot be followed has no changes.
                    try? await configuration.watchSnapshot { snapshots in
                        for await _ in snapshots { await changed() }
                    }
                })
        }
    }

    extension Environment {
        init(_ snapshot: ConfigSnapshotReader) {
            self.init { name in snapshot.text(for: ConfigKey(variable: name), isSecret: true) }
        }
    }
#endif
