public import WaybillTable

/// The relation between the requests of two patterns, each without the others, with an example for each part that is
/// not empty.
///
/// Methods count: a route that answers `GET` also answers `HEAD`. Tags and priorities do not count.
public struct RouteRelation: Sendable, Hashable {
    /// A request that both match, if there is one.
    public var both: RequestWitness?
    /// A request that only the first matches, if there is one.
    public var onlyFirst: RequestWitness?
    /// A request that only the second matches, if there is one.
    public var onlySecond: RequestWitness?

    /// The kinds of relations, as between sets.
    public enum Kind: Sendable, Hashable {
        case equal
        /// The first answers all requests of the second, and more.
        case contains
        /// The second answers all requests of the first, and more.
        case isContained
        /// They share some requests, and each has others.
        case overlaps
        case disjoint
    }

    /// The relation that follows from the example requests.
    public var kind: Kind {
        switch (both != nil, onlyFirst != nil, onlySecond != nil) {
        case (true, false, false): .equal
        case (true, true, false): .contains
        case (true, false, true): .isContained
        case (true, true, true): .overlaps
        case (false, _, _): .disjoint
        }
    }
}

extension RoutingTable {
    /// Computes the exact relation between two patterns' requests.
    ///
    /// - Returns: `nil` if the automata of their constraints would take more than `budget` steps.
    public func relation(
        of first: RoutePlace, to second: RoutePlace, budget: Int = ProofLimits.standard.relation
    ) -> RouteRelation? {
        var work = ProofWork(stepsLeft: budget)
        return try? relation(of: first, to: second, &work)
    }

    private func relation(
        of first: RoutePlace, to second: RoutePlace, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RouteRelation {
        let own = try requests(at: first, &work)
        let others = try requests(at: second, &work)
        let preference = SamplePreference.readable(pattern(at: first))
        let otherPreference = SamplePreference.readable(pattern(at: second))
        return RouteRelation(
            both: try own.intersection(others, &work).sample(preference)?.witness,
            onlyFirst: try own.subtracting(others, &work).sample(preference)?.witness,
            onlySecond: try others.subtracting(own, &work).sample(otherPreference)?.witness)
    }
}
