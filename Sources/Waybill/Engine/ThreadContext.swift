#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What one thread keeps for itself: the snapshot that it read last, and the modules that it is making.
///
/// Making is synchronous, so that the stack of modules being made is a thread's own. The snapshot is kept alive until the
/// thread reads another one: a thread holds one superseded generation at most.
///
/// A pointer and not a class: nothing here is counted or checked, for no other thread ever gets it.
@safe @usableFromInline
struct ThreadContext {
    private let state: UnsafeMutablePointer<State>

    @unsafe private struct State {
        /// The number of `snapshot`; no published snapshot has the number 0.
        var stamp: UInt64 = 0
        var snapshot: Unmanaged<Snapshot>?
        /// The snapshot's short ways.
        var direct: TypeTable<DirectProvider>.View?
        /// How many loans of `snapshot` are out on this thread's stack; it is not replaced while any is.
        var loans = 0
        var stack = MakingStack()
    }

    /// The slot that every thread has its context in.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = unsafe pthread_key_create(&key) { state in
            #if canImport(Darwin)
                unsafe ThreadContext.end(state)
            #else
                if let state = unsafe state { unsafe ThreadContext.end(state) }
            #endif
        }
        precondition(status == 0, "the process has no key for thread-specific data left")
        return key
    }()

    /// Who holds it passes it to ``current(_:)``, which is then one call of the system's.
    struct Key: Sendable {
        fileprivate let key = ThreadContext.key
    }

    static var current: ThreadContext { current(Key()) }

    @inline(__always)
    static func current(_ key: Key) -> ThreadContext {
        if let state = unsafe pthread_getspecific(key.key) {
            return unsafe ThreadContext(state: state.assumingMemoryBound(to: State.self))
        }
        return begin(key)
    }

    @inline(never)
    private static func begin(_ key: Key) -> ThreadContext {
        let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
        unsafe state.initialize(to: State())
        unsafe pthread_setspecific(key.key, state)
        return unsafe ThreadContext(state: state)
    }

    private static func end(_ slot: UnsafeMutableRawPointer) {
        let state = unsafe slot.assumingMemoryBound(to: State.self)
        unsafe state.pointee.snapshot?.release()
        unsafe state.pointee.stack.deallocate()
        unsafe state.deinitialize(count: 1).deallocate()
    }

    /// Tells threads apart.
    var identity: UInt { unsafe UInt(bitPattern: state) }

    // MARK: The kept snapshot

    /// Lends the kept snapshot, if it has this number.
    @inline(__always)
    func borrow(_ stamp: UInt64) -> SnapshotLoan? {
        guard unsafe state.pointee.stamp == stamp, let snapshot = unsafe state.pointee.snapshot else { return nil }
        unsafe state.pointee.loans &+= 1
        return unsafe SnapshotLoan(snapshot: snapshot, isCounted: false, thread: self)
    }

    /// The same without a value for it: what is lent is ``lentGeneration``.
    @inline(__always)
    func beginLoan(_ stamp: UInt64) -> Bool {
        guard unsafe state.pointee.stamp == stamp else { return false }
        unsafe state.pointee.loans &+= 1
        return true
    }

    /// For the time of a loan.
    @inline(__always)
    var lentGeneration: Unmanaged<Generation> {
        // There is no loan without a snapshot.
        unsafe state.pointee.snapshot.unsafelyUnwrapped._withUnsafeGuaranteedRef {
            unsafe Unmanaged.passUnretained($0.generation)
        }
    }

    /// The short ways of what is lent.
    @inline(__always)
    var lentDirect: TypeTable<DirectProvider>.View { unsafe state.pointee.direct.unsafelyUnwrapped }

    @inline(__always)
    func endLoan() { unsafe state.pointee.loans &-= 1 }

    func keep(_ snapshot: Snapshot, stamp: UInt64) {
        guard unsafe state.pointee.loans == 0 else { return }
        let old = unsafe state.pointee.snapshot
        unsafe state.pointee.snapshot = Unmanaged.passRetained(snapshot)
        unsafe state.pointee.direct = snapshot.generation.bound.direct.view
        unsafe state.pointee.stamp = stamp
        // Last, for what goes with it may run code that comes here again.
        unsafe old?.release()
    }

    // MARK: What is being made

    @inline(__always)
    func push(_ module: Unmanaged<BoundModule>) throws(RoutingError) { try unsafe state.pointee.stack.push(module) }

    /// The same for what has no hooks; `false` where it would lead in a circle.
    @inline(__always)
    func pushDirect(_ module: Unmanaged<BoundModule>) -> Bool { unsafe state.pointee.stack.pushDirect(module) }

    @inline(__always)
    func popDirect() { unsafe state.pointee.stack.popDirect() }

    @inline(__always)
    func pop() { unsafe state.pointee.stack.pop() }

    /// Notes what the factory of the innermost module made.
    func note(_ made: Made) { unsafe state.pointee.stack.note(made) }

    /// What is being prepared of a module on this thread's stack.
    func pending(_ module: BoundModule) -> Made? { unsafe state.pointee.stack.pending(module) }

    /// Runs `body` with `module` on the stack of what is being made.
    func making<R>(
        _ module: BoundModule, _ body: () throws(RoutingError) -> R
    ) throws(RoutingError) -> R {
        try unsafe push(Unmanaged.passUnretained(module))
        defer { pop() }
        return try body()
    }
}
