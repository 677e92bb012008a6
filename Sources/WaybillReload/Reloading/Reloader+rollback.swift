import Waybill
import WaybillManifest
import WaybillRules
import WaybillSyntax

extension Reloader {
    /// Publishes an earlier set again, after a running attempt. It does not run as a canary.
    ///
    /// The set that it leaves is withdrawn, and so is that on disk, whose files are not changed. A withdrawn set is rejected
    /// until somebody publishes it on purpose, also after a restart. A later rollback goes further back. The status is
    /// not healthy until the files have the set that serves, or another valid one.
    ///
    /// A running canary ends at once. Its set is withdrawn, and without a digest the current set just continues.
    ///
    /// - Parameter digest: The digest of a kept set: see ``ReloadHistory/Entry/kept``. If it was withdrawn, it may serve
    ///   again. `nil` for the set before the current one.
    /// - Returns: The attempt. The set is live unless its result is `failed`.
    @discardableResult
    public func rollBack(
        to digest: String? = nil, _ precondition: ReloadPrecondition = ReloadPrecondition()
    ) async -> ReloadAttempt {
        do throws(Refusal) { try check(precondition) } catch {
            // Who asks in vain need not wait for a canary.
            return record.recordFailure(
                AttemptSubject(.rollback), error, current: router.generation, cost: ReloadCost(seconds: 0))
        }
        let target = endCanary(for: digest)
        return await value(of: begin { await $0.publishKept(target, precondition) })
    }

    /// Ends the canary, if there is one.
    /// - Returns: The digest to publish then; `nil` for the set before the current one.
    private func endCanary(for digest: String?) -> String? {
        guard let canaryRun, digest.map(record.keeps) ?? true else { return digest }
        canaryRun.withdraw()
        return digest ?? router.generation.digest
    }

    private func publishKept(_ digest: String?, _ precondition: ReloadPrecondition) async -> ReloadAttempt {
        let meter = ReloadMeter(clock)
        var subject = AttemptSubject(.rollback)
        do throws(Refusal) {
            try check(precondition)
            let left = router.generation.digest
            let compilation = try meter.timing { Result { () throws(Refusal) in try compileKept(digest) } }.get()
            subject = self.subject(.rollback, compilation)
            let (generation, isNew) = try await publish(compilation, .rollback, canary: nil)
            let onDisk = lastSeen.digest ?? left
            withdraw(left, onDisk, for: generation.digest)
            store(generation)
            return record.recordSuccess(
                subject, of: compilation, current: generation, ServingRemarks(router, reading: compilation),
                isReady: options.isReady(generation), isNew: isNew, isOnDisk: generation.digest == onDisk,
                cost: meter.cost)
        } catch {
            return record.recordFailure(subject, error, current: router.generation, cost: meter.cost)
        }
    }

    /// Withdraws the set on disk, so that no reload publishes it again, and the set that a rollback leaves. A rollback to
    /// a withdrawn set takes that withdrawal back, and leaves no bad set.
    private func withdraw(_ left: String, _ onDisk: String, for target: String) {
        if !withdrawn.contains(target), left != target { withdraw(left) }
        if onDisk != target { withdraw(onDisk) }
        withdrawn.removeAll { $0 == target }
    }

    private func compileKept(_ digest: String?) throws(Refusal) -> Compilation {
        guard let sources = record.keptSet(digest, before: router.generation.digest, without: withdrawn) else {
            let words = digest.map { "no stored set has the digest \($0)" } ?? "there is no earlier set"
            throw Refusal(.notKept, words + "; the history lists the stored sets")
        }
        let compilation = Compilation.compile(
            files: ManifestFiles(sources: sources), environment: variables.snapshot(), purpose: .load)
        guard !compilation.hasErrors else { throw Refusal(compilation.diagnostics, compilation.sources) }
        return compilation
    }
}
