extension InterceptorDefinition {
    /// Law 9: ascending order, ties by id.
    func comes(before other: InterceptorDefinition) -> Bool {
        order == other.order ? id < other.id : order < other.order
    }

    /// The requests that its patterns match, a set for each; two of them may share something.
    func requests(_ settings: MatchSettings, _ work: inout WorkBudget) throws(WorkBudget.Exhausted) -> [RequestSet] {
        var sets: [RequestSet] = []
        for index in patterns.indices { sets.append(try requests(at: index, settings, &work)) }
        return sets
    }

    /// The requests that one of its patterns matches.
    func requests(
        at index: Int, _ settings: MatchSettings, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> RequestSet {
        try RequestSet(of: patterns[index], narrowings, methods: NameSet(answeredBy: methods), settings, &work)
    }
}
