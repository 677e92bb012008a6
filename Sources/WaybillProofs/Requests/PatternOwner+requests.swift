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
