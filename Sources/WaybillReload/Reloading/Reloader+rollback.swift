import Waybill
import WaybillManifest
import WaybillRules
import WaybillSyntax

extension Reloader {
    /// Publishes an earlier set again, after a running attempt. It does not run as a canary.
    ///
    /// The manifests on disk are not changed, so the status is not healthy afterwards. Their set is withdrawn: it is
    /// rejected until its meaning changes, or until it is rolled back to.
    ///
    /// - Parameter digest: The digest of a kept set: see ``ReloadHistory/Entry/kept``. `nil` for the last one before
    ///   the current.
    /// - Returns: The attempt. The set is live unless its result is `failed`.
    @discardableResult
    public func rollBack(
        to digest: String? = nil, _ precondition: ReloadPrecondition = ReloadPrecondition()
    ) async -> ReloadAttempt {
        await value(of: begin { await $0.publishKept(digest, precondition) })
    }

    private func publishKept(_ digest: String?, _ precondition: ReloadPrecondition) async -> ReloadAttempt {
        let watch = Stopwatch(clock)
        var subject = AttemptSubject(.rollback)
        do throws(Refusal) {
            try check(precondition)
            let onDisk = lastSeen.digest ?? router.generation.digest
            let compilation = try compileKept(digest)
            subject = self.subject(.rollback, compilation)
            let (generation, isNew) = try await publish(compilation, canary: nil)
            store(compilation)
            let isOnDisk = generation.digest == onDisk
            withdrawn = isOnDisk ? nil : onDisk
            return record.recordSuccess(
                subject, of: compilation, current: generation, ServingRemarks(router, reading: compilation),
                isReady: options.isReady(generation), isNew: isNew, isOnDisk: isOnDisk, seconds: watch.seconds)
        } catch {
            return record.recordFailure(subject, error, current: router.generation, seconds: watch.seconds)
        }
    }

    private func compileKept(_ digest: String?) throws(Refusal) -> Compilation {
        guard let sources = record.keptSet(digest, besides: router.generation.digest) else {
            let words = digest.map { "no stored set has the digest \($0)" } ?? "there is no earlier set"
            throw Refusal(.notKept, words + "; the history lists the stored sets")
        }
        let compilation = Concurrently.$hasLowPriority.withValue(true) {
            Compilation.compile(files: ManifestFiles(sources: sources), environment: environment, purpose: .load)
        }
        guard !compilation.hasErrors else { throw Refusal(compilation.diagnostics, compilation.sources) }
        return compilation
    }
}
