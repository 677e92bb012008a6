import WaybillTable

/// Patterns that never serve, and who takes their requests.
extension RouteProver {
    /// A place that is asked about, with what it answers by itself and the places that take from it.
    private struct Shadowed {
        var number: PatternIndex.Number
        var own: RequestSet
        var takers: Set<PatternIndex.Number>
    }

    /// Who takes all requests of a place, in every view that shows it; `nil` where one is left.
    ///
    /// - Parameter isTied: Whether it conflicts with others, which do not count then.
    func shadow(
        of number: PatternIndex.Number, isTied: Bool, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RouteFinding? {
        let own = try table.requests(at: places[Int(number)], &work)
        guard !own.isEmpty else { return RouteFinding(.impossible, at: places[Int(number)]) }
        let takers = try takers(of: own, number, { isTied && ties($0, number) }, &work)
        guard let takers else { return nil }
        var finding = try finding([Shadowed(number: number, own: own, takers: takers)], isTied: isTied, &work)
        finding.isWhole = table.routes[finding.place.route].patterns.count == 1
        return finding
    }

    /// The problems about routes none of whose patterns ever serves, in the place of those about each of their patterns.
    mutating func mergingDeadRoutes(_ findings: [RouteFinding], tied: Set<RoutePlace>) -> [RouteFinding] {
        let dead = Dictionary(grouping: findings.filter(\.kind.isFatal), by: \.place.route)
            .filter { $0.value.count > 1 && $0.value.count == table.routes[$0.key].patterns.count }
        var merged: [Int: RouteFinding] = [:]
        for (route, findings) in dead.sorted(by: { $0.key < $1.key }) {
            let shadowed = findings.filter { $0.kind != .impossible }.map(\.place).sorted { $0.pattern < $1.pattern }
            guard let first = shadowed.first else { continue }
            merged[route] =
                decide(first) { prover, work throws(WorkBudget.Exhausted) -> RouteFinding? in
                    try prover.shadow(ofAll: shadowed, tied, &work)
                } ?? nil
        }
        return findings.filter { $0.kind == .impossible || merged[$0.place.route] == nil } + merged.values
    }

    /// Whatever takes the requests of one of a route's patterns, another route takes them in the end.
    private func shadow(
        ofAll all: [RoutePlace], _ tied: Set<RoutePlace>, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RouteFinding? {
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
        var finding = try finding(shadowed, isTied: all.contains(where: tied.contains), &work)
        finding.isWhole = true
        return finding
    }

    // MARK: Takers

    /// Places above that take all of a set in every view that shows a place, or `nil` where a request is left.
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

    /// Takes a member, asks who above matches it, subtracts those, and so on: only what matters is ever subtracted.
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

    /// One route where one suffices, else places of several of which none is too many.
    private func finding(
        _ shadowed: [Shadowed], isTied: Bool, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RouteFinding {
        let place = places[Int(shadowed[0].number)]
        let takers = shadowed.reduce(into: Set<PatternIndex.Number>()) { $0.formUnion($1.takers) }.sorted()
        var found: [RouteFinding] = []
        // One that takes all matches every sample, so it is among those that the search met.
        var seen: Set<Int> = []
        for route in takers.map({ places[Int($0)].route }) where seen.insert(route).inserted {
            let own = try patterns(of: route, shadowing: shadowed, isTied: isTied, &work)
            guard let own else { continue }
            var finding = RouteFinding(.shadowed, at: place, others: own.map { places[Int($0)] })
            // What is proven is told, even where the budget ends before a better one is found.
            try? addExample(to: &finding, shadowed, &work)
            if finding.othersServeAll { return finding }
            found.append(finding)
        }
        if let shown = found.first(where: \.showsOthers) ?? found.first { return shown }
        let few = try withoutSpare(takers, of: shadowed, &work)
        var finding = RouteFinding(.shadowedByUnion, at: place, others: few.map { places[Int($0)] })
        try? addExample(to: &finding, shadowed, &work)
        return finding
    }

    /// The patterns of a route that take everything alone, or `nil` where the route does not.
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

    /// The places without those that the others make up for.
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

    /// Adds a request that one of those that are named serves, if there is one, and whether they serve all.
    private func addExample(
        to finding: inout RouteFinding, _ shadowed: [Shadowed], _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) {
        let preference = SamplePreference.readable(table.pattern(at: finding.place))
        let sample = shadowed[0].own.sample(preference)
        finding.witness = sample?.witness
        finding.server = try sample.flatMap { sample throws(WorkBudget.Exhausted) in try server(of: sample, &work) }
        let others = Set(finding.others.map(\.route))
        (finding.othersServeAll, finding.highestPriority) = try reach(of: others, among: shadowed, &work)
        if finding.showsOthers { return }
        // A route may serve requests by patterns that are not needed to take all.
        let numbers = others.flatMap(numbers).sorted()
        let tags = [nil] + views(of: shadowed[0].number).compactMap(\.self).map(Optional.some)
        for tag in tags {
            for place in shadowed {
                for number in numbers where number < place.number && shows(number, in: tag) && !finding.showsOthers {
                    let other = places[Int(number)]
                    let taken = try place.own.intersection(table.requests(at: other, &work), &work)
                    let witness = try witness(among: taken, servedBy: number, in: tag, preference, &work)
                    guard let witness else { continue }
                    (finding.witness, finding.server, finding.view) = (witness, other.route, tag)
                }
            }
        }
    }

    /// The numbers of a route's patterns.
    private func numbers(of route: Int) -> [PatternIndex.Number] {
        table.routes[route].patterns.indices.map { PatternIndex.Number(table.number(of: route, $0)) }
    }

    /// Whether no other route than some serves a request of the places, in any view; and the highest priority of all that take
    /// precedence.
    private func reach(
        of routes: Set<Int>, among shadowed: [Shadowed], _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> (servesAll: Bool, highest: Int) {
        var servesAll = true
        var highest = Int.min
        for place in shadowed {
            var above: [PatternIndex.Number] = []
            try index.overlaps(with: table.pattern(at: places[Int(place.number)]), &work.budget) { number in
                if number < place.number && mask(of: number).intersects(mask(of: place.number)) { above.append(number) }
                return true
            }
            var rest = place.own
            for number in above.sorted() where !shadowed.contains(where: { $0.number == number }) {
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

extension RouteFinding {
    /// Whether the example is a request that one of the named ones serves.
    fileprivate var showsOthers: Bool { others.contains { $0.route == server } }
}

extension RouteFinding.Kind {
    /// Whether a place of which it is said never serves.
    package var isFatal: Bool { [.impossible, .shadowed, .shadowedByUnion].contains(self) }
}
