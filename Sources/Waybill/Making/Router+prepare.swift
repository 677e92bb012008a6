import Dispatch
import Synchronization
import WaybillManifest

/// How long the preparation of a generation may take.
package struct PreparationLimits: Sendable {
    package var module: Duration
    package var total: Duration

    package init(module: Duration, total: Duration) {
        self.module = module
        self.total = total
    }
}

/// What is made for a generation before it serves, and the lock of its own that it is made under: a factory that hangs
/// holds nobody up who is served by another generation.
final class Preparation: Sendable {
    let making = SharedMaking()
    let modules: [BoundModule]
    private let made = Mutex<[BoundModule]>([])

    init(_ modules: [BoundModule]) { self.modules = modules }

    func covers(_ instance: SharedInstance) -> Bool { modules.contains { $0.instance === instance } }

    /// Notes what was made, in the order of making.
    func note(_ module: BoundModule) {
        made.withLock { made in
            if modules.contains(where: { $0 === module }) { made.append(module) }
        }
    }

    /// Retires what was made, the last first.
    func discard() {
        made.withLock { $0 }
            .compactMap { module in module.instance.map { RetiringModule(module: module, instance: $0) } }
            .retire()
    }
}

/// Which factories are known to work, and which are at work since an attempt that was given up.
final class FactoryExperience: Sendable {
    private let state = Mutex((tried: Set<String>(), hanging: Set<String>()))

    func isTried(_ factory: String) -> Bool { state.withLock { $0.tried.contains(factory) } }
    func isHanging(_ factory: String) -> Bool { state.withLock { $0.hanging.contains(factory) } }
    func noteSuccess(_ factory: String) { state.withLock { _ = $0.tried.insert(factory) } }
    func noteHanging(_ factory: String) { state.withLock { _ = $0.hanging.insert(factory) } }
    func noteReturn(_ factory: String) { state.withLock { _ = $0.hanging.remove(factory) } }
}

extension Router {
    /// Makes the shared modules that are new in a successor: first those whose factories were never tried.
    ///
    /// - Throws: Why one could not be made, with all that was found when it was bound. What was made by then is retired, the last
    ///   first, and nothing of what serves is touched.
    package func prepare(_ successor: Successor, within limits: PreparationLimits) async throws(ManifestErrors) {
        let generation = successor.generation
        let modules = successor.newSharedModules(runtime.experience)
        guard !modules.isEmpty else { return }
        _ = generation.preparation.storeIfNil(Preparation(modules))
        let watch = Stopwatch(options.clock)
        for module in modules {
            do {
                try await make(module, for: generation, within: min(limits.module, limits.total - watch.elapsed))
                runtime.experience.noteSuccess(module.declaration.factory.value)
            } catch {
                discard(successor)
                throw ManifestErrors(
                    diagnostics: (generation.warnings + [module.failedMaking(error)]).sortedByPlace(),
                    sources: generation.sources)
            }
        }
    }

    /// Gives up what was made for a successor that is not going to serve.
    package func discard(_ successor: Successor) { successor.generation.preparation.load()?.discard() }

    /// Makes a shared module on a thread of its own, which is given up when the time is over or nobody waits any more.
    private func make(
        _ module: BoundModule, for generation: Generation, within limit: Duration
    ) async throws {
        let (factory, experience) = (module.declaration.factory.value, runtime.experience)
        guard !experience.isHanging(factory) else { throw NotMade.hanging }
        guard limit > .zero else { throw NotMade.late }
        experience.noteHanging(factory)
        let settlement = Settlement<Void>()
        DispatchQueue(label: "waybill.prepare").async {
            let result = Result { try generation.makeShared(module) }
            experience.noteReturn(factory)
            guard !settlement.settle(result), let instance = module.instance else { return }
            // It came too late, and nobody is going to use it.
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
    /// The shared modules whose instances the predecessor does not have, untried factories first.
    fileprivate func newSharedModules(_ experience: FactoryExperience) -> [BoundModule] {
        let known = Set(predecessor.bound.modules.compactMap { $0.instance.map(ObjectIdentifier.init) })
        let new = generation.bound.modules.filter { module in
            guard module.declaration.scope.value == .shared, let instance = module.instance else { return false }
            return !known.contains(ObjectIdentifier(instance))
        }
        let isTried = { (module: BoundModule) in experience.isTried(module.declaration.factory.value) }
        return new.filter { !isTried($0) } + new.filter(isTried)
    }
}

extension BoundModule {
    /// F010, without what the error may say of the module's configuration.
    fileprivate func failedMaking(_ error: any Error) -> Diagnostic {
        var cause = error
        if case RoutingError.makeFailed(_, let underlying) = error { cause = underlying }
        let values = declaration.with?.scalarTexts.filter { $0.utf8.count > 3 }.sorted { $0.count > $1.count } ?? []
        let words = values.reduce("\(cause)") { $0.replacing($1, with: "***") }
        return Diagnostic(
            .failedMaking, at: declaration.id.span, "shared module '\(id)' cannot be made: \(words)",
            help: "see to what its factory needs; the set is tried again")
    }
}

extension Node {
    /// All scalars in it that are no keys.
    fileprivate var scalarTexts: [String] {
        switch content {
        case .scalar(let scalar): [scalar.text]
        case .sequence(let items): items.flatMap(\.scalarTexts)
        case .mapping(let entries): entries.flatMap(\.value.scalarTexts)
        }
    }
}
