import WaybillManifest
import WaybillProofs
import WaybillTable

/// One hop of an open: a visit with the code that runs at it.
///
/// It is immutable, so the same hop may run repeatedly, also concurrently.
@usableFromInline
final class HopRun: Sendable {
    let snapshots: SnapshotHolder
    let snapshot: Snapshot
    let visit: URLVisit
    let route: BoundRoute?
    /// The lane that the open holds from its beginning: that of its first hop's route.
    let lane: Lane?
    /// The redirects before this hop, if the open ran on another generation.
    private let pastHops: [Hop]?

    /// Creates the first hop of an open.
    ///
    /// - Parameter snapshot: A snapshot with a begun open, which the hop ends.
    init(_ visit: URLVisit, on snapshot: Snapshot, of snapshots: SnapshotHolder) {
        let route = visit.route.map { snapshot.route($0.route) }
        lane = route?.lane
        self.route = route
        self.snapshots = snapshots
        self.snapshot = snapshot
        self.visit = visit
        pastHops = nil
    }

    /// Creates the hop after another one.
    init(_ visit: URLVisit, after previous: HopRun) {
        snapshots = previous.snapshots
        snapshot = previous.snapshot
        self.visit = visit
        route = visit.route.map { previous.snapshot.route($0.route) }
        lane = previous.lane
        pastHops = nil
        // Beginning cannot fail, because the previous hop has not ended yet.
        _ = snapshot.begin()
    }

    /// Creates the last hop of an open that is over, and ran on another generation.
    ///
    /// - Parameter snapshot: A snapshot with a begun open, as for the first hop.
    init(
        past visit: URLVisit, _ route: BoundRoute?, _ hops: [Hop], on snapshot: Snapshot, of snapshots: SnapshotHolder
    ) {
        self.snapshots = snapshots
        self.snapshot = snapshot
        self.visit = visit
        self.route = route
        lane = nil
        pastHops = hops
    }

    deinit { end() }

    // A method, because `snapshot.end()` directly in the deinitializer counts one more reference.
    private func end() { snapshot.end() }

    var generation: Generation { snapshot.generation }

    /// Returns the interceptor at a position.
    ///
    /// - Parameter position: Below the number of the visit's interceptors.
    func interceptor(at position: Int) -> BoundInterceptor { snapshot.interceptor(visit.interceptors[position]) }

    /// The redirects before this hop.
    var hops: [Hop] {
        if let pastHops { return pastHops }
        return visit.isFirst ? [] : visit.hops.map(snapshot.hop)
    }
}
