import Logging
import Synchronization
import Waybill
import WaybillManifest
import WaybillRules
import WaybillSyntax

/// The results of attempts.
extension ReloadRecord {
    /// Records an attempt that did not fail.
    ///
    /// - Parameter isOnDisk: Whether the current generation is equal to the manifests on disk.
    func recordSuccess(
        _ subject: AttemptSubject, of compilation: Compilation, current generation: Generation,
        _ remarks: ServingRemarks, isReady: Bool, isNew: Bool, isOnDisk: Bool, cost: ReloadCost
    ) -> ReloadAttempt {
        let redacted = RedactedDiagnostics(remarks.warnings, in: remarks.sources)
        let (attempt, before) = state.withLock { state in
            let before = state.status
            state.loggedFailure = nil
            if isNew { state.publishedAt = secondsSince1970() }
            let attempt = ReloadAttempt(
                number: 0, trigger: subject.trigger, result: isNew ? .published : .unchanged, at: timestamp(),
                seconds: cost.seconds, generation: generation.number, digest: generation.digest,
                diagnostics: redacted.entries, diagnosticsOmitted: redacted.omitted)
            state.status.routes = generation.set.routes.count
            state.status.ready = isReady
            state.status.stale = false
            if subject.trigger == .rollback {
                state.kept.rollBack(to: compilation.digest, compilation.sources)
            } else if isNew {
                state.kept.publish(compilation.digest, compilation.sources)
            }
            let remarks = AttemptRemarks(subject.changes, redacted)
            return (state.record(attempt, subject, remarks, cost, isOnDisk: isOnDisk), before)
        }
        metrics.record(cost)
        logSuccess(attempt, subject, isNew: isNew, after: before, redacted)
        if isNew { logUnused(remarks.unused) }
        return attempt
    }

    private func logSuccess(
        _ attempt: ReloadAttempt, _ subject: AttemptSubject, isNew: Bool, after before: ReloadStatus,
        _ redacted: RedactedDiagnostics
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

    func log(_ remarks: RedactedDiagnostics) {
        guard !remarks.entries.isEmpty else { return }
        logger.warning("the live manifests have \(remarks.counts)", metadata: ["diagnostics": "\(remarks.text)"])
    }

    /// Logs unused registered code, once until it changes.
    func logUnused(_ unused: [String]) {
        let logged = state.withLock { state in
            defer { state.loggedUnused = unused }
            return state.loggedUnused
        }
        guard !unused.isEmpty, unused != logged else { return }
        logger.info("registered, but not used by a manifest: \(unused.joined(separator: ", "))")
    }

    /// Records an attempt that failed and changed nothing.
    func recordFailure(
        _ subject: AttemptSubject, _ refusal: Refusal, current generation: Generation, cost: ReloadCost
    ) -> ReloadAttempt {
        let redacted = RedactedDiagnostics(refusal.diagnostics, in: refusal.sources)
        let text = [refusal.message, redacted.text].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n")
        let reason = [refusal.reason.rawValue, refusal.message, redacted.counts].compactMap(\.self)
            .filter { !$0.isEmpty }.joined(separator: ": ")
        let (attempt, wasLogged) = state.withLock { state in
            let wasLogged = state.loggedFailure == text
            state.loggedFailure = text
            let attempt = ReloadAttempt(
                number: 0, trigger: subject.trigger, result: .failed, reason: refusal.reason,
                message: refusal.message?.shortened(to: 2000), at: timestamp(), seconds: cost.seconds,
                generation: generation.number, digest: generation.digest, diagnostics: redacted.entries,
                diagnosticsOmitted: redacted.omitted)
            return (state.record(attempt, subject, AttemptRemarks(reason, redacted), cost, isOnDisk: false), wasLogged)
        }
        metrics.record(cost)
        metrics.recordCurrent(generation.number, digest: generation.digest, since: nil)
        if !wasLogged {
            logger.error(
                "reload rejected: \(reason); generation \(attempt.generation) stays live",
                metadata: attempt.metadata.merging(redacted.text.isEmpty ? [:] : ["diagnostics": "\(redacted.text)"]) {
                    $1
                })
        }
        report(attempt)
        return attempt
    }

    // MARK: Canaries

    /// Records that a share of the opens runs on a candidate.
    func recordCanary(_ run: CanaryRun, _ trigger: ReloadTrigger, share: Double, window: Duration) {
        let canary = RunningCanary(run: run, share: share, window: window, since: timestamp())
        state.withLock { $0.canary = canary }
        metrics.recordCanary(share: share, window: window)
        logger.info(
            "generation \(run.generation.number) is a canary (\(trigger.rawValue)): \(canary.terms)",
            metadata: ["generation": "\(run.generation.number)", "digest": "\(run.generation.digest)"])
        report(.canary(run.generation.number))
    }

    /// Records that all opens run on one generation again. The attempt itself reports why a candidate did not pass.
    func recordCanaryEnd(_ run: CanaryRun, passed: Bool) {
        state.withLock { $0.canary = nil }
        metrics.recordCanary(share: 0, window: .zero)
        if passed { logger.info("the canary has passed: \(run.summary)") }
    }

    private func report(_ attempt: ReloadAttempt) {
        let (status, time) = state.withLock { ($0.status, $0.publishedAt) }
        metrics.record(attempt)
        metrics.record(status, publishedAt: time)
        report(.attempted(attempt))
    }
}

extension ReloadAttempt {
    /// The metadata of log lines about the generation after the attempt.
    var metadata: Logger.Metadata { ["generation": "\(generation)", "digest": "\(digest)"] }
}
