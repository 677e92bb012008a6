import WaybillTable

extension RouteProver {
    /// P005: returns places that lose some of their requests to a place of the same priority that is neither broader
    /// nor narrower. Requests that a third place takes from both do not count, nor do those of another pattern of the
    /// same route.
    ///
    /// That a literal takes precedence over a capture is usually intended. Reported are two patterns that are each more
    /// specific in some segment, where the first differing segment from the left decides. So the search starts from the
    /// place with precedence, follows only paths on which it has precedence, and compares automata only if the other is
    /// more specific somewhere.
    mutating func partialShadows(besides known: Set<RoutePlace>) -> [RouteProblem] {
        var problems: [RouteProblem] = []
        var done = places.map(known.contains)
        let heads = index.heads.numbers.map { OverlappingHeads(of: $0, index) }
        for number in places.indices.map(PatternIndex.Number.init) where !known.contains(places[Int(number)]) {
            let others = heads[Int(index.items[Int(number)].head)]
            guard mayOverlap(number, others) else { continue }
            // There may be as many candidates as pairs, so the search ends with the budget.
            if isSpent { leaveUndecided(places[Int(number)]) }
            for candidate in candidates(for: number, others, done) where !isSpent && !done[Int(candidate)] {
                guard let problem = partialShadow(of: candidate, by: number) else { continue }
                problems.append(problem)
                done[Int(candidate)] = true
            }
        }
        return problems
    }

    /// Whether a search can find anything, by the summaries: an item of a later kind must exist beside the place's path
    /// or under another head, and the place must be wide after that segment.
    private func mayOverlap(_ number: PatternIndex.Number, _ others: OverlappingHeads) -> Bool {
        if others.greatestNarrower > number { return true }
        let item = index.items[Int(number)]
        guard let divergence = others.greatest > number ? -1 : summaries[Int(item.node)].firstDivergence else {
            return false
        }
        return isWide(item, after: divergence)
    }

    private func isWide(_ item: PatternIndex.Item, after divergence: Int) -> Bool {
        if item.hasCatchAll || index.isFolding { return true }
        for depth in item.segments.indices {
            switch item.segments[depth] {
            case .literal: continue
            case .any: if depth > divergence { return true }
            case .capture(let capture):
                let isConstrained = item.constrained.contains { $0.segment == depth }
                if depth > divergence || capture.isAffix || isConstrained { return true }
            }
        }
        return false
    }

    private mutating func candidates(
        for number: PatternIndex.Number, _ heads: OverlappingHeads, _ done: [Bool]
    ) -> [PatternIndex.Number] {
        if isSpent { return [] }
        let (found, isComplete) = search(for: number, heads, done)
        if !isComplete { leaveUndecided(places[Int(number)]) }
        return found
    }

    /// Apart from its caller, which may change the set of undecided places only when this copy is gone.
    private mutating func search(
        for number: PatternIndex.Number, _ heads: OverlappingHeads, _ done: [Bool]
    ) -> (found: [PatternIndex.Number], isComplete: Bool) {
        let prover = self
        return OverlapSearch.candidates(for: number, heads.numbers, done, in: prover, &walk)
    }

    private mutating func partialShadow(
        of second: PatternIndex.Number, by first: PatternIndex.Number
    ) -> RouteProblem? {
        let winner = places[Int(first)]
        let loser = places[Int(second)]
        return decide(loser) { prover, work throws(WorkBudget.Exhausted) -> RouteProblem? in
            let table = prover.table
            let shared = try table.requests(at: loser, &work).intersection(table.requests(at: winner, &work), &work)
            guard !shared.isEmpty else { return nil }
            let lost = try table.urls(at: loser, &work)
            let won = try table.urls(at: winner, &work)
            guard try !lost.subtracting(won, &work).isEmpty else { return nil }
            var alone = try won.subtracting(lost, &work)
            guard !alone.isEmpty, prover.partOrder(first, second) == nil else { return nil }
            let preference = SamplePreference.readable(table.pattern(at: loser))
            let witness = try prover.witness(among: shared, servedBy: first, preference, &work)
            guard let witness else { return nil }
            // Its other patterns may match requests that this one does not.
            for pattern in table.routes[loser.route].patterns.indices where pattern != loser.pattern {
                let place = RoutePlace(route: loser.route, pattern: pattern)
                alone = try alone.subtracting(table.urls(at: place, &work), &work)
            }
            let onlyOther = alone.limited(to: prover.route(of: first).methods)
                .sample(.readable(table.pattern(at: winner)))?.witness
            return RouteProblem(
                .partlyShadowed, at: loser, others: [winner], witness: witness, server: winner.route,
                onlyOther: onlyOther)
        } ?? nil
    }
}

/// The heads that items under one head may overlap with.
private struct OverlappingHeads {
    var numbers: [PatternIndex.Number] = []
    /// The last item under any of them.
    var greatest = PatternIndex.none
    /// The last item under a head that does not contain this one.
    var greatestNarrower = PatternIndex.none

    /// A head without scheme, host and port has a lower precedence than all others.
    init(of number: PatternIndex.Number, _ index: PatternIndex) {
        let own = index.heads[number].head
        guard own.scheme != nil || own.host != .any else { return }
        numbers = index.heads.intersecting(own).filter { $0 != number }
        for other in numbers {
            let last = index.nodes[Int(index.heads[other].node)].greatest
            greatest = max(greatest, last)
            if !index.heads[other].head.contains(own) { greatestNarrower = max(greatestNarrower, last) }
        }
    }
}
