/// Something about a pattern of a route that its author ought to know.
public struct RouteFinding: Sendable, Hashable {
    public var kind: Kind
    public var place: RoutePlace
    /// The places that it is about besides, in the order of precedence.
    public var others: [RoutePlace]
    /// A request that shows it.
    public var witness: RequestWitness?
    /// The route that serves the witness in a plain open: an index into ``RoutingTable/routes``.
    public var server: Int?
    /// For partly shadowed routes a request that the other one answers, and whose URL it matches alone.
    public var onlyOther: RequestWitness?

    public enum Kind: Sendable, Hashable, CaseIterable {
        /// No request matches.
        case impossible
        /// One other place, that every view of this one shows, takes all requests.
        case shadowed
        /// Several others take all requests together, in every view.
        case shadowedByUnion
        /// The other place, neither broader nor narrower and of the same priority, serves some requests of this one in a
        /// plain open, the witness among them.
        case partlyShadowed
        /// The other place is broader, comes first by its priority, and takes all requests of some methods, or all that
        /// are not made in a view. In a plain open it serves some of them, the witness among them.
        case invertedPriority
        /// Without its priority every request would go where it goes with it.
        case idlePriority
    }

    init(
        _ kind: Kind, at place: RoutePlace, others: [RoutePlace] = [], witness: RequestWitness? = nil,
        server: Int? = nil, onlyOther: RequestWitness? = nil
    ) {
        self.kind = kind
        self.place = place
        self.others = others
        self.witness = witness
        self.server = server
        self.onlyOther = onlyOther
    }
}

/// All that is proven about the routes of a table.
public struct RouteProofs: Sendable, Hashable {
    public var conflicts: [RouteConflict]
    /// In the order of routes and patterns.
    public var findings: [RouteFinding]
    /// The places about which something stayed open when the budget ended.
    public var undecided: [RoutePlace]
    /// By interceptor.
    public var reaches: [InterceptorReach]
    /// Places whose patterns may differ in spelling alone, in groups: worth a closer look.
    package var lookAlikes: [[RoutePlace]]
    public var size: TableSize
}

extension RoutingTable {
    /// Proves what the routes do to each other: sound, and complete within the limits.
    ///
    /// - Complexity: Linear in the patterns where few of them meet; never more than the limits.
    public func proofs(within limits: ProofLimits = .standard) -> RouteProofs {
        RankedDefinitions(self).proofs(within: limits)
    }
}

extension RankedDefinitions {
    /// As of the table that is built from them.
    package func proofs(within limits: ProofLimits = .standard) -> RouteProofs {
        var prover = RouteProver(self, limits)
        return prover.proofs()
    }
}

extension RouteProver {
    mutating func proofs() -> RouteProofs {
        let conflicts = conflicts()
        // Whoever is part of a conflict is not looked at again: what it does depends on how that is solved.
        let settled = Set(conflicts.flatMap { [$0.first, $0.second] })
        var findings: [RouteFinding] = []
        for number in places.indices where !settled.contains(places[number]) {
            if let finding = fate(of: PatternIndex.Number(number), besides: settled) { findings.append(finding) }
        }
        // Whoever never serves takes nothing from anybody, and has no second mistake.
        let known = settled.union(findings.filter { $0.kind != .invertedPriority }.map(\.place))
        findings += crossings(besides: known)
        findings += idlePriorities(besides: known)
        let reaches = reaches()
        return RouteProofs(
            conflicts: conflicts,
            findings: findings.sorted {
                ($0.place.route, $0.place.pattern, $0.kind.rank) < ($1.place.route, $1.place.pattern, $1.kind.rank)
            },
            undecided: undecided, reaches: reaches,
            lookAlikes: index.lookAlikes.map { $0.map { places[Int($0)] } }, size: TableSize(of: self))
    }
}

extension RouteFinding.Kind {
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
