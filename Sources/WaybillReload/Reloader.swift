public import Logging
public import Metrics
public import ServiceLifecycle
public import Waybill

/// Keeps a router's table what the manifests on disk say, while it serves.
///
/// A change becomes a new generation in one step, and only if the whole set is sound. Otherwise the last good
/// generation serves on, the log says what `waybill check` would say, and ``status`` tells the truth. A file that is
/// still being written is left alone until its writer closes it.
///
/// ```swift
/// let reloader = Reloader(router: router, manifests: ["Routes"], logger: logger)
/// try await ServiceGroup(services: [reloader, server], gracefulShutdownSignals: [.sigterm], logger: logger).run()
/// ```
public actor Reloader: Service {
    /// What serves.
    public nonisolated let router: Router
    let paths: [String]
    let environment: [String: String]
    let options: ReloadOptions
    let clock: any Clock<Duration>
    let watcher: SupervisedWatcher
    let record: ReloadRecord
    let lastGood: LastGoodFile?
    /// Attempts follow one another.
    let turns = Turns()
    /// What the files said at the last attempt.
    let cache = CompilationCache()
    /// What the last attempt saw, so that the same is not attempted again for nothing.
    var lastSeen = Seen()
    /// The digest of the set that failed on trial.
    var quarantine: String?
    /// The digest of the set that is kept on disk.
    var savedDigest: String?
    /// An attempt that callers wait for and that has not begun.
    private var upcoming: (demand: ReloadDemand, task: Task<ReloadAttempt, Never>)?

    struct Seen {
        var mark: WriteLedger.Mark?
        var files: [SourceFile]?

        /// Of some files those that were others, or not there, or not at the same place of the set.
        func changed(in sources: [SourceFile]) -> [SourceFile] {
            let known = files ?? []
            return sources.indices.filter { $0 >= known.count || !known[$0].isSame(as: sources[$0]) }.map {
                sources[$0]
            }
        }
        /// What belongs to the set besides the paths: files that are included, and folders that includes search.
        var included: [String] = []
    }

    /// Watches from here on; attempts are made from ``run()`` on, or by ``reload(trigger:_:)``.
    ///
    /// - Parameters:
    ///   - router: What serves, made from the same manifests.
    ///   - paths: The files and folders of the manifest set.
    ///   - environment: What `${NAME}` in `with:` stands for.
    ///   - metrics: Where metrics go; unless given, where the process's go.
    ///   - clock: What debouncing, polling and deadlines wait by.
    public init(
        router: Router, manifests paths: [String], environment: [String: String] = [:], logger: Logger,
        options: ReloadOptions = ReloadOptions(), metrics: (any MetricsFactory)? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            Start(router: router), manifests: paths, environment: environment, logger: logger, options: options,
            metrics: metrics, clock: clock)
    }

    /// - Parameter makeWatcher: Makes what sees changes; without it there are no events.
    init(
        _ start: Start, manifests paths: [String], environment: [String: String], logger: Logger,
        options: ReloadOptions, metrics: (any MetricsFactory)?, clock: any Clock<Duration>,
        makeWatcher: MakeWatcher? = systemWatcher
    ) {
        router = start.router
        self.paths = paths
        self.environment = environment
        self.options = options
        self.clock = clock
        watcher = SupervisedWatcher(paths: paths, make: options.prefersPolling ? nil : makeWatcher)
        lastGood = options.lastGoodFile.map { LastGoodFile(path: $0) }
        let generation = router.generation
        record = ReloadRecord(
            serving: generation, isStale: start.isStale, isReady: options.isReady(generation), logger: logger,
            metrics: ReloadMetrics(metrics ?? MetricsSystem.factory))
        if let refusal = start.refusal { _ = record.noteFailure(.start, refusal, serving: generation, seconds: 0) }
    }

    /// What serves, and how the last attempt went.
    public nonisolated var status: ReloadStatus {
        record.status(watching: watcher.watching, generationsLive: router.generationsLive)
    }

    /// What happens from here on. Each call is a sequence of its own; it ends when the reloader stops.
    public nonisolated var events: AsyncStream<ReloadEvent> { record.subscribe() }

    /// Makes an attempt now, after the one that is under way. Callers who wait at the same time and demand the same share
    /// one attempt.
    ///
    /// While a file is being written it waits for the end, five seconds at most.
    ///
    /// - Returns: The attempt with its diagnostics: what was asked for is live unless its result is `failed`.
    @discardableResult
    public func reload(trigger: ReloadTrigger = .api, _ demand: ReloadDemand = ReloadDemand()) async -> ReloadAttempt {
        if let upcoming, upcoming.demand == demand { return await upcoming.task.value }
        let task = Task {
            await turns.take {
                upcoming = nil
                return await attemptPatiently(trigger, demand)
            }
        }
        upcoming = (demand, task)
        return await task.value
    }

    /// Asks for an attempt and does not wait: the way from inside an interceptor or a factory.
    /// - Returns: What becomes of it, for whoever wants to wait.
    @discardableResult
    public nonisolated func requestReload(
        trigger: ReloadTrigger = .api, _ demand: ReloadDemand = ReloadDemand()
    ) -> Task<ReloadAttempt, Never> {
        Task { await reload(trigger: trigger, demand) }
    }
}

extension ReloadOptions {
    /// The files of a set: those that hold nothing but tests, where these are run.
    ///
    /// - Parameter known: Are taken as they are, where they have not changed.
    func read(_ paths: [String], since known: [SourceFile] = []) -> ManifestFiles {
        ManifestFiles.read(paths: paths, readsTests: runsTests, since: known)
    }

    /// With what the manifests' own tests say, where they are run.
    func tested(_ compilation: Compilation) -> Compilation { runsTests ? compilation.tested() : compilation }

    /// Whether a service with this generation can answer.
    func isReady(_ generation: Generation) -> Bool {
        !generation.set.routes.isEmpty || shrinkGuard?.allowsNone ?? true
    }
}
