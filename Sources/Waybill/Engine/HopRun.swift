import WaybillManifest
import WaybillProofs
import WaybillTable

/// One hop of an open: a visit with the code that runs at it.
///
/// It is immutable, so the same hop may run repeatedly, also concurrently.
final class HopRun: Sendable {
    let snapshot: Snapshot
    let visit: URLVisit
    private let stage: Stage

    private enum Stage: Sendable {
        case first
        /// After other hops of an open that holds this lane.
        case later(Lane?)
        case ended(Reached)
    }

    /// What an open that is over reached, on another generation.
    final class Reached: Sendable {
        let parameters: RouteParameters
        let route: BoundRoute?
        let hops: [Hop]

        fileprivate init(_ parameters: RouteParameters, _ route: BoundRoute?, _ hops: [Hop]) {
            self.parameters = parameters
            self.route = route
            self.hops = hops
        }
    }

    /// Creates the first hop of an open.
    ///
    /// - Parameter snapshot: A snapshot with a begun open, which the hop ends.
    init(_ visit: URLVisit, on snapshot: Snapshot) {
        self.snapshot = snapshot
        self.visit = visit
        stage = .first
    }

    /// Creates the hop after another one.
    init(_ visit: URLVisit, after previous: HopRun) {
        snapshot = previous.snapshot
        self.visit = visit
        stage = .later(previous.lane)
        // Beginning cannot fail, because the previous hop has not ended yet.
        _ = snapshot.begin()
    }

    /// Creates the last hop of an open that is over, and ran on another generation.
    ///
    /// - Parameter snapshot: A snapshot with a begun open, as for the first hop.
    init(ended reached: Reached, on snapshot: Snapshot) {
        self.snapshot = snapshot
        visit = reached.parameters.visit
        stage = .ended(reached)
    }

    deinit { snapshot.end() }

    var generation: Generation { snapshot.generation }

    /// The lane that the open holds from its beginning: that of its first hop's route.
    var lane: Lane? {
        switch stage {
        case .first: route?.lane
        case .later(let lane): lane
        case .ended: nil
        }
    }

    /// What it reached, for ``init(ended:on:)``.
    var reached: Reached { Reached(parameters(), route, hops) }

    /// Returns the parameters of the URL, which outlive the open.
    ///
    /// - Parameter changes: See ``RouteParameters``.
    func parameters(_ changes: [String: String?] = [:]) -> RouteParameters {
        if case .ended(let reached) = stage { return reached.parameters.with(changes) }
        return RouteParameters(visit, by: visit.route.map { snapshot.pattern(at: $0) }, changes: changes)
    }

    /// The route of the visit; `nil` if none matches. It is not stored, because most callers of a lookup do not ask.
    var route: BoundRoute? {
        if case .ended(let reached) = stage { return reached.route }
        return visit.route.map { snapshot.route($0.route) }
    }

    /// The pattern that matches, as metrics and traces name it: `/notes/{id}`; `nil` if none does.
    var routeTemplate: String? {
        visit.route.flatMap { route?.patterns[$0.pattern].template }
    }

    /// Returns the interceptor at a position.
    ///
    /// - Parameter position: Below the number of the visit's interceptors.
    func interceptor(at position: Int) -> BoundInterceptor { snapshot.interceptor(visit.interceptor(at: position)) }

    /// The redirects before this hop.
    var hops: [Hop] {
        switch stage {
        case .first: []
        case .later: visit.hops.map(snapshot.hop)
        case .ended(let reached): reached.hops
        }
    }
}
