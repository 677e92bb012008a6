package import WaybillTable

/// A request that a tag view serves without an interceptor that runs for it in a plain open.
package struct ViewGap: Sendable, Hashable {
    /// Index into ``/WaybillTable/RoutingTable/interceptors``.
    package var interceptor: Int
    /// A route that the view shows.
    package var place: RoutePlace
    package var gap: GuardGap
}

extension RoutingTable {
    /// Returns the interceptors that run in no view, because they have no tags and do not apply everywhere, each with a
    /// request that they match and that a view serves.
    ///
    /// - Returns: The gaps, and whether all were found within the limits.
    package func viewGaps(within limits: ProofLimits = .standard) -> (found: [ViewGap], isComplete: Bool) {
        let hidden = interceptors.indices.filter {
            interceptors[$0].tags.isEmpty && !interceptors[$0].appliesEverywhere
        }
        let shown = routes.indices.filter { !routes[$0].tags.isEmpty }
        guard !hidden.isEmpty, !shown.isEmpty else { return ([], true) }
        let map: PatternMap<RoutePlace> = PatternMap(self, of: shown)
        var walk = limits.walkBudget(entries: hidden.count + shown.count)
        var work = ProofWork(stepsLeft: limits.relations, limits)
        var found: [ViewGap] = []
        do throws(WorkBudget.Exhausted) {
            for interceptor in hidden {
                for pattern in interceptors[interceptor].patterns.indices {
                    let place = InterceptorPlace(interceptor: interceptor, pattern: pattern)
                    guard let gap = try viewGap(of: place, in: map, &walk, &work) else { continue }
                    found.append(gap)
                    break
                }
            }
            return (found, true)
        } catch {
            return (found, false)
        }
    }

    /// The view shows the request, whichever route serves it.
    private func viewGap(
        of place: InterceptorPlace, in map: PatternMap<RoutePlace>, _ walk: inout WorkBudget, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> ViewGap? {
        let own = try requests(at: place, &work)
        var found: ViewGap?
        try map.visit(near: pattern(at: place), &walk) { route throws(WorkBudget.Exhausted) in
            let shared = try own.intersection(requests(at: route, &work), &work)
            guard let sample = shared.sample(.readable(pattern(at: route))) else { return true }
            let gap = GuardGap(witness: sample.askable[0], view: routes[route.route].tags.min())
            found = ViewGap(interceptor: place.interceptor, place: route, gap: gap)
            return false
        }
        return found
    }
}
