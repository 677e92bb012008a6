import WaybillTable

extension DefinedRoutes {
    /// Returns the requests that the pattern answers by itself.
    func requests(at place: RoutePlace, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> RequestSet {
        try routes[place.route].requests(at: place.pattern, settings, &work)
    }

    /// Returns the URLs that the pattern matches.
    func urls(at place: RoutePlace, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> RequestSet {
        let route = routes[place.route]
        return try RequestSet(of: route.patterns[place.pattern], route.constraints, settings, &work)
    }
}
