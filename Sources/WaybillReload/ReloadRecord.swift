import Logging
import Synchronization
import Waybill

/// What attempts came to: told to the status, the log and the listeners.
final class ReloadRecord: Sendable {
    private let logger: Logger
    private let state: Mutex<State>

    private struct State {
        var status: ReloadStatus
        /// The failure that the log has told already, so that reading a broken set again and again says it once.
        var toldFailure: String?
        var toldReason: String?
        var listeners: [AsyncStream<ReloadEvent>.Continuation] = []
    }

    /// Begins with the generation that serves from the start: attempt 1.
    init(serving generation: Generation, logger: Logger) {
        self.logger = logger
        let start = ReloadAttempt(
            number: 1, trigger: .start, result: .published, at: timestamp(), generation: generation.number,
            diagnostics: [])
        let status = ReloadStatus(
            generation: generation.number, digest: generation.digest, healthy: true, watch: .poll, watchReason: nil,
            lastAttempt: start, lastSuccess: start)
        state = Mutex(State(status: status))
    }

    var isHealthy: Bool { state.withLock { $0.status.healthy } }

    func status(watching: Watching) -> ReloadStatus {
        var status = state.withLock { $0.status }
        status.watch = watching.mode
        status.watchReason = watching.reason
        return status
    }

    /// Says once that there are no events.
    func noteWatching(_ watching: Watching) {
        let isNews = state.withLock { state in
            defer { state.toldReason = watching.reason }
            return watching.reason != state.toldReason
        }
        guard isNews, let reason = watching.reason else { return }
        logger.warning("no file events (\(reason)): the manifests are read again and again instead")
    }

    // MARK: Attempts

    func noteSuccess(
        _ trigger: ReloadTrigger, of compilation: Compilation, serving generation: Generation, since before: Int
    ) -> ReloadAttempt {
        let isNew = generation.number != before
        let remarks = findings(compilation.diagnostics, in: compilation.sources)
        let (attempt, wasHealthy) = state.withLock { state in
            let wasHealthy = state.status.healthy
            state.toldFailure = nil
            state.status.digest = generation.digest
            let result: ReloadResult = isNew ? .published : .unchanged
            return (state.status.note(trigger, result, serving: generation.number, remarks), wasHealthy)
        }
        if isNew {
            logger.info("generation \(generation.number) serves (\(trigger.rawValue))")
        } else if !wasHealthy {
            logger.info("the manifests are sound again; generation \(generation.number) serves on")
        }
        if isNew, !compilation.diagnostics.isEmpty {
            logger.warning("\(rendered(compilation.diagnostics, in: compilation.sources))")
        }
        emit(.attempted(attempt))
        return attempt
    }

    func noteFailure(
        _ trigger: ReloadTrigger, _ diagnostics: [Diagnostic], in sources: [SourceFile]
    ) -> ReloadAttempt {
        let text = rendered(diagnostics, in: sources)
        let entries = findings(diagnostics, in: sources)
        let (attempt, isTold) = state.withLock { state in
            let isTold = state.toldFailure == text
            state.toldFailure = text
            let serving = state.status.generation
            return (state.status.note(trigger, .failed, serving: serving, entries), isTold)
        }
        if !isTold { logger.error("not reloaded; generation \(attempt.generation) serves on\n\(text)") }
        emit(.attempted(attempt))
        return attempt
    }

    private func findings(
        _ diagnostics: [Diagnostic], in sources: [SourceFile]
    ) -> [DiagnosticsReport.Finding] {
        DiagnosticsReport(diagnostics, sources: sources, routes: 0).diagnostics
    }

    private func rendered(_ diagnostics: [Diagnostic], in sources: [SourceFile]) -> String {
        TextRenderer(sources: sources, color: false).render(diagnostics)
    }

    // MARK: Listeners

    func subscribe() -> AsyncStream<ReloadEvent> {
        let (stream, continuation) = AsyncStream<ReloadEvent>.makeStream()
        state.withLock { $0.listeners.append(continuation) }
        return stream
    }

    func emit(_ event: ReloadEvent) {
        let listeners = state.withLock { $0.listeners }
        for listener in listeners { listener.yield(event) }
    }

    func finish() {
        let listeners = state.withLock { state in
            defer { state.listeners = [] }
            return state.listeners
        }
        for listener in listeners { listener.finish() }
    }
}

extension ReloadStatus {
    /// Enters an attempt. A start that finds what the router has read already is no attempt of its own.
    fileprivate mutating func note(
        _ trigger: ReloadTrigger, _ result: ReloadResult, serving generation: Int,
        _ diagnostics: [DiagnosticsReport.Finding]
    ) -> ReloadAttempt {
        let isConfirmation = trigger == .start && result == .unchanged
        var attempt = lastAttempt
        attempt.diagnostics = diagnostics
        if !isConfirmation {
            attempt = ReloadAttempt(
                number: lastAttempt.number + 1, trigger: trigger, result: result, at: timestamp(),
                generation: generation, diagnostics: diagnostics)
        }
        self.generation = generation
        healthy = attempt.result != .failed
        lastAttempt = attempt
        if attempt.result == .published { lastSuccess = attempt }
        return attempt
    }
}
