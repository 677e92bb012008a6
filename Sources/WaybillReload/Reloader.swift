public import Logging
public import ServiceLifecycle
import Synchronization
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
    let router: Router
    let paths: [String]
    let environment: [String: String]
    let options: ReloadOptions
    let clock: any Clock<Duration>
    let watcher: any ChangeWatcher
    let record: ReloadRecord
    /// What the last attempt saw, so that the same is not attempted again for nothing.
    var lastSeen = Seen()

    struct Seen {
        var mark: WriteLedger.Mark?
        var fingerprint: Int?
        var included: [String] = []
    }

    /// Watches from here on; attempts are made from ``run()`` on, or by ``reload(trigger:)``.
    ///
    /// - Parameters:
    ///   - router: What serves, made from the same manifests.
    ///   - paths: The files and folders of the manifest set.
    ///   - environment: What `${NAME}` in `with:` stands for.
    ///   - clock: What debouncing and polling wait by.
    public init(
        router: Router, manifests paths: [String], environment: [String: String] = [:], logger: Logger,
        options: ReloadOptions = ReloadOptions(), clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.router = router
        self.paths = paths
        self.environment = environment
        self.options = options
        self.clock = clock
        watcher = makeWatcher(paths: paths, prefersPolling: options.prefersPolling)
        record = ReloadRecord(serving: router.generation, logger: logger)
    }

    /// What serves, and how the last attempt went.
    public nonisolated var status: ReloadStatus { record.status(watching: watcher.watching) }

    /// What happens from here on. Each call is a sequence of its own; it ends when the reloader stops.
    public nonisolated var events: AsyncStream<ReloadEvent> { record.subscribe() }

    /// Makes an attempt now, after those that are under way.
    ///
    /// While a file is being written it waits for the end, five seconds at most.
    ///
    /// - Returns: The attempt with its diagnostics: what was asked for is live unless its result is `failed`.
    @discardableResult
    public func reload(trigger: ReloadTrigger = .api) async -> ReloadAttempt {
        for _ in 0..<100 {
            if let attempt = attempt(trigger) { return attempt }
            guard (try? await clock.sleep(for: .milliseconds(50))) != nil else { break }
        }
        return giveUp(trigger)
    }
}
