import Logging
import Metrics
import Synchronization
import Waybill

/// What attempts came to: told to the status, the log, the metrics and the listeners.
final class ReloadRecord: Sendable {
    private let logger: Logger
    private let metrics: ReloadMetrics
    private let state: Mutex<State>

    private struct State {
        var status: ReloadStatus
        /// When a generation was published last, in seconds since 1970.
        var publishedAt: Double
        /// The failure that the log has told already, so that reading a broken set again and again says it once.
        var toldFailure: String?
        var toldReason: String?
        var listeners: [Int: AsyncStream<ReloadEvent>.Continuation] = [:]
        var subscriptions = 0
    }

    /// Begins with the generation that serves from the start: attempt 1.
    init(serving generation: Generation, isStale: Bool = false, isReady: Bool, logger: Logger, metrics: ReloadMetrics) {
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
        metrics.noteServing(generation.number, digest: generation.digest, since: nil)
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

    /// Says once that there are no events, and once that there are again.
    func noteWatching(_ watching: Watching) {
        let told = state.withLock { state in
            defer { state.toldReason = watching.reason }
            return state.toldReason
        }
        metrics.note(watching)
        guard watching.reason != told else { return }
        if let reason = watching.reason {
            logger.warning("no file events (\(reason)): the manifests are read again and again instead")
        } else {
            logger.info("file events are to be had again")
        }
    }

    /// Says once of each file that its name leads elsewhere.
    func noteReplacedUnderMount(_ paths: [String]) {
        let told = state.withLock { state in
            defer { state.status.replacedUnderMount = paths }
            return state.status.replacedUnderMount
        }
        for path in paths where !told.contains(path) {
            logger.warning("'\(path)' was replaced under a bind mount, and is not seen here: mount its folder instead")
        }
    }

    /// The last good set could not be kept.
    func noteUnsaved(_ error: any Error, at path: String) {
        logger.warning("the last good set is not kept in '\(path)': \(error)")
    }

    // MARK: Attempts

    /// An attempt at whose end the manifests as they are on disk serve.
    func noteSuccess(
        _ trigger: ReloadTrigger, of compilation: Compilation, serving generation: Generation, isReady: Bool,
        isNew: Bool, seconds: Double
    ) -> ReloadAttempt {
        let redacted = Redacted(compilation.diagnostics, in: compilation.sources)
        let (attempt, before) = state.withLock { state in
            let before = state.status
            state.toldFailure = nil
            if isNew { state.publishedAt = secondsSince1970() }
            let attempt = ReloadAttempt(
                number: 0, trigger: trigger, result: isNew ? .published : .unchanged, at: timestamp(),
                seconds: seconds, generation: generation.number, digest: generation.digest,
                diagnostics: redacted.findings)
            state.status.routes = generation.set.routes.count
            state.status.ready = isReady
            state.status.stale = false
            return (state.status.note(attempt), before)
        }
        tellSuccess(attempt, isNew: isNew, after: before, redacted)
        return attempt
    }

    private func tellSuccess(
        _ attempt: ReloadAttempt, isNew: Bool, after before: ReloadStatus, _ redacted: Redacted
    ) {
        if isNew {
            logger.info("generation \(attempt.generation) serves (\(attempt.trigger.rawValue))")
            metrics.noteServing(attempt.generation, digest: attempt.digest, since: before.digest)
        } else if !before.healthy {
            logger.info("the manifests are sound again; generation \(attempt.generation) serves on")
        }
        if isNew, !redacted.findings.isEmpty { logger.warning("\(redacted.text)") }
        tell(attempt)
    }

    /// An attempt that changed nothing, for a reason.
    func noteFailure(
        _ trigger: ReloadTrigger, _ refusal: Refusal, serving generation: Generation, seconds: Double
    ) -> ReloadAttempt {
        let redacted = Redacted(refusal.diagnostics, in: refusal.sources)
        let text = [refusal.message, redacted.text].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n")
        let (attempt, isTold) = state.withLock { state in
            let isTold = state.toldFailure == text
            state.toldFailure = text
            let attempt = ReloadAttempt(
                number: 0, trigger: trigger, result: .failed, reason: refusal.reason, message: refusal.message,
                at: timestamp(), seconds: seconds, generation: generation.number, digest: generation.digest,
                diagnostics: redacted.findings)
            return (state.status.note(attempt), isTold)
        }
        metrics.noteServing(generation.number, digest: generation.digest, since: nil)
        if !isTold {
            logger.error(
                "not reloaded (\(refusal.reason.rawValue)); generation \(attempt.generation) serves on\n\(text)")
        }
        tell(attempt)
        return attempt
    }

    private func tell(_ attempt: ReloadAttempt) {
        let (status, time) = state.withLock { ($0.status, $0.publishedAt) }
        metrics.note(attempt)
        metrics.note(status, publishedAt: time)
        emit(.attempted(attempt))
    }

    // MARK: Listeners

    func subscribe() -> AsyncStream<ReloadEvent> {
        // Who does not read gets the newest.
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

    func emit(_ event: ReloadEvent) {
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

/// Findings as they may be told: without what stands under `with:`.
private struct Redacted {
    let findings: [DiagnosticsReport.Finding]
    let text: String

    init(_ diagnostics: [Diagnostic], in sources: [SourceFile]) {
        guard !diagnostics.isEmpty else {
            (findings, text) = ([], "")
            return
        }
        let redaction = Redaction(sources)
        let redacted = redaction.redact(diagnostics, in: sources)
        findings = DiagnosticsReport(redacted, sources: sources, routes: 0).diagnostics
        text = TextRenderer(sources: redaction.sources, color: false).render(redacted)
    }
}

extension ReloadStatus {
    /// Enters an attempt under the next number. A start that finds what the router has read already is no attempt of its own.
    fileprivate mutating func note(_ attempt: ReloadAttempt) -> ReloadAttempt {
        if attempt.trigger == .start, attempt.result == .unchanged, lastAttempt.number == 1, healthy {
            lastAttempt.diagnostics = attempt.diagnostics
            lastSuccess = lastAttempt
            return lastAttempt
        }
        var attempt = attempt
        attempt.number = lastAttempt.number + 1
        generation = attempt.generation
        digest = attempt.digest
        // A demand that is not met says nothing about the manifests.
        if attempt.reason != .precondition { healthy = attempt.result != .failed }
        lastAttempt = attempt
        if attempt.result == .published { lastSuccess = attempt }
        return attempt
    }
}
