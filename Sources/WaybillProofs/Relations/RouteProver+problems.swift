import WaybillTable

extension RouteProver {
    /// Returns whether a place never serves, or a broader one wrongly takes precedence over it.
    ///
    /// A cover of all requests of a place matches any sample of them. So the usual place needs only its summary, and
    /// most others a lookup of a sample.
    ///
    /// - Parameter isTied: Whether it conflicts with others. Then only places of another precedence are compared.
    mutating func problem(of number: PatternIndex.Number, isTied: Bool) -> RouteProblem? {
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
            let shadow: RouteProblem?? =
                if let rivals, isVisible(number, beside: rivals) {
                    .some(nil)
                } else {
                    decide(place) { prover, work throws(WorkBudget.Exhausted) -> RouteProblem? in
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

    /// Returns the smallest views that show a place: one for each of its tags, or a plain open (`nil`) if it has no
    /// tags.
    func views(of number: PatternIndex.Number) -> [String?] {
        let tags = route(of: number).tags
        return tags.isEmpty ? [nil] : tags.sorted()
    }

    func shows(_ number: PatternIndex.Number, in tag: String?) -> Bool {
        tag.map(route(of: number).tags.contains) ?? true
    }

    /// Whether two places have the same precedence (law 6).
    func ties(_ other: PatternIndex.Number, _ number: PatternIndex.Number) -> Bool {
        route(of: other).priority == route(of: number).priority && rank(number, other) == 0
    }

    /// Whether every view that shows the second shows the first.
    func hides(_ first: PatternIndex.Number, _ second: PatternIndex.Number) -> Bool {
        route(of: second).tags.isSubset(of: route(of: first).tags)
    }

    // MARK: Requests

    /// Returns the route that serves a request in a plain open, with the assumed method if it names none.
    func server(of sample: SampleRequest, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> Int? {
        try index.matches(sample, below: .max, &work.budget)
            .filter { NameSet(answeredBy: route(of: $0).methods).contains(sample.sentMethod) }
            .min().map { places[Int($0)].route }
    }

    /// Returns a request of a set that a place serves; `nil` if those with precedence over it serve all.
    ///
    /// - Parameters:
    ///   - requests: Some of the requests of the place.
    ///   - tag: The tag of the view; `nil` for a plain open.
    func witness(
        among requests: RequestSet, servedBy number: PatternIndex.Number, in tag: String? = nil,
        _ preference: SamplePreference, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RequestWitness? {
        var rest = requests
        while let sample = rest.sample(preference) {
            let above = try index.matches(sample, below: number, &work.budget).filter { shows($0, in: tag) }
            let taken = above.map { NameSet(answeredBy: route(of: $0).methods) }
            // If possible with the assumed method, which `explain` uses by default.
            let asked = sample.askable + [sample.witness]
            if let free = asked.first(where: { asked in !taken.contains { $0.contains(asked.method) } }) {
                return free
            }
            for taker in above { rest = try rest.subtracting(table.requests(at: places[Int(taker)], &work), &work) }
        }
        return nil
    }

    // MARK: Inversions

    /// P007: returns a broader place that takes precedence by its priority, although this place still serves some
    /// requests.
    private mutating func inversion(
        of number: PatternIndex.Number, below rivals: [PatternIndex.Number]
    ) -> RouteProblem? {
        let place = places[Int(number)]
        let own = route(of: number)
        for rival in rivals {
            let other = route(of: rival)
            guard other.priority > own.priority, other.methods.isEmpty || !own.methods.isEmpty,
                !index.matchSameURLs(rival, number)
            else { continue }
            if let problem = inversion(of: place, by: rival) { return problem }
        }
        return nil
    }

    private mutating func inversion(of place: RoutePlace, by rival: PatternIndex.Number) -> RouteProblem? {
        let broader = places[Int(rival)]
        return decide(place) { prover, work throws(WorkBudget.Exhausted) -> RouteProblem? in
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
            return RouteProblem(
                .invertedPriority, at: place, others: [broader], witness: witness, server: broader.route)
        } ?? nil
    }
}
