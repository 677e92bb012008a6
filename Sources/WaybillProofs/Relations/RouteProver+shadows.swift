import WaybillTable

extension RouteProver {
    /// Whether a place ever serves, and if so, whether a broader one wrongly takes precedence over it.
    ///
    /// Whatever covers all requests of a place matches any sample of them. So the usual place costs a glance at what is
    /// beside its path, and the next usual one a lookup that finds nothing above it.
    mutating func fate(of number: PatternIndex.Number, besides settled: Set<RoutePlace>) -> RouteFinding? {
        if hasNoRival(number) { return nil }
        let place = places[Int(number)]
        do throws(WorkBudget.Exhausted) {
            var rivals: [PatternIndex.Number]?
            if let probe = probe(of: number) {
                let found = try matches(probe, of: number)
                if found.isEmpty { return nil }
                rivals = found.filter {
                    mask(of: $0).intersects(mask(of: number)) && !settled.contains(places[Int($0)])
                }
                .sorted()
            }
            if let rivals, rivals.isEmpty { return nil }
            if let rivals, isVisible(number, beside: rivals) { return inversion(of: number, below: rivals) }
            let verdict = decide(place) { prover, work throws(WorkBudget.Exhausted) -> Verdict in
                try prover.verdict(on: number, besides: settled, &work)
            }
            guard case .dead(let finding)? = verdict else { return inversion(of: number, below: rivals ?? []) }
            return finding
        } catch {
            leaveUndecided(place)
            return nil
        }
    }

    /// Whether some method in some view that shows a place is answered by none of its rivals.
    private func isVisible(_ number: PatternIndex.Number, beside rivals: [PatternIndex.Number]) -> Bool {
        views(of: number).contains { tag in
            let taken = rivals.filter { shows($0, in: tag) }.reduce(into: MethodMask.none) {
                $0.formUnion(mask(of: $1))
            }
            return mask(of: number).hasMore(than: taken)
        }
    }

    /// The views that show a place and as little as possible besides: of one tag each, or a plain open (`nil`) where it
    /// has no tags.
    private func views(of number: PatternIndex.Number) -> [String?] {
        let tags = route(of: number).tags
        return tags.isEmpty ? [nil] : tags.sorted()
    }

    private func shows(_ number: PatternIndex.Number, in tag: String?) -> Bool {
        tag.map(route(of: number).tags.contains) ?? true
    }

    /// Whether every view that shows the second shows the first.
    private func hides(_ first: PatternIndex.Number, _ second: PatternIndex.Number) -> Bool {
        route(of: second).tags.isSubset(of: route(of: first).tags)
    }

    // MARK: Shadows

    private enum Verdict {
        case alive
        case dead(RouteFinding)
    }

    private func verdict(
        on number: PatternIndex.Number, besides settled: Set<RoutePlace>, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> Verdict {
        let place = places[Int(number)]
        let own = try table.requests(at: place, &work)
        guard !own.isEmpty else { return .dead(RouteFinding(.impossible, at: place)) }
        var killers: Set<PatternIndex.Number> = []
        for tag in views(of: number) {
            guard let found = try cover(of: own, below: number, in: tag, besides: settled, &work) else { return .alive }
            killers.formUnion(found)
        }
        // One that covers all matches every sample, so it is among those that the search met.
        for killer in killers.sorted() where hides(killer, number) {
            guard try own.subtracting(table.requests(at: places[Int(killer)], &work), &work).isEmpty else { continue }
            return .dead(try dead(.shadowed, number, own, by: [killer], &work))
        }
        return .dead(
            try dead(.shadowedByUnion, number, own, by: withoutSpare(killers.sorted(), of: own, number, &work), &work))
    }

    /// The finding about a dead place, with a request that one of those serves that take all from it, if there is one:
    /// yet another place may take what they take.
    private func dead(
        _ kind: RouteFinding.Kind, _ number: PatternIndex.Number, _ own: RequestSet, by killers: [PatternIndex.Number],
        _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RouteFinding {
        let place = places[Int(number)]
        let preference = SamplePreference.readable(table.pattern(at: place))
        let sample = own.sample(preference)
        var finding = RouteFinding(kind, at: place, others: killers.map { places[Int($0)] }, witness: sample?.witness)
        finding.server = try sample.flatMap { sample throws(WorkBudget.Exhausted) in try server(of: sample, &work) }
        for killer in killers where !finding.others.contains(where: { $0.route == finding.server }) {
            let taken = try own.intersection(table.requests(at: places[Int(killer)], &work), &work)
            // What is proven is told, even where the budget ends before a better request is found.
            guard let witness = (try? witness(among: taken, servedBy: killer, preference, &work)) ?? nil else {
                continue
            }
            (finding.witness, finding.server) = (witness, places[Int(killer)].route)
        }
        return finding
    }

    /// Places above that cover all of a set in a view, or `nil` where a request is left.
    ///
    /// Takes a member, asks who above matches it, subtracts those, and so on: only what matters is ever subtracted.
    private func cover(
        of own: RequestSet, below number: PatternIndex.Number, in tag: String?, besides settled: Set<RoutePlace>,
        _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> Set<PatternIndex.Number>? {
        var rest = own
        var cover: Set<PatternIndex.Number> = []
        while let sample = rest.sample(.unlikely) {
            let takers = try index.matches(sample, below: number, &work.budget).filter { taker in
                shows(taker, in: tag) && !settled.contains(places[Int(taker)])
                    && NameSet(answeredBy: route(of: taker).methods).contains(sample.method)
            }
            if takers.isEmpty { return nil }
            for taker in takers {
                rest = try rest.subtracting(table.requests(at: places[Int(taker)], &work), &work)
                cover.insert(taker)
            }
        }
        return cover
    }

    /// The places without those that the others make up for.
    private func withoutSpare(
        _ killers: [PatternIndex.Number], of own: RequestSet, _ number: PatternIndex.Number, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> [PatternIndex.Number] {
        var kept = killers
        for spare in killers.reversed() where kept.count > 2 {
            let fewer = kept.filter { $0 != spare }
            var isCovered = true
            for tag in views(of: number) where isCovered {
                var rest = own
                for killer in fewer where shows(killer, in: tag) && !rest.isEmpty {
                    rest = try rest.subtracting(table.requests(at: places[Int(killer)], &work), &work)
                }
                isCovered = rest.isEmpty
            }
            if isCovered { kept = fewer }
        }
        return kept
    }

    /// The route that serves a request in a plain open.
    func server(of sample: SampleRequest, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> Int? {
        try index.matches(sample, below: .max, &work.budget)
            .filter { NameSet(answeredBy: route(of: $0).methods).contains(sample.method) }
            .min().map { places[Int($0)].route }
    }

    /// A request of a set that a place serves in a plain open; `nil` where those with precedence over it take all.
    ///
    /// - Parameter requests: Some of those that the place answers.
    func witness(
        among requests: RequestSet, servedBy number: PatternIndex.Number, _ preference: SamplePreference,
        _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RequestWitness? {
        var rest = requests
        while let sample = rest.sample(preference) {
            let above = try index.matches(sample, below: number, &work.budget)
            let taken = above.map { NameSet(answeredBy: route(of: $0).methods) }
            // If possible with the method that is assumed of such a URL: so it is asked about.
            let asked = sample.askable + [sample.witness]
            if let free = asked.first(where: { asked in !taken.contains { $0.contains(asked.method) } }) {
                return free
            }
            for taker in above { rest = try rest.subtracting(table.requests(at: places[Int(taker)], &work), &work) }
        }
        return nil
    }

    // MARK: Inversions

    /// P007: a broader place that takes precedence by its priority, although the place still serves something.
    private mutating func inversion(
        of number: PatternIndex.Number, below rivals: [PatternIndex.Number]
    ) -> RouteFinding? {
        let place = places[Int(number)]
        let own = route(of: number)
        for rival in rivals {
            let other = route(of: rival)
            guard other.priority > own.priority, other.methods.isEmpty || !own.methods.isEmpty else { continue }
            if let finding = inversion(of: place, by: rival) { return finding }
        }
        return nil
    }

    private mutating func inversion(of place: RoutePlace, by rival: PatternIndex.Number) -> RouteFinding? {
        let broader = places[Int(rival)]
        return decide(place) { prover, work throws(WorkBudget.Exhausted) -> RouteFinding? in
            let table = prover.table
            let narrow = try table.urls(at: place, &work)
            let broad = try table.urls(at: broader, &work)
            guard try narrow.subtracting(broad, &work).isEmpty, try !broad.subtracting(narrow, &work).isEmpty else {
                return nil
            }
            let shared = try table.requests(at: place, &work).intersection(table.requests(at: broader, &work), &work)
            let preference = SamplePreference.readable(table.pattern(at: place))
            guard let witness = try prover.witness(among: shared, servedBy: rival, preference, &work) else {
                return nil
            }
            return RouteFinding(
                .invertedPriority, at: place, others: [broader], witness: witness, server: broader.route)
        } ?? nil
    }
}
