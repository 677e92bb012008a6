import Synchronization
import Waybill
import WaybillManifest
import WaybillRules
import WaybillSyntax

/// The last attempts and the sets that were published.
extension ReloadRecord {
    var history: ReloadHistory {
        state.withLock { state in
            let attempts = state.history.reversed().map { entry in
                var entry = entry
                entry.kept = entry.digest.map { state.kept[$0] != nil } ?? false
                return entry
            }
            return ReloadHistory(attempts: attempts)
        }
    }

    /// Returns the files of a published set; without a digest, those of the last set that was live before `current` and
    /// was not withdrawn.
    func keptSet(_ digest: String?, before current: String, without withdrawn: [String]) -> [SourceFile]? {
        state.withLock { state in
            let previous = state.kept.previous { $0 == current || withdrawn.contains($0) }
            return (digest ?? previous).flatMap { state.kept[$0] }
        }
    }

    var remarks: [Int: AttemptRemarks] { state.withLock(\.remarks) }

    func keptSources(of digest: String) -> [SourceFile]? { state.withLock { $0.kept[digest] } }

    func keeps(_ digest: String) -> Bool { state.withLock { $0.kept[digest] != nil } }
}

/// The published sets that a rollback can publish again, and the order in which rollbacks reach them.
struct KeptSets {
    /// The newest is the last.
    private var sets: [(digest: String, sources: [SourceFile])] = []
    /// The digests of those that a rollback can go back to, the current one last. A rollback drops the ones after its
    /// target, which are kept but not on the way back any more.
    private var walk: [String] = []

    subscript(digest: String) -> [SourceFile]? { sets.last { $0.digest == digest }?.sources }

    /// Returns the last set on the way back that is not left out.
    func previous(leavingOut isLeftOut: (String) -> Bool) -> String? {
        walk.last { !isLeftOut($0) && self[$0] != nil }
    }

    mutating func publish(_ digest: String, _ sources: [SourceFile]) {
        walk.removeAll { $0 == digest }
        walk = (walk + [digest]).suffix(ReloadHistory.limit)
        keep(digest, sources)
    }

    mutating func rollBack(to digest: String, _ sources: [SourceFile]) {
        guard let index = walk.lastIndex(of: digest) else { return publish(digest, sources) }
        walk.removeSubrange((index + 1)...)
        keep(digest, sources)
    }

    private mutating func keep(_ digest: String, _ sources: [SourceFile]) {
        sets.removeAll { $0.digest == digest }
        sets = (sets + [(digest, sources)]).suffix(ReloadHistory.limit)
    }
}

extension ReloadRecord.State {
    /// Adds an attempt under the next number. A start with the manifests that the router has already read is not a new
    /// attempt.
    mutating func record(
        _ attempt: ReloadAttempt, _ subject: AttemptSubject, _ remarks: AttemptRemarks, _ cost: ReloadCost,
        isOnDisk: Bool
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
        remember(subject, attempt, remarks, cost)
        return attempt
    }

    mutating func remember(
        _ subject: AttemptSubject, _ attempt: ReloadAttempt, _ remarks: AttemptRemarks, _ cost: ReloadCost
    ) {
        // A rejected set is tried again and again. Its entry stays that of the first attempt, so that it has the time of the
        // save, and a link to it goes on working; and the history keeps the others.
        if attempt.trigger == .files, let last = history.last, last.trigger == .files, attempt.result == .failed,
            last.reason == attempt.reason, last.digest == subject.digest,
            last.digest != nil || self.remarks[last.number]?.text == remarks.text
        {
            self.remarks[last.number] = remarks
            return
        }
        history.append(
            ReloadHistory.Entry(
                number: attempt.number, at: attempt.at, trigger: attempt.trigger, result: attempt.result,
                reason: attempt.reason, seconds: attempt.seconds, processorSeconds: cost.processorSeconds,
                peakMemory: cost.peakMemory, digest: subject.digest,
                generation: attempt.generation, routes: subject.routes, interceptors: subject.interceptors, kept: false)
        )
        history = history.suffix(ReloadHistory.limit)
        self.remarks[attempt.number] = remarks
        let numbers = Set(history.map(\.number))
        self.remarks = self.remarks.filter { numbers.contains($0.key) }
    }
}
