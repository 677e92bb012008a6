package import WaybillTable

/// Routes that an interceptor misses only because its patterns have another case.
package struct CaseGap: Sendable, Hashable {
    package var interceptor: InterceptorPlace
    /// In the order of routes; not empty.
    package var routes: [RoutePlace]
    /// An example request of the first route.
    package var witness: RequestWitness
}

extension RoutingTable {
    /// Returns the routes that interceptors miss only because of case, each with the first such interceptor.
    ///
    /// Few sets have a literal in two spellings, so few patterns are compared.
    ///
    /// - Parameter alike: Indices into ``/WaybillTable/RoutingTable/interceptors``, in lists of interceptors with the
    ///   same effect. A route that one of them matches is not missed by the others.
    /// - Returns: The gaps, and whether all were found within the limits.
    package func caseGaps(
        of alike: [[Int]], within limits: ProofLimits = .standard
    ) -> (found: [CaseGap], isComplete: Bool) {
        guard settings.isCaseSensitive, var search = CaseGapSearch(self, alike, limits) else { return ([], true) }
        let isComplete = alike.allSatisfy { (try? search.look(at: $0)) != nil }
        return (search.found, isComplete)
    }
}

private struct CaseGapSearch {
    private(set) var found: [CaseGap] = []
    private let table: RoutingTable
    private let folding: MatchSettings
    /// The routes with a literal that interceptors have in another case.
    private let routes: PatternMap<RoutePlace>
    /// The routes of ``found``.
    private var known: Set<RoutePlace> = []
    private var walk: WorkBudget
    private var work: ProofWork

    /// Returns `nil` if interceptors and routes have the same case in all literals.
    init?(_ table: RoutingTable, _ alike: [[Int]], _ limits: ProofLimits) {
        var spellings: [[UInt8]: Set<ArraySlice<UInt8>>] = [:]
        for literal in alike.joined().flatMap({ table.interceptors[$0].patterns }).flatMap(\.literals) {
            spellings[ASCII.lowercased(literal), default: []].insert(literal)
        }
        if spellings.isEmpty { return nil }
        let places = table.routes.indices.flatMap { route in
            table.routes[route].patterns.indices.map { RoutePlace(route: route, pattern: $0) }
        }
        let mixed = places.filter { place in
            table.pattern(at: place).literals.contains { literal in
                spellings[ASCII.lowercased(literal)].map { $0 != [literal] } ?? false
            }
        }
        if mixed.isEmpty { return nil }
        self.table = table
        folding = MatchSettings(isCaseSensitive: false, trailingSlash: table.settings.trailingSlash)
        routes = PatternMap(
            folding,
            mixed.map { place in
                PatternMap.Entry(
                    pattern: table.pattern(at: place), constraints: table.routes[place.route].constraints, value: place)
            })
        walk = limits.walkBudget(entries: mixed.count + alike.count)
        work = ProofWork(stepsLeft: limits.relations, limits)
    }

    mutating func look(at alike: [Int]) throws(WorkBudget.Exhausted) {
        for interceptor in alike {
            for pattern in table.interceptors[interceptor].patterns.indices {
                let place = InterceptorPlace(interceptor: interceptor, pattern: pattern)
                var missed: [RoutePlace] = []
                for route in try routes.values(near: table.pattern(at: place), &walk) where !known.contains(route) {
                    if try misses(place, route), try !meets(alike, route) { missed.append(route) }
                }
                guard let first = missed.first else { continue }
                let sample = try table.requests(at: first, &work).sample(.readable(table.pattern(at: first)))
                guard let sample else { continue }
                found.append(CaseGap(interceptor: place, routes: missed, witness: sample.askable[0]))
                known.formUnion(missed)
            }
        }
    }

    /// Whether they would share requests without case.
    private mutating func misses(
        _ place: InterceptorPlace, _ route: RoutePlace
    ) throws(WorkBudget.Exhausted) -> Bool {
        let own = try table.interceptors[place.interceptor].requests(at: place.pattern, folding, &work)
        let others = try table.routes[route.route].requests(at: route.pattern, folding, &work)
        return try !own.intersection(others, &work).isEmpty
    }

    private mutating func meets(_ alike: [Int], _ route: RoutePlace) throws(WorkBudget.Exhausted) -> Bool {
        let others = try table.requests(at: route, &work)
        for interceptor in alike {
            for own in try table.interceptors[interceptor].requests(table.settings, &work) {
                if try !own.intersection(others, &work).isEmpty { return true }
            }
        }
        return false
    }
}

extension Pattern {
    fileprivate var literals: [ArraySlice<UInt8>] {
        segments.compactMap { if case .literal(let bytes) = $0 { bytes } else { nil } }
    }
}
