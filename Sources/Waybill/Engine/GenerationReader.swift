public import Synchronization

/// Reads what serves for one task or loop, which keeps it: one comparison of one number, as long as nothing was published.
///
///     var reader = router.reader()
///     for request in requests { reader.read { generation in … } }
///
/// It keeps the generation that it read last alive until it reads the next one, or goes.
@safe
public struct GenerationReader: ~Copyable {
    @usableFromInline let snapshots: SnapshotHolder
    @usableFromInline var stamp: UInt64
    /// With a reference of the reader's own.
    @usableFromInline var generation: Unmanaged<Generation>

    init(_ snapshots: SnapshotHolder) {
        self.snapshots = snapshots
        let (generation, stamp) = snapshots.stampedGeneration
        self.stamp = stamp
        unsafe self.generation = Unmanaged.passRetained(generation)
    }

    deinit { unsafe generation.release() }

    /// Lends what serves now for the time of the call.
    @inlinable
    public mutating func read<R, E: Error>(_ body: (Generation) throws(E) -> R) throws(E) -> R {
        if snapshots.stamp.load(ordering: .acquiring) != stamp { refresh() }
        // `body` throws nothing else.
        do { return try unsafe generation._withUnsafeGuaranteedRef { try body($0) } } catch { throw error as! E }
    }

    @usableFromInline
    mutating func refresh() {
        let (new, number) = snapshots.stampedGeneration
        unsafe generation.release()
        unsafe generation = Unmanaged.passRetained(new)
        stamp = number
    }
}

extension Router {
    /// A reader of what serves, for one task to keep.
    public func reader() -> GenerationReader { GenerationReader(snapshots) }
}
