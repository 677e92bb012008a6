public import Synchronization

/// Holds the published snapshot, and lends it without a lock and without counting a reference.
///
/// Each published snapshot has a unique number in the process. A thread keeps the snapshot that it read last. If its
/// number is the published one, reading is one comparison.
@usableFromInline
package final class SnapshotHolder: Sendable {
    /// The number of the published snapshot.
    @usableFromInline let stamp: Atomic<UInt64>
    private let published: Mutex<Snapshot>
    let key = ThreadContext.Key()

    private static let lastStamp = Atomic<UInt64>(0)

    init(_ first: Snapshot) {
        stamp = Atomic(Self.nextStamp())
        published = Mutex(first)
    }

    private static func nextStamp() -> UInt64 { lastStamp.wrappingAdd(1, ordering: .relaxed).newValue }

    /// The current generation.
    package var generation: Generation { current.generation }

    /// The current snapshot, retained. The thread does not keep it, since it may never read again.
    var current: Snapshot { stamped.0 }

    /// Makes this thread release the snapshot that it read last, unless that is the current one or on loan.
    func refresh() { borrow().end() }

    /// Lends the current snapshot, without additions whose owners are gone, during a synchronous call.
    @inline(__always)
    func read<R>(_ body: (Snapshot) -> R) -> R {
        var loan = borrow()
        while loan.read({ $0.overlay.hasOrphans }) {
            // A thread cannot replace a snapshot that it lends.
            loan.end()
            dropOrphans()
            loan = borrow()
        }
        defer { loan.end() }
        return loan.read(body)
    }

    /// Removes the additions whose owners are gone.
    @inline(never)
    func dropOrphans() { drop(current.overlay.orphans) }

    /// Removes additions from the overlay. Only the first caller publishes a snapshot.
    func drop(_ additions: Set<Int>) {
        update { snapshot in snapshot.overlay.without(additions).map(snapshot.with) }
    }

    /// Begins an open on the current snapshot, and never on one that was just replaced. The caller ends it.
    func begin() -> Snapshot {
        while true {
            let next = read { $0.takeNext() }
            if next.begin() { return next }
        }
    }

    /// Lends the snapshot during a synchronous call, which ends the loan itself.
    @usableFromInline
    func borrow() -> SnapshotLoan {
        let thread = ThreadContext.current(key)
        return thread.borrow(stamp.load(ordering: .acquiring)) ?? refresh(thread)
    }

    @inline(never)
    private func refresh(_ thread: ThreadContext) -> SnapshotLoan {
        let (snapshot, number) = stamped
        thread.keep(snapshot, stamp: number)
        let retained = unsafe Unmanaged.passRetained(snapshot)  // released by `end` of the loan
        return unsafe SnapshotLoan(snapshot: retained, isCounted: true, thread: thread)  // with a reference
    }

    /// The published snapshot and its number.
    private var stamped: (Snapshot, UInt64) { published.withLock { ($0, stamp.load(ordering: .relaxed)) } }

    /// Publishes the result of `change` for the current snapshot; `nil` leaves it unchanged.
    func update(_ change: (Snapshot) -> Snapshot?) {
        let old: Snapshot? = published.withLock { snapshot in
            guard let new = change(snapshot) else { return nil }
            defer { snapshot = new }
            stamp.store(Self.nextStamp(), ordering: .releasing)
            return snapshot
        }
        // Released after the lock, because releasing may run code that calls this again.
        withExtendedLifetime(old) {}
    }
}

/// A snapshot on loan from a thread's context or, if the thread could not keep it, with its own reference.
@safe @usableFromInline
struct SnapshotLoan {
    fileprivate let snapshot: Unmanaged<Snapshot>
    fileprivate let isCounted: Bool
    let thread: ThreadContext

    init(snapshot: Unmanaged<Snapshot>, isCounted: Bool, thread: ThreadContext) {
        unsafe self.snapshot = snapshot  // alive until `end`: by the thread's loan, or by its own reference
        self.isCounted = isCounted
        self.thread = thread
    }

    /// Valid during the call, within the loan.
    @inline(__always)
    func read<R>(_ body: (Snapshot) -> R) -> R { unsafe snapshot._withUnsafeGuaranteedRef { body($0) } }  // lent

    /// Valid during the loan.
    @usableFromInline
    var generation: Unmanaged<Generation> {
        unsafe snapshot._withUnsafeGuaranteedRef {  // alive until `end`
            unsafe Unmanaged.passUnretained($0.generation)  // the lent snapshot retains it
        }
    }

    @usableFromInline
    func end() {
        if isCounted { unsafe snapshot.release() } else { thread.endLoan() }  // the reference of `refresh`
    }
}
