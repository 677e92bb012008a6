/// The patterns of interceptors that may make a difference, as an index.
struct TouchedPatterns {
    let patterns: [Pattern]
    /// By item: whose pattern it is.
    private var owners: [Int] = []
    private var index: PatternIndex

    /// - Parameter settings: Under which paths are the same that are the same in either table.
    init(_ gates: [ComparedGate], _ old: RoutingTable, _ new: RoutingTable, _ settings: MatchSettings) {
        var patterns: [Pattern] = []
        var narrowings = NarrowingNumbers()
        for (gate, clause) in gates.indices.flatMap({ gate in gates[gate].touched.map { (gate, $0) } }) {
            guard case .interceptor(let number, let pattern) = clause.item else { continue }
            patterns.append((clause.side == .old ? old : new).interceptors[number].patterns[pattern])
            owners.append(gate)
            narrowings.append([:])
        }
        index = PatternIndex(settings, count: patterns.count, narrowings)
        for item in patterns.indices {
            index.add(patterns, at: item, of: item, as: PatternIndex.Number(item))
        }
        index.orderCrowds()
        self.patterns = patterns
    }

    /// The gates, in order, that some of them belong to that may share a URL with a pattern.
    func gates(
        meeting pattern: Pattern?, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> [Int] {
        guard !owners.isEmpty, let pattern = pattern ?? ComparedSide.everything else { return [] }
        var found: Set<Int> = []
        try index.overlaps(with: pattern, &work) { item in
            found.insert(owners[Int(item)])
            return true
        }
        return found.sorted()
    }
}
