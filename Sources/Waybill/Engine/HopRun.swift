import WaybillManifest
import WaybillProofs
import WaybillTable

/// What stays the same for a whole open, over all its hops.
struct Opening: Sendable {
    let snapshots: SnapshotHolder
    let snapshot: Snapshot
    let url: RouteURL
    let tags: Set<String>?
    /// The lane that the open holds from its beginning.
    let lane: Lane?
}

/// One hop of an open: a leg of the walk, with the code that runs on it.
///
/// Immutable: the same hop may run any number of times, also at the same time.
@usableFromInline
final class HopRun: Sendable {
    let opening: Opening
    let leg: WalkLeg
    let route: BoundRoute?
    /// The redirects that led here, if the open ran on another generation.
    private let pastHops: [Hop]?

    /// Made while the opening's generation is held; the hop holds it from here on.
    init(_ opening: Opening, _ leg: WalkLeg) {
        self.opening = opening
        self.leg = leg
        route = leg.route.map { opening.snapshot.route($0.route) }
        pastHops = nil
        _ = opening.snapshot.generation.life.begin()
    }

    /// The same for a hop of an open that is over, and ran on another generation.
    init(_ opening: Opening, past leg: WalkLeg, _ route: BoundRoute?, _ hops: [Hop]) {
        self.opening = opening
        self.leg = leg
        self.route = route
        pastHops = hops
        _ = opening.snapshot.generation.life.begin()
    }

    deinit { opening.snapshot.generation.life.end() }

    var generation: Generation { opening.snapshot.generation }
    var options: RouterOptions { generation.bound.runtime.options }

    /// The interceptor whose turn it is.
    ///
    /// - Parameter position: Below the number of the leg's interceptors.
    func interceptor(at position: Int) -> BoundInterceptor {
        opening.snapshot.interceptor(leg.interceptors[position])
    }

    /// The redirects that led here.
    var hops: [Hop] {
        if let pastHops { return pastHops }
        return leg.hops.isEmpty ? [] : leg.hops.map(opening.snapshot.hop)
    }
}
