import Synchronization

/// Holds the published snapshot.
package final class SnapshotHolder: Sendable {
    /// All readers share this lock, and only while they copy the reference.
    private let published: Mutex<Snapshot>
    /// Held while the next snapshot is made from the current one.
    private let updating = Mutex<Void>(())

    init(_ first: Snapshot) {
        published = Mutex(first)
    }

    /// The current generation.
    package var generation: Generation { current.generation }

    /// The current snapshot.
    var current: Snapshot { published.withLock { $0 } }

    /// Removes the additions whose owners are gone. Returns the current snapshot.
    @discardableResult
    func dropOrphans() -> Snapshot {
        while true {
            let snapshot = current
            let orphans = snapshot.overlay.orphans
            if orphans.isEmpty { return snapshot }
            drop(orphans)
        }
    }

    /// Removes additions from the overlay. Only the first caller publishes a snapshot.
    func drop(_ additions: Set<Int>) {
        update { snapshot in snapshot.overlay.without(additions).map(snapshot.with) }
    }

    /// Begins an open on the current snapshot, and never on one that was just replaced. The caller ends it.
    func begin() -> Snapshot {
        while true {
            let next = dropOrphans().takeNext()
            if next.begin() { return next }
        }
    }

    /// Publishes the result of `change` for the current snapshot; `nil` leaves it unchanged.
    func update(_ change: (Snapshot) -> Snapshot?) {
        let old: Snapshot? = updating.withLock { _ in
            let old = current
            guard let new = change(old) else { return nil }
            published.withLock { $0 = new }
            return old
        }
        // Released after the lock, because releasing may run code that calls this again.
        withExtendedLifetime(old) {}
    }
}
