public import WaybillTable

/// All that is proven about the routes of a table.
public struct RouteProofs: Sendable, Hashable {
    public var conflicts: [RouteConflict]
    /// In the order of routes and patterns.
    public var findings: [RouteFinding]
    /// The places about which something stayed open when the budget ended.
    public var undecided: [RoutePlace]
    /// Other places of which only the hints stayed open: whether they are partly shadowed, and what their priority does.
    public var undecidedHints: [RoutePlace]
    /// By interceptor.
    public var reaches: [InterceptorReach]
    /// Places whose patterns may differ in spelling alone, in groups: worth a closer look.
    package var lookAlikes: [[RoutePlace]]
    public var size: TableSize

    /// Nothing is found, nor looked for.
    package static let none = RouteProofs(
        conflicts: [], findings: [], undecided: [], undecidedHints: [], reaches: [], lookAlikes: [], size: TableSize())
}

/// What is asked of a table.
public enum ProofScope: Sendable, Hashable {
    /// What is wrong: conflicts, routes that no request reaches, inverted priorities, interceptors without a route.
    case problems
    /// Besides, what an author may want to know: partly shadowed routes, and priorities without effect.
    case everything
}

extension RoutingTable {
    /// Proves what the routes do to each other: sound, and complete within the limits.
    ///
    /// - Complexity: Linear in the patterns where few of them intersect; never more than the limits.
    public func proofs(_ scope: ProofScope = .everything, within limits: ProofLimits = .standard) -> RouteProofs {
        RankedDefinitions(self).proofs(scope, within: limits)
    }
}

extension RankedDefinitions {
    /// As of the table that is built from them.
    package func proofs(_ scope: ProofScope = .everything, within limits: ProofLimits = .standard) -> RouteProofs {
        var prover = RouteProver(self, limits)
        return prover.proofs(scope)
    }
}

extension RouteProver {
    mutating func proofs(_ scope: ProofScope) -> RouteProofs {
        let conflicts = conflicts()
        let settled = Set(conflicts.flatMap { [$0.first, $0.second] })
        var findings: [RouteFinding] = []
        for number in places.indices {
            let fate = fate(of: PatternIndex.Number(number), isTied: settled.contains(places[number]))
            if let fate { findings.append(fate) }
        }
        findings = mergingDeadRoutes(findings, tied: settled)
        let reaches = reaches()
        // Hints come last, so that nothing else depends on whether they are asked for.
        let problems = undecided
        if scope == .everything { findings += hints(besides: findings, settled) }
        return RouteProofs(
            conflicts: conflicts,
            findings: findings.sorted {
                ($0.place.route, $0.place.pattern, $0.kind.rank) < ($1.place.route, $1.place.pattern, $1.kind.rank)
            },
            undecided: problems, undecidedHints: Array(undecided.dropFirst(problems.count)), reaches: reaches,
            lookAlikes: index.lookAlikes.map { $0.map { places[Int($0)] } }, size: TableSize(of: self))
    }

    private mutating func hints(besides findings: [RouteFinding], _ settled: Set<RoutePlace>) -> [RouteFinding] {
        // What a place with a conflict does depends on how the conflict is solved. A place that never serves takes no request
        // from another, and one problem of it is enough.
        let known = settled.union(findings.filter { $0.kind != .invertedPriority }.flatMap(allPlaces))
        return partialShadows(besides: known) + idlePriorities(besides: known)
    }

    private func allPlaces(of finding: RouteFinding) -> [RoutePlace] {
        guard finding.isWhole else { return [finding.place] }
        return table.routes[finding.place.route].patterns.indices.map {
            RoutePlace(route: finding.place.route, pattern: $0)
        }
    }
}

extension RouteFinding.Kind {
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
