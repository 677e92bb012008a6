import WaybillTable

extension PatternOwner {
    /// Returns the requests of each of its patterns. These sets may overlap.
    func requests(_ settings: MatchSettings, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> [RequestSet] {
        var sets: [RequestSet] = []
        for index in patterns.indices { sets.append(try requests(at: index, settings, &work)) }
        return sets
    }

    /// Returns the requests that one of its patterns matches by itself.
    func requests(
        at index: Int, _ settings: MatchSettings, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RequestSet {
        try RequestSet(of: patterns[index], constraints, methods: NameSet(answeredBy: methods), settings, &work)
    }

    /// Returns the requests of a set that none of its patterns matches.
    func unmatched(
        _ requests: RequestSet, _ settings: MatchSettings, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RequestSet {
        var rest = requests
        for index in patterns.indices where !rest.isEmpty {
            rest = try rest.subtracting(self.requests(at: index, settings, &work), &work)
        }
        return rest
    }
}

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

extension RoutingTable {
    func pattern(at place: InterceptorPlace) -> Pattern { interceptors[place.interceptor].patterns[place.pattern] }

    /// Returns the requests that the pattern matches.
    func requests(at place: InterceptorPlace, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> RequestSet {
        try interceptors[place.interceptor].requests(at: place.pattern, settings, &work)
    }
}
