import Logging
import Metrics
import Synchronization
import Waybill
import WaybillManifest
import WaybillSyntax

/// The results of attempts: for the status, the log, the metrics and the listeners.
final class ReloadRecord: Sendable {
    private let logger: Logger
    private let metrics: ReloadMetrics
    private let state: Mutex<State>

    private struct State {
        var status: ReloadStatus
        /// When a generation was published last, in seconds since 1970.
        var publishedAt: Double
        /// The failure that was logged last, so that reading an invalid set again and again logs it once.
        var loggedFailure: String?
        var loggedReason: String?
        var listeners: [Int: AsyncStream<ReloadEvent>.Continuation] = [:]
        var subscriptions = 0
    }

    /// Begins with the first generation: attempt 1.
    init(current generation: Generation, isStale: Bool = false, isReady: Bool, logger: Logger, metrics: ReloadMetrics) {
        self.logger = logger
        self.metrics = metrics
        let start = ReloadAttempt(
            number: 1, trigger: .start, result: .published, at: timestamp(), seconds: 0,
            generation: generation.number, digest: generation.digest, diagnostics: [])
        let status = ReloadStatus(
            generation: generation.number, digest: generation.digest, routes: generation.set.routes.count,
            generationsLive: 1, healthy: true, ready: isReady, stale: isStale, watch: .poll, replacedUnderMount: [],
            lastAttempt: start, lastSuccess: start)
        state = Mutex(State(status: status, publishedAt: secondsSince1970()))
        metrics.recordCurrent(generation.number, digest: generation.digest, since: nil)
    }

    var isHealthy: Bool { state.withLock { $0.status.healthy } }
    var isStale: Bool { state.withLock { $0.status.stale } }

    func status(watching: Watching, generationsLive: Int) -> ReloadStatus {
        var status = state.withLock { $0.status }
        status.watch = watching.mode
        status.watchReason = watching.reason
        status.generationsLive = generationsLive
        return status
    }

    /// Logs once that the system gives no events, and once that it does again.
    func record(_ watching: Watching) {
        let logged = state.withLock { state in
            defer { state.loggedReason = watching.reason }
            return state.loggedReason
        }
        metrics.record(watching)
        guard watching.reason != logged else { return }
        if let reason = watching.reason {
            logger.warning("no file events (\(reason)): the manifests are polled instead")
        } else {
            logger.info("file events work again")
        }
    }

    /// Logs once for each file that it was replaced.
    func recordReplacedUnderMount(_ paths: [String]) {
        let logged = state.withLock { state in
            defer { state.status.replacedUnderMount = paths }
            return state.status.replacedUnderMount
        }
        for path in paths where !logged.contains(path) {
            logger.warning("'\(path)' was replaced under a bind mount and is not visible: mount its folder instead")
        }
    }

    /// Logs that the last good set could not be stored.
    func recordUnsaved(_ error: any Error, at path: String) {
        logger.warning("the last good set could not be stored in '\(path)': \(error)")
    }

    // MARK: Attempts

    /// Records an attempt after which the current generation is what the manifests on disk say.
    func recordSuccess(
        _ trigger: ReloadTrigger, of compilation: Compilation, current generation: Generation, isReady: Bool,
        isNew: Bool, seconds: Double
    ) -> ReloadAttempt {
        let redacted = Redacted(compilation.diagnostics, in: compilation.sources)
        let (attempt, before) = state.withLock { state in
            let before = state.status
            state.loggedFailure = nil
            if isNew { state.publishedAt = secondsSince1970() }
            let attempt = ReloadAttempt(
                number: 0, trigger: trigger, result: isNew ? .published : .unchanged, at: timestamp(),
                seconds: seconds, generation: generation.number, digest: generation.digest,
                diagnostics: redacted.findings)
            state.status.routes = generation.set.routes.count
            state.status.ready = isReady
            state.status.stale = false
            return (state.status.record(attempt), before)
        }
        logSuccess(attempt, isNew: isNew, after: before, redacted)
        return attempt
    }

    private func logSuccess(
        _ attempt: ReloadAttempt, isNew: Bool, after before: ReloadStatus, _ redacted: Redacted
    ) {
        if isNew {
            logger.info("generation \(attempt.generation) is live (\(attempt.trigger.rawValue))")
            metrics.recordCurrent(attempt.generation, digest: attempt.digest, since: before.digest)
        } else if !before.healthy {
            logger.info("the manifests are valid again; generation \(attempt.generation) stays live")
        } else if attempt.trigger == .sighup {
            logger.info("nothing has changed; generation \(attempt.generation) stays live (sighup)")
        }
        if isNew, !redacted.findings.isEmpty {
            logger.warning("serving with \(redacted.counts)", metadata: ["diagnostics": "\(redacted.text)"])
        }
        report(attempt)
    }

    /// Records an attempt that failed and changed nothing.
    func recordFailure(
        _ trigger: ReloadTrigger, _ refusal: Refusal, current generation: Generation, seconds: Double
    ) -> ReloadAttempt {
        let redacted = Redacted(refusal.diagnostics, in: refusal.sources)
        let text = [refusal.message, redacted.text].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n")
        let (attempt, isLogged) = state.withLock { state in
            let isLogged = state.loggedFailure == text
            state.loggedFailure = text
            let attempt = ReloadAttempt(
                number: 0, trigger: trigger, result: .failed, reason: refusal.reason, message: refusal.message,
                at: timestamp(), seconds: seconds, generation: generation.number, digest: generation.digest,
                diagnostics: redacted.findings)
            return (state.status.record(attempt), isLogged)
        }
        metrics.recordCurrent(generation.number, digest: generation.digest, since: nil)
        if !isLogged {
            let reason = [refusal.reason.rawValue, refusal.message, redacted.counts].compactMap(\.self)
                .filter { !$0.isEmpty }.joined(separator: ": ")
            logger.error(
                "reload rejected: \(reason); generation \(attempt.generation) stays live",
                metadata: redacted.text.isEmpty ? nil : ["diagnostics": "\(redacted.text)"])
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
        // A listener that does not read keeps the newest.
        let (stream, continuation) = AsyncStream<ReloadEvent>.makeStream(bufferingPolicy: .bufferingNewest(1000))
        let id = state.withLock { state in
            state.subscriptions += 1
            state.listeners[state.subscriptions] = continuation
            return state.subscriptions
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
            return state.listeners
        }
        for listener in listeners.values { listener.finish() }
    }
}

/// Diagnostics without secrets.
private struct Redacted {
    let findings: [DiagnosticsReport.Finding]
    let text: String
    /// `2 errors, 1 warning`, or nothing.
    let counts: String

    init(_ diagnostics: [Diagnostic], in sources: [SourceFile]) {
        guard !diagnostics.isEmpty else {
            findings = []
            (text, counts) = ("", "")
            return
        }
        let redaction = Redaction(of: diagnostics, in: sources)
        findings = DiagnosticsReport(diagnostics.map(redaction.redact), sources: sources, routes: 0).diagnostics
        text = TextRenderer(sources: sources).render(diagnostics)
        counts = [Severity.error, .warning, .info, .hint].compactMap { severity in
            let count = diagnostics.count { $0.severity == severity }
            return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
        }.joined(separator: ", ")
    }
}

extension ReloadStatus {
    /// Adds an attempt under the next number. A start that finds what the router has read already is not a new attempt.
    fileprivate mutating func record(_ attempt: ReloadAttempt) -> ReloadAttempt {
        if attempt.trigger == .start, attempt.result == .unchanged, lastAttempt.number == 1, healthy {
            lastAttempt.diagnostics = attempt.diagnostics
            lastSuccess = lastAttempt
            return lastAttempt
        }
        var attempt = attempt
        attempt.number = lastAttempt.number + 1
        generation = attempt.generation
        digest = attempt.digest
        // A precondition that fails says nothing about the manifests.
        if attempt.reason != .precondition { healthy = attempt.result != .failed }
        lastAttempt = attempt
        if attempt.result == .published { lastSuccess = attempt }
        return attempt
    }
}
