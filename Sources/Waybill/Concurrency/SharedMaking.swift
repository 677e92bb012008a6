import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Identifies a running thread.
struct ThreadID: Hashable, Sendable {
    /// Never 0.
    let value: UInt

    static var current: ThreadID {
        #if canImport(Glibc)
            ThreadID(value: pthread_self())
        #else
            unsafe ThreadID(value: UInt(bitPattern: pthread_self()))  // compared, never followed
        #endif
    }
}

/// The lock for making shared instances, so that none is made twice. There is one lock for all of them: if two need
/// each other, a cycle error occurs on one thread, and two threads never wait for each other.
final class SharedMaking: Sendable {
    private let lock = Mutex<Void>(())
    /// The thread that holds the lock, which may enter again.
    private let holder = Atomic<UInt>(0)

    func exclusively<R>(_ body: () throws(RoutingError) -> R) throws(RoutingError) -> R {
        let thread = ThreadID.current.value
        if holder.load(ordering: .relaxed) == thread { return try body() }
        return try lock.withLock { _ throws(RoutingError) in
            holder.store(thread, ordering: .relaxed)
            defer { holder.store(0, ordering: .relaxed) }
            return try body()
        }
    }
}
