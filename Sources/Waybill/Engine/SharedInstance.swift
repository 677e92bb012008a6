import Synchronization

/// The one instance of a shared or weak module. It outlives the generation that made it.
package final class SharedInstance: Sendable {
    private let isWeak: Bool
    private let strong = AtomicLazyReference<Box>()
    private let weak = Mutex<WeakReference?>(nil)
    private let running = Mutex<(any RunningModule)?>(nil)
    private let isRetired = Atomic<Bool>(false)

    private final class Box: Sendable {
        let value: any Sendable
        init(_ value: any Sendable) { self.value = value }
    }

    init(isWeak: Bool) {
        self.isWeak = isWeak
    }

    var value: (any Sendable)? {
        isWeak ? weak.withLock { $0?.value } : strong.load()?.value
    }

    func store(_ value: any Sendable) {
        if isWeak { weak.withLock { $0 = WeakReference(value) } } else { _ = strong.storeIfNil(Box(value)) }
    }

    /// Stores a running module as long as the instance.
    func store(running module: any RunningModule) { running.withLock { $0 = module } }

    /// Returns the instance and its running module to the first caller, who retires them.
    func takeToRetire() -> (value: any Sendable, running: (any RunningModule)?)? {
        guard let value, !isRetired.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
        return (value, running.withLock { $0 })
    }
}

/// The lock for making shared instances, so that none is made twice. There is one lock for all of them: if two need
/// each other, a cycle error occurs on one thread, and two threads never wait for each other.
final class SharedMaking: Sendable {
    private let lock = Mutex<Void>(())
    /// The thread that holds the lock, which may enter again.
    private let holder = Atomic<UInt>(0)

    func exclusively<R>(_ thread: ThreadContext, _ body: () throws(RoutingError) -> R) throws(RoutingError) -> R {
        if holder.load(ordering: .relaxed) == thread.identity { return try body() }
        return try lock.withLock { _ throws(RoutingError) in
            holder.store(thread.identity, ordering: .relaxed)
            defer { holder.store(0, ordering: .relaxed) }
            return try body()
        }
    }
}
