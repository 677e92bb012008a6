import Synchronization

/// What is made for a generation before it is published. It has its own lock, so that a factory that hangs does not
/// block another generation.
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

    /// Records what was made, in the order of making.
    func record(_ module: BoundModule) {
        guard modules.contains(ObjectIdentifier(module)) else { return }
        made.withLock { $0.append(module) }
    }

    /// Retires what was made, in the reverse order.
    func discard() {
        made.withLock { $0 }
            .compactMap { module in module.instance.map { RetiringModule(module: module, instance: $0) } }
            .retireLater()
    }
}

/// Which factories have worked before, and which still run after an attempt that was given up.
final class FactoryExperience: Sendable {
    private struct State {
        var tried: Set<String> = []
        var hanging: Set<String> = []
    }

    private let state = Mutex(State())

    func isTried(_ factory: String) -> Bool { state.withLock { $0.tried.contains(factory) } }
    func isHanging(_ factory: String) -> Bool { state.withLock { $0.hanging.contains(factory) } }
    func recordSuccess(_ factory: String) { state.withLock { _ = $0.tried.insert(factory) } }
    func recordStart(_ factory: String) { state.withLock { _ = $0.hanging.insert(factory) } }
    func recordReturn(_ factory: String) { state.withLock { _ = $0.hanging.remove(factory) } }
}
