import WaybillManifest
import WaybillProofs
import WaybillTable

extension RequestTrace {
    /// The visits at which the chain lets the request pass to the routes, even if none matches.
    var routedVisits: [Visit] {
        visits.enumerated().compactMap { index, visit in
            if let hop = visit.hop { return hop.isOfRoute ? visit : nil }
            return index == visits.count - 1 && isRouted ? visit : nil
        }
    }

    private var isRouted: Bool {
        switch end {
        case .reached, .redirectToClient, .unmatched, .redirectUnmatched: true
        case .rejected, .loop, .invalid: false
        }
    }
}

extension WalkHop {
    fileprivate var isOfRoute: Bool { if case .route = by { true } else { false } }
}

extension RoutedSet {
    /// Returns the units that a request exercises at all of its visits, except rejected captures.
    ///
    /// - Parameter near: The interceptors that may run for a route.
    func hits(of trace: RequestTrace, near: (Int) -> [Int]) -> Set<CoverageUnit.Subject> {
        var hits: Set<CoverageUnit.Subject> = []
        for visit in trace.visits {
            for interceptor in visit.interceptors {
                hits.insert(.runs(interceptor: interceptor, route: visit.route?.route))
            }
        }
        for visit in trace.routedVisits {
            if let match = visit.route { addHits(at: match, visit.url, trace, near(match.route), to: &hits) }
            guard trace.view != .everything,
                let other = table.route(for: visit.url, method: trace.method)?.route,
                !table.routes[other].tags.isEmpty, !table.admits(other, method: trace.method, in: trace.view)
            else { continue }
            hits.insert(.hidden(route: other))
        }
        return hits
    }

    private func addHits(
        at match: RouteMatch, _ url: RouteURL, _ trace: RequestTrace, _ near: [Int],
        to hits: inout Set<CoverageUnit.Subject>
    ) {
        let definition = table.routes[match.route]
        hits.insert(.pattern(route: match.route, pattern: match.pattern))
        for name in definition.patterns[match.pattern].captureNames where definition.constraints[name] != nil {
            hits.insert(.accepted(route: match.route, capture: name))
        }
        for tag in definition.tags where trace.view.tags?.contains(tag) == true {
            hits.insert(.seen(route: match.route, tag: tag))
        }
        guard !near.isEmpty else { return }
        // A view may also hide an interceptor, which does not mean that it does not match.
        let matching = Set(table.interceptors(for: url, method: trace.method).map(\.interceptor))
        for interceptor in near where !matching.contains(interceptor) {
            hits.insert(.passes(interceptor: interceptor, route: match.route))
        }
    }

    /// Whether only this capture prevents a visit of a request from reaching a route.
    func refuses(
        _ capture: String, of place: RoutePlace, _ visit: RequestTrace.Visit, in trace: RequestTrace,
        rank: (RoutePlace) -> Int
    ) -> Bool {
        guard table.admits(place.route, method: trace.method, in: trace.view),
            table.refusals(at: place, of: visit.url) == [capture]
        else { return false }
        guard let match = visit.route else { return true }
        return match.route != place.route
            && rank(place) < rank(RoutePlace(route: match.route, pattern: match.pattern))
    }
}
