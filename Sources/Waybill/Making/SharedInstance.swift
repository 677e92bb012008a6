import Synchronization

/// The one instance of a shared or weak module; outlives the generation that made it.
final class SharedInstance: Sendable {
    private let isWeak: Bool
    private let lasting = AtomicLazyReference<Box>()
    private let fleeting = Mutex<WeakReference?>(nil)

    private final class Box: Sendable {
        let value: any Sendable
        init(_ value: any Sendable) { self.value = value }
    }

    init(isWeak: Bool) {
        self.isWeak = isWeak
    }

    var value: (any Sendable)? {
        isWeak ? fleeting.withLock { $0?.value } : lasting.load()?.value
    }

    func store(_ value: any Sendable) {
        if isWeak { fleeting.withLock { $0 = WeakReference(value) } } else { _ = lasting.storeIfNil(Box(value)) }
    }
}

/// Weakly holds an object that was `Sendable` when it came.
struct WeakReference: @unchecked Sendable {  // only ever holds what came as `any Sendable`
    private weak var object: AnyObject?

    init(_ value: any Sendable) {
        object = value as AnyObject
    }

    var value: (any Sendable)? {
        guard let object else { return nil }
        return unsafe unsafeBitCast(object, to: (any AnyObject & Sendable).self)  // same layout: Sendable is a marker
    }
}

/// Held while a shared instance is made, so that none is made twice. One lock for all of them, so that two that need
/// each other end in a cycle error on one thread and never wait for one another on two.
final class SharedMaking: Sendable {
    private let lock = Mutex<Void>(())
    /// The thread that holds the lock: it may enter again.
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
