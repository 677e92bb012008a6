import WaybillTable

extension RouteProver {
    /// Whether a place ever serves, and if so, whether a broader one wrongly takes precedence over it.
    ///
    /// Whatever covers all requests of a place matches any sample of them. So the usual place costs a glance at what is
    /// beside its path, and the next usual one a lookup that finds nothing above it.
    ///
    /// - Parameter isTied: Whether it conflicts with others. Then only those that a rule separates from it are looked at.
    mutating func fate(of number: PatternIndex.Number, isTied: Bool) -> RouteFinding? {
        if hasNoRival(number) { return nil }
        let place = places[Int(number)]
        do throws(WorkBudget.Exhausted) {
            var rivals: [PatternIndex.Number]?
            if let probe = probe(of: number) {
                let found = try matches(probe, of: number)
                if found.isEmpty { return nil }
                rivals = found.filter {
                    mask(of: $0).intersects(mask(of: number)) && !(isTied && ties($0, number))
                }
                .sorted()
            }
            if let rivals, rivals.isEmpty { return nil }
            let shadow: RouteFinding?? =
                if let rivals, isVisible(number, beside: rivals) {
                    .some(nil)
                } else {
                    decide(place) { prover, work throws(WorkBudget.Exhausted) -> RouteFinding? in
                        try prover.shadow(of: number, isTied: isTied, &work)
                    }
                }
            return (shadow ?? nil) ?? (isTied ? nil : inversion(of: number, below: rivals ?? []))
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
    func views(of number: PatternIndex.Number) -> [String?] {
        let tags = route(of: number).tags
        return tags.isEmpty ? [nil] : tags.sorted()
    }

    func shows(_ number: PatternIndex.Number, in tag: String?) -> Bool {
        tag.map(route(of: number).tags.contains) ?? true
    }

    /// Whether no rule separates two places (law 6).
    func ties(_ other: PatternIndex.Number, _ number: PatternIndex.Number) -> Bool {
        route(of: other).priority == route(of: number).priority && rank(number, other) == 0
    }

    /// Whether every view that shows the second shows the first.
    func hides(_ first: PatternIndex.Number, _ second: PatternIndex.Number) -> Bool {
        route(of: second).tags.isSubset(of: route(of: first).tags)
    }

    // MARK: Requests

    /// The route that serves a request in a plain open.
    func server(of sample: SampleRequest, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> Int? {
        try index.matches(sample, below: .max, &work.budget)
            .filter { NameSet(answeredBy: route(of: $0).methods).contains(sample.method) }
            .min().map { places[Int($0)].route }
    }

    /// A request of a set that a place serves; `nil` where those with precedence over it take all.
    ///
    /// - Parameters:
    ///   - requests: Some of those that the place answers.
    ///   - tag: The view of which tag; `nil` for a plain open.
    func witness(
        among requests: RequestSet, servedBy number: PatternIndex.Number, in tag: String? = nil,
        _ preference: SamplePreference, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RequestWitness? {
        var rest = requests
        while let sample = rest.sample(preference) {
            let above = try index.matches(sample, below: number, &work.budget).filter { shows($0, in: tag) }
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
