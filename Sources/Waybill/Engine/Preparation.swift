import Synchronization

/// The modules that are made for a generation before it is published. It has its own lock, so that a factory that hangs
/// does not block another generation.
final class Preparation: Sendable {
    let making = SharedMaking()
    private let modules: Set<ObjectIdentifier>
    private let instances: Set<ObjectIdentifier>
    private let made = Mutex<[BoundModule]>([])

    init(_ modules: [BoundModule]) {
        self.modules = Set(modules.map(ObjectIdentifier.init))
        instances = Set(modules.compactMap { $0.instance.map(ObjectIdentifier.init) })
    }

    func covers(_ instance: SharedInstance) -> Bool { instances.contains(ObjectIdentifier(instance)) }

    /// Records a made module, in the order of making.
    func record(_ module: BoundModule) {
        guard modules.contains(ObjectIdentifier(module)) else { return }
        made.withLock { $0.append(module) }
    }

    /// Retires the made modules, in the reverse order.
    func discard(by retirements: Retirements) { retirements.begin(made.withLock { $0 }) }
}

/// The factories that have worked before, and those that still run after an attempt was given up.
final class FactoryExperience: Sendable {
    private struct State {
        var tried: Set<String> = []
        /// The number of calls that have not returned.
        var running: [String: Int] = [:]
    }

    private let state = Mutex(State())

    func isTried(_ factory: String) -> Bool { state.withLock { $0.tried.contains(factory) } }
    /// The factories that still run. At the beginning of an attempt, these are calls that an earlier one gave up.
    var running: Set<String> { state.withLock { Set($0.running.keys) } }
    func recordSuccess(_ factory: String) { state.withLock { _ = $0.tried.insert(factory) } }
    func recordStart(_ factory: String) { state.withLock { $0.running[factory, default: 0] += 1 } }

    func recordReturn(_ factory: String) {
        state.withLock { state in
            let rest = state.running[factory, default: 1] - 1
            state.running[factory] = rest == 0 ? nil : rest
        }
    }
}
