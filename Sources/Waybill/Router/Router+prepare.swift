import Dispatch
import Synchronization
import WaybillManifest
import WaybillRules
import WaybillSyntax

/// The time limits for preparing a generation.
package struct PreparationLimits: Sendable {
    package var module: Duration
    package var total: Duration

    package init(module: Duration = .seconds(10), total: Duration = .seconds(30)) {
        self.module = module
        self.total = total
    }
}

extension Router {
    /// Makes the shared modules that are new in a successor, each after those that it requires, and starts those that
    /// have a lifecycle. Factories that never ran before come first.
    ///
    /// - Throws: The reason why one could not be made, with the warnings of binding. Modules that were already made are
    ///   retired, in the reverse order, and the current generation is not changed.
    package func prepare(_ successor: Successor, within limits: PreparationLimits) async throws(ManifestErrors) {
        try await prepare(successor.generation, after: successor.predecessor, within: limits)
    }

    /// - Parameter predecessor: `nil` for the first generation.
    func prepare(
        _ generation: Generation, after predecessor: Generation?, within limits: PreparationLimits
    ) async throws(ManifestErrors) {
        let new = generation.newSharedModules(after: predecessor)
        guard !new.isEmpty else { return }
        let modules = generation.bound.modules
        let isTried = { self.runtime.experience.isTried(modules[$0].declaration.factory.value) }
        let plan = MakingPlan(new.filter { !isTried($0) } + new.filter(isTried), in: generation.bound)
        _ = generation.preparation.storeIfNil(Preparation(new.map { modules[$0] }))
        let secrets = ConfiguredTexts(of: generation.set)
        guard let failure = await make(plan, for: generation, within: limits, hiding: secrets) else { return }
        discard(generation)
        throw ManifestErrors(
            diagnostics: (generation.warnings + [failure.diagnostic]).sortedByPlace(), sources: generation.sources)
    }

    /// Retires the modules that were made for a generation without opens.
    func discard(_ generation: Generation) { generation.preparation.load()?.discard(by: runtime.retirements) }

    /// Makes modules. Returns the first failure, after which no other module is started.
    private func make(
        _ plan: MakingPlan, for generation: Generation, within limits: PreparationLimits,
        hiding secrets: ConfiguredTexts
    ) async -> FailedMaking? {
        let watch = Stopwatch(options.clock)
        let hanging = runtime.experience.running
        return await withTaskGroup(of: (MakingPlan.Step, FailedMaking?).self) { group in
            var plan = plan
            while true {
                for step in plan.begin() {
                    // Measured here, because the task may have to wait for a thread.
                    let limit = min(limits.module, limits.total - watch.elapsed)
                    group.addTask {
                        do {
                            guard !hanging.contains(step.module.declaration.factory.value) else {
                                throw NotMade.hanging
                            }
                            try await self.make(step.module, for: generation, within: limit)
                        } catch { return (step, FailedMaking(module: step.module, error: error, secrets: secrets)) }
                        if let runner = self.runtime.runner { step.module.start(by: runner, hiding: secrets) }
                        return (step, nil)
                    }
                }
                guard let (step, failure) = await group.next() else { return nil }
                plan.end(step)
                if failure == nil { continue }
                group.cancelAll()
                return failure
            }
        }
    }

    /// Makes a shared module, and stops waiting for it at the time limit or if the caller is cancelled.
    private func make(
        _ module: BoundModule, for generation: Generation, within limit: Duration
    ) async throws {
        let factory = module.declaration.factory.value
        let experience = runtime.experience
        let retirements = runtime.retirements
        guard limit > .zero else { throw NotMade.late }
        experience.recordStart(factory)
        let (settlement, deadline) = (Settlement<Void>(), Deadline())
        let work = generation.startMaking(module) { result in
            experience.recordReturn(factory)
            deadline.remove()
            guard !settlement.settle(result) else { return }
            // It came too late, and nothing will use it.
            retirements.begin([module])
        }
        let giveUp = { @Sendable (error: any Error) in
            settlement.settle(.failure(error))
            // Cancelling runs handlers of the work, which must not delay other deadlines.
            Task.detached { work?.cancel() }
        }
        runtime.timer.start(deadline, after: limit) { giveUp(NotMade.late) }
        try await withTaskCancellationHandler {
            try await settlement.value
        } onCancel: {
            giveUp(CancellationError())
        }
        experience.recordSuccess(factory)
    }

    private enum NotMade: Error, CustomStringConvertible {
        case late
        case hanging

        var description: String {
            switch self {
            case .late: "it was not made in time"
            case .hanging: "its factory has not returned since an earlier attempt"
            }
        }
    }
}

extension Generation {
    /// Returns the shared modules that can be requested and whose instances the predecessor does not have, each after
    /// those that it requires.
    func newSharedModules(after predecessor: Generation?) -> [Int] {
        let kept = predecessor?.instances ?? []
        return bound.graph.order.filter { index in
            let module = bound.modules[index]
            guard module.declaration.scope.value == .shared, let instance = module.instance else { return false }
            return bound.graph.isUsed(index) && !kept.contains(ObjectIdentifier(instance))
        }
    }

    /// Begins to make a shared module. A synchronous factory runs on its own thread, because it may block it.
    ///
    /// - Returns: The task that makes it, if it can be cancelled.
    fileprivate func startMaking(
        _ module: BoundModule, _ done: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> Task<Void, Never>? {
        guard !module.factory.isAsynchronous else {
            return Task {
                do { done(.success(try await self.makeSharedAsynchronously(module))) } catch { done(.failure(error)) }
            }
        }
        DispatchQueue(label: "waybill.prepare").async { done(Result { try self.makeShared(module) }) }
        return nil
    }
}

private struct FailedMaking: Error {
    let module: BoundModule
    let error: any Error
    let secrets: ConfiguredTexts

    /// Returns F010. The error may come from any module that its factory has made, so the configured values of all
    /// modules are hidden.
    var diagnostic: Diagnostic {
        var cause = error
        if case RoutingError.makeFailed(_, let underlying) = error { cause = underlying }
        var help = "provide what its factory needs; the set is tried again"
        if case RoutingError.asynchronous(let other) = cause, other != module.id {
            help = "add what '\(other)' provides to the 'requires' of '\(module.id)', so that it is made before"
        }
        return Diagnostic(
            .failedMaking, at: module.declaration.id.span,
            "shared module '\(module.id)' cannot be made: \(secrets.hidden(in: "\(cause)"))", help: help)
    }
}

extension BoundModule {
    /// Runs the object if it has a lifecycle, as long as its instance is kept.
    fileprivate func start(by runner: any ModuleRunner, hiding secrets: ConfiguredTexts) {
        guard factory.runs, let instance, let value = instance.value else { return }
        instance.store(
            running: runner.start(
                RunnableModule(
                    id: id, run: { try await self.factory.run(value) }, words: { secrets.hidden(in: "\($0)") })))
    }
}
