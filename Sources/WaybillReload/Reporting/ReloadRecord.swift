import Logging
import Metrics
import Synchronization
import Waybill
import WaybillDigest
import WaybillManifest
import WaybillSyntax

/// The results of attempts: for the status, the log, the metrics and the listeners.
final class ReloadRecord: Sendable {
    private let logger: Logger
    private let metrics: ReloadMetrics
    private let state: Mutex<State>

    fileprivate struct State {
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
        /// The sets that were published. The newest is the last.
        var kept: [(digest: String, sources: [SourceFile])]
        /// The registered code that was logged last as unused.
        var loggedUnused: [String] = []
        var listeners: [Int: AsyncStream<ReloadEvent>.Continuation] = [:]
        var subscriptions = 0
        /// Whether there are no more events.
        var hasFinished = false
    }

    /// Creates a record with the first generation: attempt 1.
    ///
    /// - Parameter isKept: Whether a rollback may lead to it.
    init(
        current generation: Generation, _ remarks: ServingRemarks, isStale: Bool = false, isKept: Bool = true,
        isReady: Bool, watching: Watching, logger: Logger, metrics: ReloadMetrics
    ) {
        let redacted = Redacted(remarks.warnings, in: remarks.sources)
        self.logger = logger
        self.metrics = metrics
        let start = ReloadAttempt(
            number: 1, trigger: .start, result: .published, at: timestamp(), seconds: 0,
            generation: generation.number, digest: generation.digest, diagnostics: redacted.entries)
        let status = ReloadStatus(
            generation: generation.number, digest: generation.digest, routes: generation.set.routes.count,
            generationsLive: 1, healthy: true, ready: isReady, stale: isStale, watch: watching.mode,
            watchReason: watching.reason, replacedUnderMount: [], writers: [], lastAttempt: start, lastSuccess: start)
        let time = secondsSince1970()
        state = Mutex(
            State(
                status: status, publishedAt: time, kept: isKept ? [(generation.digest, generation.sources)] : []))
        state.withLock { state in
            var subject = AttemptSubject(.start)
            subject.digest = generation.digest
            state.remember(subject, start)
        }
        metrics.recordCurrent(generation.number, digest: generation.digest, since: nil)
        // A gauge that is not set is exported as 0, which here would be a failure.
        metrics.record(status, publishedAt: time)
        metrics.record(watching)
        log(redacted)
        logUnused(remarks.unused)
    }

    var isHealthy: Bool { state.withLock { $0.status.healthy } }
    var isStale: Bool { state.withLock { $0.status.stale } }
    var writers: [String] { state.withLock { $0.status.writers } }

    func status(generationsLive: Int) -> ReloadStatus {
        var status = state.withLock { $0.status }
        status.generationsLive = generationsLive
        return status
    }

    var build: String? { state.withLock { $0.status.build } }

    func record(build: String?) { state.withLock { $0.status.build = build } }

    /// Logs once that the system gives no events or not all, and once that it does again.
    func record(_ watching: Watching) {
        let logged = state.withLock { state in
            defer { state.loggedReason = watching.reason }
            state.status.watch = watching.mode
            state.status.watchReason = watching.reason
            return state.loggedReason
        }
        metrics.record(watching)
        guard watching.reason != logged else { return }
        switch (watching.mode, watching.reason) {
        case (.degraded, let reason?):
            logger.warning("some file events are missing (\(reason)); the manifests are polled too")
        case (_, let reason?):
            logger.warning("file events are not available (\(reason)); the manifests are polled instead")
        case (_, nil): logger.info("file events are available again")
        }
    }

    /// Logs once for each file that it was replaced under a mount.
    func recordReplacedUnderMount(_ paths: [String]) {
        let logged = state.withLock { state in
            defer { state.status.replacedUnderMount = paths }
            return state.status.replacedUnderMount
        }
        for path in paths where !logged.contains(path) {
            logger.warning(
                "'\(path)' was replaced outside its bind mount, and the new file is not visible; mount its folder instead",
                metadata: ["file": "\(path)"])
        }
    }

    /// Records the files that a set waits for. Logs it once if it takes longer than a save does.
    func recordWriters(_ paths: [String], since elapsed: Duration = .zero) {
        let shouldLog = state.withLock { state in
            let isLong = !paths.isEmpty && elapsed >= .seconds(1)
            defer { state.hasLoggedWriters = !paths.isEmpty && (state.hasLoggedWriters || isLong) }
            state.status.pendingSince = paths.isEmpty ? nil : state.status.pendingSince ?? timestamp()
            state.status.writers = paths
            return isLong && !state.hasLoggedWriters
        }
        metrics.recordWriters(paths.count)
        if shouldLog {
            let names = paths.map { "'\($0)'" }.joined(separator: ", ")
            logger.warning("the reload waits for files that are still open for writing: \(names)")
        }
    }

    /// Logs that the last good set could not be stored.
    func recordUnsaved(_ error: any Error, at path: String) {
        logger.warning(
            "the last good manifests could not be stored in '\(path)': \(error)", metadata: ["file": "\(path)"])
    }

    // MARK: History

    var history: ReloadHistory {
        state.withLock { state in
            let kept = Set(state.kept.map(\.digest))
            let attempts = state.history.reversed().map { entry in
                var entry = entry
                entry.kept = entry.digest.map(kept.contains) ?? false
                return entry
            }
            return ReloadHistory(attempts: attempts)
        }
    }

    /// Returns the files of a published set; without a digest, those of the last set that is not `current`.
    func keptSet(_ digest: String?, besides current: String) -> [SourceFile]? {
        state.withLock { state in
            state.kept.last { kept in digest.map { kept.digest == $0 } ?? (kept.digest != current) }?.sources
        }
    }

    // MARK: Attempts

    /// Records an attempt that did not fail.
    ///
    /// - Parameter isOnDisk: Whether the current generation is equal to the manifests on disk.
    func recordSuccess(
        _ subject: AttemptSubject, of compilation: Compilation, current generation: Generation,
        _ remarks: ServingRemarks, isReady: Bool, isNew: Bool, isOnDisk: Bool, seconds: Double
    ) -> ReloadAttempt {
        let redacted = Redacted(remarks.warnings, in: remarks.sources)
        let (attempt, before) = state.withLock { state in
            let before = state.status
            state.loggedFailure = nil
            if isNew { state.publishedAt = secondsSince1970() }
            let attempt = ReloadAttempt(
                number: 0, trigger: subject.trigger, result: isNew ? .published : .unchanged, at: timestamp(),
                seconds: seconds, generation: generation.number, digest: generation.digest,
                diagnostics: redacted.entries)
            state.status.routes = generation.set.routes.count
            state.status.ready = isReady
            state.status.stale = false
            if isNew { state.keep(compilation) }
            return (state.record(attempt, subject, isOnDisk: isOnDisk), before)
        }
        logSuccess(attempt, subject, isNew: isNew, after: before, redacted)
        if isNew { logUnused(remarks.unused) }
        return attempt
    }

    private func logSuccess(
        _ attempt: ReloadAttempt, _ subject: AttemptSubject, isNew: Bool, after before: ReloadStatus,
        _ redacted: Redacted
    ) {
        if isNew {
            logger.info(
                "generation \(attempt.generation) is live (\(attempt.trigger.rawValue)): \(subject.summary(of: attempt))",
                metadata: attempt.metadata)
            metrics.recordCurrent(attempt.generation, digest: attempt.digest, since: before.digest)
        } else if !before.healthy {
            logger.info(
                "the manifests are valid again; generation \(attempt.generation) stays live", metadata: attempt.metadata
            )
        } else if attempt.trigger == .sighup {
            logger.info(
                "nothing has changed; generation \(attempt.generation) stays live (sighup)", metadata: attempt.metadata)
        }
        if isNew { log(redacted) }
        report(attempt)
    }

    private func log(_ remarks: Redacted) {
        guard !remarks.entries.isEmpty else { return }
        logger.warning("the live manifests have \(remarks.counts)", metadata: ["diagnostics": "\(remarks.text)"])
    }

    /// Logs unused registered code, once until it changes.
    private func logUnused(_ unused: [String]) {
        let logged = state.withLock { state in
            defer { state.loggedUnused = unused }
            return state.loggedUnused
        }
        guard !unused.isEmpty, unused != logged else { return }
        logger.info("registered, but not used by a manifest: \(unused.joined(separator: ", "))")
    }

    /// Records an attempt that failed and changed nothing.
    func recordFailure(
        _ subject: AttemptSubject, _ refusal: Refusal, current generation: Generation, seconds: Double
    ) -> ReloadAttempt {
        let redacted = Redacted(refusal.diagnostics, in: refusal.sources)
        let text = [refusal.message, redacted.text].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n")
        let (attempt, wasLogged) = state.withLock { state in
            let wasLogged = state.loggedFailure == text
            state.loggedFailure = text
            let attempt = ReloadAttempt(
                number: 0, trigger: subject.trigger, result: .failed, reason: refusal.reason, message: refusal.message,
                at: timestamp(), seconds: seconds, generation: generation.number, digest: generation.digest,
                diagnostics: redacted.entries)
            return (state.record(attempt, subject, isOnDisk: false), wasLogged)
        }
        metrics.recordCurrent(generation.number, digest: generation.digest, since: nil)
        if !wasLogged {
            let reason = [refusal.reason.rawValue, refusal.message, redacted.counts].compactMap(\.self)
                .filter { !$0.isEmpty }.joined(separator: ": ")
            logger.error(
                "reload rejected: \(reason); generation \(attempt.generation) stays live",
                metadata: attempt.metadata.merging(redacted.text.isEmpty ? [:] : ["diagnostics": "\(redacted.text)"]) {
                    $1
                })
        }
        report(attempt)
        return attempt
    }

    private func report(_ attempt: ReloadAttempt) {
        let (status, time) = state.withLock { ($0.status, $0.publishedAt) }
        metrics.record(attempt)
        metrics.record(status, publishedAt: time)
        report(.attempted(attempt))
    }

    // MARK: Listeners

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

/// Diagnostics without secrets.
private struct Redacted {
    let entries: [DiagnosticsReport.Entry]
    let text: String
    /// For example `2 errors, 1 warning`, or empty.
    let counts: String

    init(_ diagnostics: [Diagnostic], in sources: [SourceFile]) {
        guard !diagnostics.isEmpty else {
            entries = []
            (text, counts) = ("", "")
            return
        }
        let redaction = Redaction(of: diagnostics, in: sources)
        entries = DiagnosticsReport(diagnostics.map(redaction.redact), sources: sources, routes: 0).diagnostics
        text = TextRenderer(sources: sources).render(diagnostics)
        counts = [Severity.error, .warning, .info, .hint].compactMap { severity in
            let count = diagnostics.count { $0.severity == severity }
            return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
        }.joined(separator: ", ")
    }
}

extension ReloadRecord.State {
    /// Adds an attempt under the next number. A start with the manifests that the router has already read is not a new
    /// attempt.
    fileprivate mutating func record(
        _ attempt: ReloadAttempt, _ subject: AttemptSubject, isOnDisk: Bool
    ) -> ReloadAttempt {
        if attempt.trigger == .start, attempt.result == .unchanged, status.lastAttempt.number == 1, status.healthy {
            status.lastAttempt.diagnostics = attempt.diagnostics
            status.lastSuccess = status.lastAttempt
            return status.lastAttempt
        }
        var attempt = attempt
        attempt.number = status.lastAttempt.number + 1
        status.generation = attempt.generation
        status.digest = attempt.digest
        // A precondition that is not met says nothing about the manifests.
        if attempt.reason != .precondition, attempt.reason != .notKept { status.healthy = isOnDisk }
        status.lastAttempt = attempt
        if attempt.result == .published { status.lastSuccess = attempt }
        remember(subject, attempt)
        return attempt
    }

    fileprivate mutating func remember(_ subject: AttemptSubject, _ attempt: ReloadAttempt) {
        // A rejected set is tried again and again. Only its last attempt counts, so that the history keeps the others.
        if attempt.trigger == .files, let last = history.last, last.trigger == .files, attempt.result == .failed,
            last.reason == attempt.reason, last.digest == subject.digest
        {
            history.removeLast()
        }
        history.append(
            ReloadHistory.Entry(
                number: attempt.number, at: attempt.at, trigger: attempt.trigger, result: attempt.result,
                reason: attempt.reason, seconds: attempt.seconds, digest: subject.digest,
                generation: attempt.generation, routes: subject.routes, interceptors: subject.interceptors, kept: false)
        )
        history = history.suffix(ReloadHistory.limit)
    }

    fileprivate mutating func keep(_ compilation: Compilation) {
        kept.removeAll { $0.digest == compilation.digest }
        kept.append((compilation.digest, compilation.sources))
        kept = kept.suffix(ReloadHistory.limit)
    }
}

extension ReloadAttempt {
    /// The metadata of log lines about the generation after the attempt.
    fileprivate var metadata: Logger.Metadata { ["generation": "\(generation)", "digest": "\(digest)"] }
}
