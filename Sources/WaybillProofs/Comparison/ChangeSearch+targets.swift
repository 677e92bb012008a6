import WaybillTable

/// Requests that a table sends on to another URL may have various answers there, so a part has several examples.
extension ChangeSearch {
    /// Returns further requests of a cell if it is sent on: one that no pattern is likely to name, and some for which the
    /// entries at the target match. The search has a share of the work, and what it does not find is left out.
    mutating func others(
        than witness: ViewedWitness, in cell: ChangeCell, _ outcome: ChangeOutcome, _ pair: Pair,
        _ work: inout ProofWork
    ) -> [ViewedWitness] {
        let redirects = TableChange.Side.allCases.compactMap { side in
            redirect(cell, outcome, pair, side).map { (side, $0) }
        }
        if redirects.isEmpty { return [] }
        let steps = work.budget.stepsLeft / Self.shareOfExamples
        var share = ProofWork(stepsLeft: steps, memo: work.memo)
        defer { try? work.spend(steps - share.budget.stepsLeft) }
        var found: [ViewedWitness] = []
        var preferences = [SamplePreference.unlikely]
        for (side, redirect) in redirects { preferences += (try? starts(of: redirect, side, &share)) ?? [] }
        for preference in preferences {
            let other = try? self.witness(in: cell, outcome, pair, preference, &share)
            if let other, other != witness, !found.contains(other) { found.append(other) }
        }
        return found
    }

    /// One of this many parts of the remaining work.
    private static var shareOfExamples: Int { 8 }

    /// Returns the rewrite or the forward with which the requests of a cell leave their URL in a table.
    private func redirect(
        _ cell: ChangeCell, _ outcome: ChangeOutcome, _ pair: Pair, _ side: TableChange.Side
    ) -> Redirect? {
        let table = self[side].table
        if let ends = outcome.ends, let number = side == .old ? ends.old : ends.new {
            let element = cell.chain(side).first { $0.interceptor == number }
            guard let element, let target = self[side].given.interceptors[number].target else { return nil }
            let interceptor = table.interceptors[number]
            return Redirect(
                patterns: [interceptor.patterns[element.pattern]], constraints: interceptor.constraints, methods: [],
                target: target)
        }
        let number = side == .old ? pair.old : pair.new
        guard outcome.movesDestination, let target = self[side].effect(number).target,
            let pattern = self[side].pattern(number)
        else { return nil }
        let route = table.routes[self[side].places[number].route]
        return Redirect(patterns: [pattern], constraints: route.constraints, methods: [], target: target)
    }

    /// Returns the segments of requests that lead to the patterns of routes, and of interceptors that apply everywhere.
    private mutating func starts(
        of redirect: Redirect, _ side: TableChange.Side, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> [SamplePreference] {
        let table = self[side].table
        var owners: [(pattern: Pattern, constraints: [String: Automaton])] = []
        for number in try index.overlaps(with: redirect.target.pattern, side).prefix(limits.targetsPerPattern) {
            let place = self[side].places[number]
            owners.append((table.pattern(at: place), table.routes[place.route].constraints))
        }
        for interceptor in table.interceptors.lazy.filter(\.appliesEverywhere).prefix(limits.targetsPerPattern) {
            owners += interceptor.patterns.map { ($0, interceptor.constraints) }
        }
        let targets = try RedirectTargets(of: redirect, table.settings, &work)
        var found: [SamplePreference] = []
        for (pattern, constraints) in owners {
            let starts = try targets.starts(
                of: redirect, towards: pattern, constraints, table.settings, limits, &work)
            for start in starts.prefix(1) {
                guard let url = try? RouteURL(start.url) else { continue }
                var preference = SamplePreference.readable(redirect.patterns[0])
                preference.segments = url.segments.map { [$0] }
                found.append(preference)
            }
        }
        return found
    }
}
