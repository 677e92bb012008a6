import Dispatch
import Synchronization
import WaybillManifest
import WaybillSyntax

/// How long it may take to prepare a generation.
package struct PreparationLimits: Sendable {
    package var module: Duration
    package var total: Duration

    package init(module: Duration, total: Duration) {
        self.module = module
        self.total = total
    }
}

extension Router {
    /// Makes the shared modules that are new in a successor. Factories that never ran before come first.
    ///
    /// - Throws: Why one could not be made, with the warnings of binding. What was made until then is retired, in the
    ///   reverse order, and the current generation is not changed.
    package func prepare(_ successor: Successor, within limits: PreparationLimits) async throws(ManifestErrors) {
        let generation = successor.generation
        let modules = successor.newSharedModules(runtime.experience)
        guard !modules.isEmpty else { return }
        _ = generation.preparation.storeIfNil(Preparation(modules))
        let watch = Stopwatch(options.clock)
        for module in modules {
            do {
                try await make(module, for: generation, within: min(limits.module, limits.total - watch.elapsed))
                runtime.experience.recordSuccess(module.declaration.factory.value)
            } catch {
                discard(successor)
                throw ManifestErrors(
                    diagnostics: (generation.warnings + [module.failedMaking(error)]).sortedByPlace(),
                    sources: generation.sources)
            }
        }
    }

    /// Gives up what was made for a successor that will not be published.
    package func discard(_ successor: Successor) { successor.generation.preparation.load()?.discard() }

    /// Makes a shared module on a thread of its own, and stops waiting for it when the time is over or the caller is
    /// cancelled.
    private func make(
        _ module: BoundModule, for generation: Generation, within limit: Duration
    ) async throws {
        let factory = module.declaration.factory.value
        let experience = runtime.experience
        guard !experience.isHanging(factory) else { throw NotMade.hanging }
        guard limit > .zero else { throw NotMade.late }
        experience.recordStart(factory)
        let settlement = Settlement<Void>()
        DispatchQueue(label: "waybill.prepare").async {
            let result = Result { try generation.makeShared(module) }
            experience.recordReturn(factory)
            guard !settlement.settle(result), let instance = module.instance else { return }
            // It came too late, and nothing is going to use it.
            [RetiringModule(module: module, instance: instance)].retire()
        }
        try await withDeadline(limit, clock: options.clock, error: NotMade.late) { _ in
            try await withTaskCancellationHandler {
                try await settlement.value
            } onCancel: {
                settlement.settle(.failure(CancellationError()))
            }
        }
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

extension Successor {
    /// The shared modules whose instances the predecessor does not have. Factories that never ran come first.
    fileprivate func newSharedModules(_ experience: FactoryExperience) -> [BoundModule] {
        let kept = Set(predecessor.bound.modules.compactMap { $0.instance.map(ObjectIdentifier.init) })
        let new = generation.bound.modules.filter { module in
            guard module.declaration.scope.value == .shared, let instance = module.instance else { return false }
            return !kept.contains(ObjectIdentifier(instance))
        }
        let isTried = { (module: BoundModule) in experience.isTried(module.declaration.factory.value) }
        return new.filter { !isTried($0) } + new.filter(isTried)
    }
}

extension BoundModule {
    /// F010. Values of the module's configuration that the error may contain are hidden.
    fileprivate func failedMaking(_ error: any Error) -> Diagnostic {
        var cause = error
        if case RoutingError.makeFailed(_, let underlying) = error { cause = underlying }
        let words = declaration.with?.hidingTexts(in: "\(cause)") ?? "\(cause)"
        return Diagnostic(
            .failedMaking, at: declaration.id.span, "shared module '\(id)' cannot be made: \(words)",
            help: "provide what its factory needs; the set is tried again")
    }
}
