public import WaybillTable

/// The proofs about the routes of a table.
public struct RouteProofs: Sendable, Hashable {
    public var conflicts: [RouteConflict]
    /// In the order of routes and patterns.
    public var problems: [RouteProblem]
    /// The places with questions that exceeded the budget.
    public var undecided: [RoutePlace]
    /// Other places for which only hints exceeded the budget: whether they are partly shadowed, and whether their
    /// priority has an effect.
    public var undecidedHints: [RoutePlace]
    /// By interceptor.
    public var reaches: [InterceptorReach]
    /// Groups of places whose patterns may differ only in spelling, for a closer comparison.
    package var lookAlikes: [[RoutePlace]]
    public var size: TableSize
}

/// The questions about a table.
public enum ProofScope: Sendable, Hashable {
    /// Problems: conflicts, unreachable routes, inverted priorities, interceptors without a route.
    case problems
    /// Problems and hints: partly shadowed routes, and priorities without effect.
    case everything
}

extension RoutingTable {
    /// Computes the relations between routes. The result is sound, and complete within the limits.
    ///
    /// - Complexity: Linear in the patterns if few of them intersect; never more than the limits.
    public func proofs(_ scope: ProofScope = .everything, within limits: ProofLimits = .standard) -> RouteProofs {
        RankedDefinitions(self).proofs(scope, within: limits)
    }
}

extension RankedDefinitions {
    /// Computes the proofs of the table that is built from these definitions.
    package func proofs(_ scope: ProofScope = .everything, within limits: ProofLimits = .standard) -> RouteProofs {
        var prover = RouteProver(self, limits)
        return prover.proofs(scope)
    }
}

extension RouteProver {
    mutating func proofs(_ scope: ProofScope) -> RouteProofs {
        let conflicts = conflicts()
        let settled = Set(conflicts.flatMap { [$0.first, $0.second] })
        var problems: [RouteProblem] = []
        for number in places.indices {
            let problem = problem(of: PatternIndex.Number(number), isTied: settled.contains(places[number]))
            if let problem { problems.append(problem) }
        }
        problems = mergingDeadRoutes(problems, tied: settled)
        let reaches = reaches()
        // Hints come last, so that the other results do not depend on the scope.
        let undecidedProblems = undecided
        if scope == .everything { problems += hints(besides: problems, settled) }
        return RouteProofs(
            conflicts: conflicts,
            problems: problems.sorted {
                ($0.place.route, $0.place.pattern, $0.kind.rank) < ($1.place.route, $1.place.pattern, $1.kind.rank)
            },
            undecided: undecidedProblems,
            undecidedHints: Array(undecided.dropFirst(undecidedProblems.count)), reaches: reaches,
            lookAlikes: index.lookAlikes.map { $0.map { places[Int($0)] } }, size: TableSize(of: self))
    }

    private mutating func hints(besides problems: [RouteProblem], _ settled: Set<RoutePlace>) -> [RouteProblem] {
        // The effect of a place with a conflict depends on the resolution of the conflict. A place that never serves
        // takes no request from another, and is already reported.
        let known = settled.union(problems.filter { $0.kind != .invertedPriority }.flatMap(allPlaces))
        return partialShadows(besides: known) + idlePriorities(besides: known)
    }

    private func allPlaces(of problem: RouteProblem) -> [RoutePlace] {
        guard problem.isWhole else { return [problem.place] }
        return table.routes[problem.place.route].patterns.indices.map {
            RoutePlace(route: problem.place.route, pattern: $0)
        }
    }
}

extension RouteProblem.Kind {
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
