/// One pattern of one route.
public struct RoutePlace: Sendable, Hashable {
    // Four bytes each, for there is one for each pattern, in many lists; tables have no room for more.
    private var routeNumber: UInt32
    private var patternNumber: UInt32

    /// Index into ``RoutingTable/routes``.
    public var route: Int {
        get { Int(routeNumber) }
        set { routeNumber = UInt32(clamping: newValue) }
    }

    /// Index into that route's patterns.
    public var pattern: Int {
        get { Int(patternNumber) }
        set { patternNumber = UInt32(clamping: newValue) }
    }

    public init(route: Int, pattern: Int) {
        routeNumber = UInt32(clamping: route)
        patternNumber = UInt32(clamping: pattern)
    }
}

/// How the requests that one pattern of a route answers, looked at alone, lie to those of another; with a request for each
/// part that is not empty.
///
/// Methods count: a route that answers `GET` answers `HEAD` too. Tags and priorities do not.
public struct RouteRelation: Sendable, Hashable {
    public var both: RequestWitness?
    public var onlyFirst: RequestWitness?
    public var onlySecond: RequestWitness?

    public enum Kind: Sendable, Hashable {
        case equal
        /// The first answers all that the second does, and more.
        case contains
        /// The second answers all that the first does, and more.
        case isContained
        /// They share some requests, and each has some for itself.
        case overlaps
        case disjoint
    }

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
    /// How two patterns' requests lie to each other, exactly.
    ///
    /// - Returns: `nil` where the automata of their narrowed captures would take more than `budget` steps.
    public func relation(
        of first: RoutePlace, to second: RoutePlace, budget: Int = ProofLimits.standard.relation
    ) -> RouteRelation? {
        var work = WorkBudget(stepsLeft: budget)
        return try? relation(of: first, to: second, &work)
    }

    private func relation(
        of first: RoutePlace, to second: RoutePlace, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> RouteRelation {
        let (own, others) = (try requests(at: first, &work), try requests(at: second, &work))
        let (taste, otherTaste) = (SampleTaste.readable(pattern(at: first)), SampleTaste.readable(pattern(at: second)))
        return RouteRelation(
            both: try own.intersection(others, &work).sample(taste)?.witness,
            onlyFirst: try own.subtracting(others, &work).sample(taste)?.witness,
            onlySecond: try others.subtracting(own, &work).sample(otherTaste)?.witness)
    }
}

/// A table, and what it is built from: either answers what a route's pattern is about.
protocol DefinedRoutes {
    var settings: MatchSettings { get }
    var routes: [RouteDefinition] { get }
}

extension RankedDefinitions: DefinedRoutes {}
extension RoutingTable: DefinedRoutes {}

extension DefinedRoutes {
    func pattern(at place: RoutePlace) -> Pattern { routes[place.route].patterns[place.pattern] }

    /// What the pattern answers by itself.
    func requests(at place: RoutePlace, _ work: inout WorkBudget) throws(WorkBudget.Exhausted) -> RequestSet {
        let route = routes[place.route]
        return try RequestSet(
            of: route.patterns[place.pattern], route.narrowings, methods: NameSet(answeredBy: route.methods), settings,
            &work)
    }

    /// The URLs that the pattern matches.
    func urls(at place: RoutePlace, _ work: inout WorkBudget) throws(WorkBudget.Exhausted) -> RequestSet {
        let route = routes[place.route]
        return try RequestSet(of: route.patterns[place.pattern], route.narrowings, settings, &work)
    }
}
