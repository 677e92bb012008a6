import WaybillTable

extension DefinedRoutes {
    /// Returns the requests that the pattern answers by itself.
    func requests(at place: RoutePlace, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> RequestSet {
        let route = routes[place.route]
        return try RequestSet(
            of: route.patterns[place.pattern], route.constraints, methods: NameSet(answeredBy: route.methods), settings,
            &work)
    }

    /// Subtracts the requests that a route answers.
    func without(
        route: Int, _ requests: RequestSet, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RequestSet {
        var rest = requests
        for pattern in routes[route].patterns.indices where !rest.isEmpty {
            rest = try rest.subtracting(self.requests(at: RoutePlace(route: route, pattern: pattern), &work), &work)
        }
        return rest
    }

    /// Returns the URLs that the pattern matches.
    func urls(at place: RoutePlace, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> RequestSet {
        let route = routes[place.route]
        return try RequestSet(of: route.patterns[place.pattern], route.constraints, settings, &work)
    }
}
