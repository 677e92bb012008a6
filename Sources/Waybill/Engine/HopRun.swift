import WaybillManifest
import WaybillProofs
import WaybillTable

/// One hop of an open: a visit of the walk, with the code that runs on it.
///
/// Immutable: the same hop may run any number of times, also at the same time.
@usableFromInline
final class HopRun: Sendable {
    let snapshots: SnapshotHolder
    let snapshot: Snapshot
    let visit: URLVisit
    let route: BoundRoute?
    /// The lane that the open holds from its beginning: that of its first hop's route.
    let lane: Lane?
    /// The redirects that led here, if the open ran on another generation.
    private let pastHops: [Hop]?

    /// The first hop of an open.
    ///
    /// - Parameter snapshot: A begun one: the hop ends it.
    init(_ visit: URLVisit, on snapshot: Snapshot, of snapshots: SnapshotHolder) {
        let route = visit.route.map { snapshot.route($0.route) }
        lane = route?.lane
        self.route = route
        self.snapshots = snapshots
        self.snapshot = snapshot
        self.visit = visit
        pastHops = nil
    }

    /// The hop that another one leads to.
    init(_ visit: URLVisit, after previous: HopRun) {
        snapshots = previous.snapshots
        snapshot = previous.snapshot
        self.visit = visit
        route = visit.route.map { previous.snapshot.route($0.route) }
        lane = previous.lane
        pastHops = nil
        // It cannot fail: the previous hop has begun it, and has not ended it yet.
        _ = snapshot.generation.life.begin()
    }

    /// The last hop of an open that is over, and ran on another generation.
    ///
    /// - Parameter snapshot: A begun one, as of the first hop.
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

    deinit { snapshot.generation.life.end() }

    var generation: Generation { snapshot.generation }
    var options: RouterOptions { generation.bound.runtime.options }

    /// The interceptor whose turn it is.
    ///
    /// - Parameter position: Below the number of the visit's interceptors.
    func interceptor(at position: Int) -> BoundInterceptor { snapshot.interceptor(visit.interceptors[position]) }

    /// The redirects that led here.
    var hops: [Hop] {
        if let pastHops { return pastHops }
        return visit.isFirst ? [] : visit.hops.map(snapshot.hop)
    }
}
