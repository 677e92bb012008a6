import Synchronization
import Waybill
import WaybillManifest
import WaybillRules
import WaybillSyntax

/// The last attempts and the sets that were published.
extension ReloadRecord {
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
}

extension ReloadRecord.State {
    /// Adds an attempt under the next number. A start with the manifests that the router has already read is not a new
    /// attempt.
    mutating func record(
        _ attempt: ReloadAttempt, _ subject: AttemptSubject, isOnDisk: Bool
    ) -> ReloadAttempt {
        if attempt.trigger == .start, attempt.result == .unchanged, status.lastAttempt.number == 1, status.healthy {
            status.lastAttempt.diagnostics = attempt.diagnostics
            status.lastAttempt.diagnosticsOmitted = attempt.diagnosticsOmitted
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

    mutating func remember(_ subject: AttemptSubject, _ attempt: ReloadAttempt) {
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

    mutating func keep(_ compilation: Compilation) {
        kept.removeAll { $0.digest == compilation.digest }
        kept.append((compilation.digest, compilation.sources))
        kept = kept.suffix(ReloadHistory.limit)
    }
}
