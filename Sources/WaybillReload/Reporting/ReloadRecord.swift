import Logging
import Synchronization
import Waybill
import WaybillManifest
import WaybillSyntax

/// The results of attempts: for the status, the log, the metrics and the listeners.
final class ReloadRecord: Sendable {
    /// How many files a list of the status or of the log has.
    static let fileLimit = 50

    let logger: Logger
    let metrics: ReloadMetrics
    let state: Mutex<State>

    struct State {
        var status: ReloadStatus
        /// The time of the last publication, in seconds since 1970.
        var publishedAt: Double
        /// The failure that was logged last, so that an invalid set that is read repeatedly is logged once.
        var loggedFailure: String?
        var loggedReason: String?
        /// Whether the log says that the set waits for a writer.
        var hasLoggedWriters = false
        /// The newest is the last.
        var history: [ReloadHistory.Entry] = []
        /// By number of an attempt in the history.
        var remarks: [Int: AttemptRemarks] = [:]
        var kept = KeptSets()
        /// The running canary.
        var canary: RunningCanary?
        /// The registered code that was logged last as unused.
        var loggedUnused: [String] = []
        var listeners: [Int: AsyncStream<ReloadEvent>.Continuation] = [:]
        var subscriptions = 0
        /// Whether there are no more events.
        var hasFinished = false
        /// Whether the service was asked to end.
        var isEnding = false
    }

    /// Creates a record with the first generation: attempt 1.
    ///
    /// - Parameter isKept: Whether a rollback may lead to it.
    init(
        current generation: Generation, _ remarks: ServingRemarks, isStale: Bool = false, isKept: Bool = true,
        isReady: Bool, watching: Watching, logger: Logger, metrics: ReloadMetrics
    ) {
        let redacted = RedactedDiagnostics(remarks.warnings, in: remarks.sources)
        self.logger = logger
        self.metrics = metrics
        let start = ReloadAttempt(
            number: 1, trigger: .start, result: .published, at: timestamp(), seconds: 0,
            generation: generation.number, digest: generation.digest, diagnostics: redacted.entries,
            diagnosticsOmitted: redacted.omitted)
        let status = ReloadStatus(
            generation: generation.number, digest: generation.digest, routes: generation.set.routes.count,
            generationsLive: 1, healthy: true, ready: isReady, stale: isStale, watch: watching.mode,
            watchReason: watching.reason, replacedUnderMount: [], writers: [], lastAttempt: start, lastSuccess: start)
        let time = secondsSince1970()
        state = Mutex(State(status: status, publishedAt: time))
        state.withLock { state in
            var subject = AttemptSubject(.start)
            subject.digest = generation.digest
            state.remember(subject, start, AttemptRemarks("", redacted), ReloadCost(seconds: 0))
            if isKept { state.kept.publish(generation.digest, generation.sources) }
        }
        metrics.recordCurrent(generation.number, digest: generation.digest, since: nil)
        // A gauge that is not set is exported as 0, which here would be a failure.
        metrics.record(status, publishedAt: time)
        metrics.record(watching)
        logStart(start, generation, isStale: isStale)
        log(redacted)
        logUnused(remarks.unused)
    }

    private func logStart(_ start: ReloadAttempt, _ generation: Generation, isStale: Bool) {
        let files = counted(generation.sources.count, "file")
        let routes = counted(generation.set.routes.count, "route")
        let origin = isStale ? "start, the last good set" : "start"
        logger.info(
            "generation \(generation.number) is live (\(origin)): digest \(generation.digest), \(files), \(routes)",
            metadata: start.metadata)
    }

    var isHealthy: Bool { state.withLock { $0.status.healthy } }
    var writers: [String] { state.withLock { $0.status.writers } }

    func status(generationsLive: Int) -> ReloadStatus {
        let (recorded, canary, isEnding) = state.withLock { ($0.status, $0.canary, $0.isEnding) }
        var status = recorded
        status.canary = canary?.status
        status.generationsLive = generationsLive
        if isEnding { status.ready = false }
        status.writers = Array(status.writers.prefix(Self.fileLimit))
        status.replacedUnderMount = Array(status.replacedUnderMount.prefix(Self.fileLimit))
        return status
    }

    func recordEnding() { state.withLock { $0.isEnding = true } }

    var build: String? { state.withLock { $0.status.build } }

    func record(build: String?) { state.withLock { $0.status.build = build } }

    func record(withdrawn digests: [String]) { state.withLock { $0.status.withdrawn = digests } }
}

/// The streams of events.
extension ReloadRecord {
    func subscribe() -> AsyncStream<ReloadEvent> {
        // A listener that does not read gets only the newest events.
        let (stream, continuation) = AsyncStream<ReloadEvent>.makeStream(bufferingPolicy: .bufferingNewest(1000))
        let id: Int? = state.withLock { state in
            guard !state.hasFinished else { return nil }
            state.subscriptions += 1
            state.listeners[state.subscriptions] = continuation
            return state.subscriptions
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[id] = nil }
        }
        return stream
    }

    func report(_ event: ReloadEvent) {
        let listeners = state.withLock { $0.listeners }
        for listener in listeners.values { listener.yield(event) }
    }

    func finish() {
        let listeners = state.withLock { state in
            defer { state.listeners = [:] }
            state.hasFinished = true
            return state.listeners
        }
        for listener in listeners.values { listener.finish() }
    }
}
