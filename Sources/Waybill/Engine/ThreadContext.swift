import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The data of one thread: the snapshot that it read last, and the modules that it is making.
///
/// Making is synchronous, so the stack of modules being made belongs to a thread. The snapshot is kept alive until the
/// thread reads another one, so a thread holds at most one replaced generation. The next thread that reads a new
/// snapshot releases what an ended thread held.
///
/// It is a pointer and not a class, so that nothing is counted or checked: no other thread ever gets it.
@safe @usableFromInline
struct ThreadContext {
    private let state: UnsafeMutablePointer<State>

    @unsafe private struct State {
        /// The number of `snapshot`. No published snapshot has the number 0.
        var stamp: UInt64 = 0
        var snapshot: Unmanaged<Snapshot>?
        /// The direct path of the snapshot.
        var direct: TypeTable<DirectProvider>.View?
        /// The number of loans of `snapshot` on this thread's stack. It is not replaced while there is one.
        var loans = 0
        var stack = MakingStack()
    }

    /// The slot in which every thread has its context.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = unsafe pthread_key_create(&key) { state in  // the function captures nothing
            #if canImport(Darwin)
                unsafe ThreadContext.end(state)  // the slot's own value, which only `begin` sets
            #else
                if let state = unsafe state { unsafe ThreadContext.end(state) }  // only `begin` sets the slot
            #endif
        }
        precondition(status == 0, "the process has no key for thread-specific data left")
        return key
    }()

    /// Passed to ``current(_:)``, which then needs only one system call.
    struct Key: Sendable {
        fileprivate let key = ThreadContext.key
    }

    static var current: ThreadContext { current(Key()) }

    @inline(__always)
    static func current(_ key: Key) -> ThreadContext {
        if let state = unsafe pthread_getspecific(key.key) {  // reads this thread's own slot
            return unsafe ThreadContext(state: state.assumingMemoryBound(to: State.self))  // only `begin` sets the slot
        }
        return begin(key)
    }

    @inline(never)
    private static func begin(_ key: Key) -> ThreadContext {
        let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
        unsafe state.initialize(to: State())  // deinitialized in `end`
        unsafe pthread_setspecific(key.key, state)  // `end` frees it when the thread ends
        return unsafe ThreadContext(state: state)  // lives as long as the thread, and does not leave it
    }

    /// The snapshots of threads that have ended, for the next thread that keeps another snapshot to release.
    ///
    /// The ending thread cannot release them, because releasing may run any code. libdispatch has freed its part of the
    /// thread by then, and would free it twice if it was used again.
    private static let orphans = Mutex<[Snapshot]>([])

    private static func end(_ slot: UnsafeMutableRawPointer) {
        let state = unsafe slot.assumingMemoryBound(to: State.self)  // initialized by `begin`
        if let snapshot = unsafe state.pointee.snapshot?.takeRetainedValue() {  // the reference that `keep` retained
            orphans.withLock { $0.append(snapshot) }
        }
        unsafe state.pointee.stack.deallocate()  // nothing is being made when a thread ends
        unsafe state.deinitialize(count: 1).deallocate()  // the one that `begin` allocated
    }

    /// Identifies the thread.
    var identity: UInt { unsafe UInt(bitPattern: state) }  // compared, never followed

    // MARK: The kept snapshot

    /// Lends the kept snapshot if it has this number.
    @inline(__always)
    func borrow(_ stamp: UInt64) -> SnapshotLoan? {
        guard unsafe state.pointee.stamp == stamp,  // this thread's own state
            let snapshot = unsafe state.pointee.snapshot  // this thread's own state
        else { return nil }
        unsafe state.pointee.loans &+= 1  // this thread's own state
        return unsafe SnapshotLoan(snapshot: snapshot, isCounted: false, thread: self)  // kept while `loans` is above 0
    }

    /// Lends it without a value for the loan; ``lentGeneration`` is lent.
    @inline(__always)
    func beginLoan(_ stamp: UInt64) -> Bool {
        guard unsafe state.pointee.stamp == stamp else { return false }  // this thread's own state
        unsafe state.pointee.loans &+= 1  // this thread's own state
        return true
    }

    /// Valid during a loan.
    @inline(__always)
    var lentGeneration: Unmanaged<Generation> {
        unsafe state.pointee.snapshot.unsafelyUnwrapped._withUnsafeGuaranteedRef {  // a loan keeps the snapshot
            unsafe Unmanaged.passUnretained($0.generation)  // the lent snapshot retains it
        }
    }

    /// The direct path of the lent snapshot.
    @inline(__always)
    var lentDirect: TypeTable<DirectProvider>.View {
        unsafe state.pointee.direct.unsafelyUnwrapped  // a loan keeps the snapshot, whose table this is
    }

    @inline(__always)
    func endLoan() { unsafe state.pointee.loans &-= 1 }  // this thread's own state

    func keep(_ snapshot: Snapshot, stamp: UInt64) {
        guard unsafe state.pointee.loans == 0 else { return }  // this thread's own state
        let old = unsafe state.pointee.snapshot  // released below
        unsafe state.pointee.snapshot = Unmanaged.passRetained(snapshot)  // released when it is replaced, or in `end`
        unsafe state.pointee.direct = snapshot.generation.bound.direct.view  // the kept snapshot retains the table
        unsafe state.pointee.stamp = stamp  // this thread's own state
        // Last, because releasing may run code that calls this again.
        unsafe old?.release()  // the reference of the last time
        let orphans = Self.orphans.withLock { orphans in
            defer { orphans = [] }
            return orphans
        }
        withExtendedLifetime(orphans) {}
    }

    // MARK: Objects being made

    @inline(__always)
    func push(_ module: Unmanaged<BoundModule>) throws(RoutingError) {
        try unsafe state.pointee.stack.push(module)  // the caller keeps the module alive until its pop
    }

    /// Pushes a module without hooks. Returns false if it would close a cycle.
    @inline(__always)
    func pushDirect(_ module: Unmanaged<BoundModule>) -> Bool {
        unsafe state.pointee.stack.pushDirect(module)  // the caller keeps the module alive until its pop
    }

    @inline(__always)
    func popDirect() { unsafe state.pointee.stack.popDirect() }  // this thread's own state

    @inline(__always)
    func pop() { unsafe state.pointee.stack.pop() }  // this thread's own state

    /// Records the product of the innermost module's factory.
    func record(_ made: Made) { unsafe state.pointee.stack.record(made) }  // this thread's own state

    /// Returns the product of a module that is being prepared on this thread's stack.
    func pending(_ module: BoundModule) -> Made? {
        unsafe state.pointee.stack.pending(module)  // this thread's own state
    }

    /// Runs `body` with `module` on the stack of modules being made.
    func making<R>(
        _ module: BoundModule, _ body: () throws(RoutingError) -> R
    ) throws(RoutingError) -> R {
        try unsafe push(Unmanaged.passUnretained(module))  // the parameter keeps it alive until the pop below
        defer { pop() }
        return try body()
    }
}
