public import Logging
public import Metrics
public import ServiceLifecycle
public import Waybill
import WaybillManifest
import WaybillRules
import WaybillSyntax

/// Reloads a router's manifests from disk while it runs.
///
/// A change becomes a new generation in one step, and only if the whole set is valid. Otherwise the last good
/// generation stays current, the log has the output of `waybill check`, and ``status`` reports the failure. A file that
/// is being written is not read until its writer closes it. An actor: call it from any task. An attempt never throws; its
/// problems are in the status.
///
/// ```swift
/// let reloader = Reloader(router: router, manifests: ["Routes"], logger: logger)
/// try await ServiceGroup(services: [reloader, server], gracefulShutdownSignals: [.sigterm], logger: logger).run()
/// ```
public actor Reloader: Service {
    /// The router whose generations it publishes.
    public nonisolated let router: Router
    let paths: [String]
    /// Where whole sets come from; `nil` if they are read from ``paths``.
    let source: (any ManifestSource)?
    let variables: VariableSource
    let options: ReloadOptions
    let clock: any Clock<Duration>
    var watcher: SupervisedWatcher
    let record: ReloadRecord
    /// Replaces `SIGHUP`, which reaches all reloaders of a process. For tests.
    let hangups: AsyncStream<Void>?
    /// The digest of the executable.
    private let readBuild: @Sendable () -> String?
    let lastGood: LastGoodFile?
    /// Keeps other services away from ``lastGood``.
    private var lock: FileLock?
    /// Whether the first generation has no routes, because the service waits for the first valid set.
    private let startsEmpty: Bool
    /// Attempts never overlap.
    let turns = Turns()
    /// The readings of the files at the last attempt.
    let cache = CompilationCache()
    private let executor = ReloadExecutor()
    /// The files that the last attempt read, so that the same files are not attempted again.
    var lastSeen = Seen()
    /// The files that an attempt waits for.
    var pending = PendingWrites()
    /// The files that an attempt waits for, because they are empty or missing.
    var suspects = Suspects()
    /// The digests of sets that were withdrawn, as candidates or by rollbacks, the last one last.
    var withdrawn: [String] = []
    /// The digests of the state that is stored on disk.
    var saved: (lastGood: String, withdrawn: [String])?
    /// The running canary.
    var canaryRun: CanaryRun?
    /// The attempts that callers wait for and that have not begun.
    private var upcoming: [ReloadPrecondition: Task<ReloadAttempt, Never>] = [:]
    /// The attempts that callers wait for.
    private var reloads: Set<Task<ReloadAttempt, Never>> = []
    /// Whether the service is ending: no attempt may take long any more.
    private var isEnding = false
    /// Whether the service has ended. Nothing is published afterwards.
    private(set) var hasEnded = false

    struct Seen {
        var mark: WriteLedger.Mark?
        var files: [SourceFile]?

        /// The rest of the set besides the paths: included files, and folders that includes search.
        var included: [String] = []
        /// What is not part of the set, with its folder, from which its configuration is searched.
        var exclusion = Exclusion.none
        /// `nil` if the set had errors.
        var digest: String?

        /// The files that are new or different, or at another place of the set.
        func changed(in sources: [SourceFile]) -> [SourceFile] {
            let last = files ?? []
            return sources.indices.filter { $0 >= last.count || !last[$0].isSame(as: sources[$0]) }.map {
                sources[$0]
            }
        }
    }

    /// Starts to watch. Attempts are made by ``run()`` and by ``reload(trigger:_:)``.
    ///
    /// - Parameters:
    ///   - router: Made from the same manifests.
    ///   - paths: The files and folders of the manifest set.
    ///   - environment: The values for `${NAME}` in `with:`.
    ///   - metrics: Where metrics go; `nil` for the factory of the process.
    ///   - clock: Measures debouncing, polling and deadlines.
    public init(
        router: Router, manifests paths: [String], environment: [String: String] = [:], logger: Logger,
        options: ReloadOptions = ReloadOptions(), metrics: (any MetricsFactory)? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            Start(router: router), manifests: paths, variables: VariableSource(environment), logger: logger,
            options: options, metrics: metrics, clock: clock)
    }

    /// - Parameters:
    ///   - source: Where whole sets come from; then there are no paths.
    ///   - makeWatcher: Makes the watcher; `nil` for polling alone.
    ///   - hangups: What takes the place of `SIGHUP`.
    ///   - readBuild: Reads the executable's digest.
    init(
        _ start: Start, manifests paths: [String], from source: (any ManifestSource)? = nil,
        variables: VariableSource, logger: Logger,
        options: ReloadOptions, metrics: (any MetricsFactory)?, clock: any Clock<Duration>,
        makeWatcher: MakeWatcher? = systemWatcher, hangups: AsyncStream<Void>? = nil,
        readBuild: @escaping @Sendable () -> String? = { ExecutableDigest.current }
    ) {
        router = start.router
        self.paths = paths
        self.source = source
        self.variables = variables
        self.options = options
        self.clock = clock
        self.hangups = hangups
        self.readBuild = readBuild
        watcher = SupervisedWatcher(
            paths: paths, make: source != nil || options.prefersPolling ? nil : makeWatcher)
        startsEmpty = start.isPlaceholder
        (lastGood, lock) = Self.stateFile(options, start.lock, logger)
        if let lastGood {
            DurableFile.removeLeftovers(of: lastGood.path)
            withdrawn = lastGood.load(loggingTo: logger)?.withdrawn ?? []
        }
        let generation = router.generation
        var remarks = ServingRemarks(router)
        // These manifests are not the ones for which the code was written.
        if start.refusal != nil { remarks.unused = [] }
        record = ReloadRecord(
            current: generation, remarks, isStale: start.isStale, isKept: !start.isPlaceholder,
            isReady: !start.isPlaceholder && options.isReady(generation),
            watching: source == nil ? watcher.watching : Watching(mode: .store), logger: logger,
            metrics: ReloadMetrics(metrics ?? MetricsSystem.factory))
        record.record(withdrawn: withdrawn)
        if let refusal = start.refusal {
            _ = record.recordFailure(AttemptSubject(.start), refusal, current: generation, cost: ReloadCost(seconds: 0))
        }
    }

    /// Returns the file for the state; `nil` if there is none, or another service uses it.
    private static func stateFile(
        _ options: ReloadOptions, _ lock: FileLock?, _ logger: Logger
    ) -> (LastGoodFile?, FileLock?) {
        guard let file = options.lastGoodFile.map({ LastGoodFile(path: $0) }) else { return (nil, nil) }
        if let lock { return (file, lock) }
        do throws(ManifestErrors) { return (file, try file.open()) } catch {
            logger.error("the last good manifests are not stored: \(error.diagnostics.first?.message ?? "\(error)")")
            return (nil, nil)
        }
    }

    /// What a candidate is compared with; `nil` if nothing serves yet.
    var live: Admission.Live? {
        let generation = router.generation
        return startsEmpty && generation.number == 1 ? nil : Admission.Live(generation)
    }

    /// The executor of the actor, whose thread reads and compiles manifests.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()  // lives as long as the actor
    }

    /// The current generation, and the result of the last attempt. Reading it never waits for an attempt or a file.
    public nonisolated var status: ReloadStatus {
        var status = record.status(generationsLive: router.generationsLive)
        status.source = source?.status(serving: status.digest)
        status.failedModules = router.failedModules.mapValues { $0.shortened(to: 2000) }
        return status
    }

    /// Reads ``ReloadStatus/build`` if it is not known. The executable may be large, and its file system slow: no thread that
    /// serves waits for it, and requests go first. Several may wait for one reading, each in a thread of its own, because
    /// those of Dispatch also run tasks.
    nonisolated func identifyBuild() async {
        guard record.build == nil else { return }
        let build = await withCheckedContinuation { continuation in
            LowPriorityThread.start { [readBuild] in continuation.resume(returning: readBuild()) }
        }
        record.record(build: build)
    }

    /// The last attempts, and which published sets are kept. Reading it never waits for an attempt or a file.
    public nonisolated var history: ReloadHistory { record.history }

    /// What the history knows about its attempts besides their entries, by number.
    package nonisolated var remarks: [Int: AttemptRemarks] { record.remarks }

    /// Returns the files of a published set; `nil` if they are not kept.
    package nonisolated func keptSources(of digest: String) -> [SourceFile]? { record.keptSources(of: digest) }

    /// All events from now on. Each call returns its own sequence, which ends when the reloader stops.
    public nonisolated var events: AsyncStream<ReloadEvent> { record.subscribe() }

    /// Makes an attempt now, after a running one. Callers with the same precondition who wait at the same time share
    /// one attempt.
    ///
    /// It waits up to five seconds for a file that is being written.
    ///
    /// - Returns: The attempt with its diagnostics. The manifests are live unless its result is `failed`.
    @discardableResult
    public func reload(
        trigger: ReloadTrigger = .api, _ precondition: ReloadPrecondition = ReloadPrecondition()
    ) async -> ReloadAttempt {
        if let task = upcoming[precondition] { return await task.value }
        let task = begin { reloader in
            reloader.upcoming[precondition] = nil
            return await reloader.attemptPatiently(trigger, precondition)
        }
        upcoming[precondition] = task
        return await value(of: task)
    }

    /// Begins an attempt for a caller, in turn. The end of the service cancels it; a cancellation of the caller does
    /// not.
    func begin(
        _ attempt: @escaping @Sendable (isolated Reloader) async -> ReloadAttempt
    ) -> Task<ReloadAttempt, Never> {
        let task = Task { await turns.take { await attempt(self) } }
        reloads.insert(task)
        if isEnding { task.cancel() }
        return task
    }

    func value(of task: Task<ReloadAttempt, Never>) async -> ReloadAttempt {
        defer { reloads.remove(task) }
        return await task.value
    }

    /// Cancels the attempts that callers wait for, and those that begin later.
    func cancelReloads() {
        isEnding = true
        for reload in reloads { reload.cancel() }
    }

    /// Says in status and readiness that the service was asked to end. Requests are still answered.
    package nonisolated func prepareToEnd() {
        record.recordEnding()
        options.serviceManager?.tellStopping()
    }

    /// Says that all applications listen.
    package nonisolated func tellReady() {
        let generation = router.generation
        options.serviceManager?.tellReady(
            "generation \(generation.number) is live, with \(generation.set.routes.count) routes")
    }

    /// Ends the shared modules, after a running attempt. Later attempts are refused, because their modules would never
    /// end.
    func retireModules() async {
        hasEnded = true
        cancelReloads()
        await turns.take {}
        // After the turn, so that a function that retires a module may ask for a reload: it is refused without waiting.
        await router.retireModules()
        lock = nil
    }

    /// Starts an attempt without waiting for it. Use it to reload from an interceptor or a factory.
    /// - Returns: A task whose value is the attempt.
    @discardableResult
    public nonisolated func requestReload(
        trigger: ReloadTrigger = .api, _ precondition: ReloadPrecondition = ReloadPrecondition()
    ) -> Task<ReloadAttempt, Never> {
        Task { await reload(trigger: trigger, precondition) }
    }
}

extension ReloadOptions {
    /// The files of a set, with files that only hold tests if these are run.
    ///
    /// - Parameter known: Files that are reused if they have not changed.
    func read(_ paths: [String], since known: [SourceFile] = []) -> ManifestFiles {
        ManifestFiles.read(paths: paths, readsTests: runsTests, since: known)
    }

    /// Returns the compilation with the results of the manifests' own tests, if these are run.
    func tested(_ compilation: Compilation) -> Compilation { runsTests ? compilation.tested() : compilation }

    var preparationLimits: PreparationLimits {
        PreparationLimits(module: moduleDeadline, total: preparationDeadline)
    }

    /// Whether a service with this generation can answer.
    func isReady(_ generation: Generation) -> Bool {
        !generation.set.routes.isEmpty || removalLimit?.allowsNone ?? true
    }
}
