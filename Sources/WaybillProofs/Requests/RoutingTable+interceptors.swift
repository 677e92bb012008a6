import WaybillTable

/// One pattern of one interceptor.
package struct InterceptorPlace: Hashable, Sendable {
    /// Index into ``WaybillTable/RoutingTable/interceptors``.
    package var interceptor: Int
    /// Index into that interceptor's patterns.
    package var pattern: Int
}

extension RoutingTable {
    func pattern(at place: InterceptorPlace) -> Pattern { interceptors[place.interceptor].patterns[place.pattern] }

    /// Returns the requests that the pattern matches.
    func requests(at place: InterceptorPlace, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> RequestSet {
        try interceptors[place.interceptor].requests(at: place.pattern, settings, &work)
    }

    /// Subtracts the requests that an interceptor matches.
    func without(
        interceptor: Int, _ requests: RequestSet, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RequestSet {
        var rest = requests
        for pattern in interceptors[interceptor].patterns.indices where !rest.isEmpty {
            let place = InterceptorPlace(interceptor: interceptor, pattern: pattern)
            rest = try rest.subtracting(self.requests(at: place, &work), &work)
        }
        return rest
    }
}

extension InterceptorDefinition {
    /// Returns the requests of each of its patterns. These sets may overlap.
    func requests(_ settings: MatchSettings, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> [RequestSet] {
        var sets: [RequestSet] = []
        for index in patterns.indices { sets.append(try requests(at: index, settings, &work)) }
        return sets
    }

    /// Returns the requests that one of its patterns matches.
    func requests(
        at index: Int, _ settings: MatchSettings, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RequestSet {
        try RequestSet(of: patterns[index], constraints, methods: NameSet(answeredBy: methods), settings, &work)
    }
}
