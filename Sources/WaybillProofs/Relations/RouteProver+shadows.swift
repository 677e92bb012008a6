import WaybillTable

/// Patterns that never serve, and the routes that take their requests.
extension RouteProver {
    /// A place with its own requests and the places that take them.
    private struct Shadowed {
        var number: PatternIndex.Number
        var own: RequestSet
        var takers: Set<PatternIndex.Number>
    }

    /// Returns the problem if other places take all requests of a place, in every view that shows it; otherwise `nil`.
    ///
    /// - Parameter isTied: Whether it conflicts with others, which do not count then.
    func shadow(
        of number: PatternIndex.Number, isTied: Bool, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RouteProblem? {
        let own = try table.requests(at: places[Int(number)], &work)
        guard !own.isEmpty else { return RouteProblem(.impossible, at: places[Int(number)]) }
        let takers = try takers(of: own, number, { isTied && ties($0, number) }, &work)
        guard let takers else { return nil }
        var problem = try problem([Shadowed(number: number, own: own, takers: takers)], isTied: isTied, &work)
        problem.isWhole = table.routes[problem.place.route].patterns.count == 1
        return problem
    }

    /// Replaces the problems about single patterns by one problem for each route whose patterns all never serve.
    mutating func mergingDeadRoutes(_ problems: [RouteProblem], tied: Set<RoutePlace>) -> [RouteProblem] {
        let dead = Dictionary(grouping: problems.filter(\.kind.isFatal), by: \.place.route)
            .filter { $0.value.count > 1 && $0.value.count == table.routes[$0.key].patterns.count }
        var merged: [Int: RouteProblem] = [:]
        for (route, problems) in dead.sorted(by: { $0.key < $1.key }) {
            let shadowed = problems.filter { $0.kind != .impossible }.map(\.place).sorted { $0.pattern < $1.pattern }
            guard let first = shadowed.first else { continue }
            merged[route] =
                decide(first) { prover, work throws(WorkBudget.Exhausted) -> RouteProblem? in
                    try prover.shadow(ofAll: shadowed, tied, &work)
                } ?? nil
        }
        return problems.filter { $0.kind == .impossible || merged[$0.place.route] == nil } + merged.values
    }

    /// If another pattern of the route takes the requests, another route takes them in the end.
    private func shadow(
        ofAll all: [RoutePlace], _ tied: Set<RoutePlace>, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RouteProblem? {
        var shadowed: [Shadowed] = []
        for place in all {
            let number = PatternIndex.Number(table.number(of: place.route, place.pattern))
            let own = try table.requests(at: place, &work)
            let isTied = tied.contains(place)
            let takers = try takers(
                of: own, number, { places[Int($0)].route == place.route || isTied && ties($0, number) }, &work)
            guard let takers else { return nil }
            shadowed.append(Shadowed(number: number, own: own, takers: takers))
        }
        var problem = try problem(shadowed, isTied: all.contains(where: tied.contains), &work)
        problem.isWhole = true
        return problem
    }

    // MARK: Shadowing places

    /// Returns places with precedence that take all requests of a set in every view that shows a place, or `nil` if a
    /// request is left.
    private func takers(
        of own: RequestSet, _ number: PatternIndex.Number, _ isLeftOut: (PatternIndex.Number) -> Bool,
        _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> Set<PatternIndex.Number>? {
        var all: Set<PatternIndex.Number> = []
        for tag in views(of: number) {
            guard let found = try cover(of: own, below: number, in: tag, isLeftOut, &work) else { return nil }
            all.formUnion(found)
        }
        return all
    }

    /// Subtracts the places that match a member, one after the other, so that only relevant ones are subtracted.
    private func cover(
        of own: RequestSet, below number: PatternIndex.Number, in tag: String?,
        _ isLeftOut: (PatternIndex.Number) -> Bool, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> Set<PatternIndex.Number>? {
        var rest = own
        var cover: Set<PatternIndex.Number> = []
        while let sample = rest.sample(.unlikely) {
            let takers = try index.matches(sample, below: number, &work.budget).filter { taker in
                shows(taker, in: tag) && !isLeftOut(taker)
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

    /// Returns one route if one is enough, else places of several routes of which none can be left out.
    private func problem(
        _ shadowed: [Shadowed], isTied: Bool, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RouteProblem {
        let place = places[Int(shadowed[0].number)]
        let takers = shadowed.reduce(into: Set<PatternIndex.Number>()) { $0.formUnion($1.takers) }.sorted()
        var found: [RouteProblem] = []
        // A route that takes all requests matches every sample, so the search has met it.
        var seen: Set<Int> = []
        for route in takers.map({ places[Int($0)].route }) where seen.insert(route).inserted {
            let own = try patterns(of: route, shadowing: shadowed, isTied: isTied, &work)
            guard let own else { continue }
            var problem = RouteProblem(.shadowed, at: place, others: own.map { places[Int($0)] })
            // The proof holds, even if the budget ends before a better example is found.
            try? addExample(to: &problem, shadowed, &work)
            if problem.othersServeAll { return problem }
            found.append(problem)
        }
        if let shown = found.first(where: \.showsOthers) ?? found.first { return shown }
        let few = try withoutSpare(takers, of: shadowed, &work)
        var problem = RouteProblem(.shadowedByUnion, at: place, others: few.map { places[Int($0)] })
        try? addExample(to: &problem, shadowed, &work)
        return problem
    }

    /// Returns the patterns of a route that alone take everything, or `nil` if the route does not.
    private func patterns(
        of other: Int, shadowing shadowed: [Shadowed], isTied: Bool, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> [PatternIndex.Number]? {
        let all = numbers(of: other)
        guard hides(all[0], shadowed[0].number) else { return nil }
        let last = shadowed.map(\.number).max() ?? 0
        let above = all.filter { number in
            number < last && !(isTied && shadowed.contains { ties(number, $0.number) })
        }.sorted()
        return try takes(above, all: shadowed, &work) ? withoutSpare(above, of: shadowed, &work) : nil
    }

    /// Removes places that the others make redundant.
    private func withoutSpare(
        _ takers: [PatternIndex.Number], of shadowed: [Shadowed], _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> [PatternIndex.Number] {
        var kept = takers
        for spare in takers.reversed() where kept.count > 1 {
            let fewer = kept.filter { $0 != spare }
            if try takes(fewer, all: shadowed, &work) { kept = fewer }
        }
        return kept
    }

    /// Whether some places take all requests in every view.
    private func takes(
        _ takers: [PatternIndex.Number], all shadowed: [Shadowed], _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> Bool {
        for place in shadowed {
            for tag in views(of: place.number) {
                var rest = place.own
                for taker in takers where taker < place.number && shows(taker, in: tag) && !rest.isEmpty {
                    rest = try rest.subtracting(table.requests(at: places[Int(taker)], &work), &work)
                }
                if !rest.isEmpty { return false }
            }
        }
        return true
    }

    // MARK: Examples

    /// Adds an example request that one of the named routes serves, if there is one, and whether they serve all
    /// requests.
    private func addExample(
        to problem: inout RouteProblem, _ shadowed: [Shadowed], _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) {
        let preference = SamplePreference.readable(table.pattern(at: problem.place))
        let sample = shadowed[0].own.sample(preference)
        problem.witness = sample?.witness
        problem.server = try sample.flatMap { sample throws(WorkBudget.Exhausted) in try server(of: sample, &work) }
        let others = Set(problem.others.map(\.route))
        (problem.othersServeAll, problem.highestPriority) = try reach(of: others, among: shadowed, &work)
        if problem.showsOthers { return }
        // A route may also serve requests by patterns that are not needed for the proof.
        let numbers = others.flatMap(numbers).sorted()
        let tags = [nil] + views(of: shadowed[0].number).compactMap(\.self).map(Optional.some)
        for tag in tags {
            for place in shadowed {
                for number in numbers where number < place.number && shows(number, in: tag) && !problem.showsOthers {
                    let other = places[Int(number)]
                    let taken = try place.own.intersection(table.requests(at: other, &work), &work)
                    let witness = try witness(among: taken, servedBy: number, in: tag, preference, &work)
                    guard let witness else { continue }
                    problem.witness = witness
                    problem.server = other.route
                    problem.view = tag
                }
            }
        }
    }

    /// Returns the numbers of a route's patterns.
    private func numbers(of route: Int) -> [PatternIndex.Number] {
        table.routes[route].patterns.indices.map { PatternIndex.Number(table.number(of: route, $0)) }
    }

    /// Returns whether only the given routes serve requests of the places, in any view, and the highest priority of all
    /// that take precedence.
    private func reach(
        of routes: Set<Int>, among shadowed: [Shadowed], _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> (servesAll: Bool, highest: Int) {
        var servesAll = true
        var highest = Int.min
        for place in shadowed {
            let above = try index.overlaps(with: table.pattern(at: places[Int(place.number)]), &work.budget).filter {
                $0 < place.number && mask(of: $0).intersects(mask(of: place.number))
            }
            var rest = place.own
            for number in above where !shadowed.contains(where: { $0.number == number }) {
                let requests = try table.requests(at: places[Int(number)], &work)
                guard try !place.own.intersection(requests, &work).isEmpty else { continue }
                highest = max(highest, route(of: number).priority)
                if !routes.contains(places[Int(number)].route) {
                    if servesAll { servesAll = try rest.intersection(requests, &work).isEmpty }
                } else if hides(number, place.number) {
                    rest = try rest.subtracting(requests, &work)
                }
            }
        }
        return (servesAll, highest)
    }
}

extension RouteProblem {
    /// Whether one of the named routes serves the example.
    fileprivate var showsOthers: Bool { others.contains { $0.route == server } }
}

extension RouteProblem.Kind {
    /// Whether a place with this problem never serves.
    package var isFatal: Bool { [.impossible, .shadowed, .shadowedByUnion].contains(self) }
}
