import Synchronization

/// Holds the snapshot that serves, and lends it without a lock and without counting a reference.
///
/// Each published snapshot has a number that no other in the process has. A thread keeps the snapshot that it read last,
/// and as long as the number is still the published one, that is the whole reading.
final class SnapshotHolder: Sendable {
    private let stamp: Atomic<UInt64>
    private let published: Mutex<Snapshot>
    private let key = ThreadContext.key

    private static let lastStamp = Atomic<UInt64>(0)

    init(_ first: Snapshot) {
        stamp = Atomic(Self.nextStamp())
        published = Mutex(first)
    }

    private static func nextStamp() -> UInt64 { lastStamp.wrappingAdd(1, ordering: .relaxed).newValue }

    /// A reference of one's own, for work that suspends.
    var current: Snapshot { published.withLock { $0 } }

    /// Lends the snapshot for the time of a synchronous call.
    @inline(__always)
    func reading<R, E: Error>(_ body: (Snapshot, ThreadContext) throws(E) -> R) throws(E) -> R {
        let thread = ThreadContext.current(key)
        if thread.stamp == stamp.load(ordering: .acquiring) { return try thread.reading(body) }
        let snapshot = refresh(thread)
        return try body(snapshot, thread)
    }

    @inline(never)
    private func refresh(_ thread: ThreadContext) -> Snapshot {
        published.withLock { snapshot in
            thread.keep(snapshot, stamp: stamp.load(ordering: .relaxed))
            return snapshot
        }
    }

    /// Publishes what `change` makes of the present snapshot; `nil` leaves it as it is.
    func update<E: Error>(_ change: (Snapshot) throws(E) -> Snapshot?) throws(E) {
        try published.withLock { snapshot throws(E) in
            guard let new = try change(snapshot) else { return }
            snapshot = new
            stamp.store(Self.nextStamp(), ordering: .releasing)
        }
    }
}
