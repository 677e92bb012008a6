public import Synchronization

/// Reads the current generation, for one task or loop that keeps the reader. While nothing new is published, reading is
/// one comparison.
///
///     var reader = router.reader()
///     for request in requests { reader.read { generation in … } }
///
/// It cannot be copied, so only one task uses it at a time. It keeps the generation that it read last alive until it
/// reads the next one, or ends.
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
        unsafe self.generation = Unmanaged.passRetained(generation)  // released by `refresh` or `deinit`
    }

    deinit { unsafe generation.release() }  // the reference of `init` or `refresh`

    /// Lends the current generation during the call.
    /// - Throws: What `body` throws.
    @inlinable
    public mutating func read<R, E: Error>(_ body: (Generation) throws(E) -> R) throws(E) -> R {
        if snapshots.stamp.load(ordering: .acquiring) != stamp { refresh() }
        do {
            return try unsafe generation._withUnsafeGuaranteedRef { try body($0) }  // the reader's own reference
        } catch {
            throw error as! E  // `body` throws nothing else
        }
    }

    @usableFromInline
    mutating func refresh() {
        let (new, number) = snapshots.stampedGeneration
        unsafe generation.release()  // the reference of `init`, or of the last refresh
        unsafe generation = Unmanaged.passRetained(new)  // released by the next refresh, or `deinit`
        stamp = number
    }
}

extension Router {
    /// Returns a reader of the current generation, for one task to keep.
    public func reader() -> GenerationReader { GenerationReader(snapshots) }
}
