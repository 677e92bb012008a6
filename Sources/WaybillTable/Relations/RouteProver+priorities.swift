extension RouteProver {
    /// P006: priorities without which every request would go where it goes with them.
    ///
    /// One that settles which of two crossing patterns serves what both match says what it is for, though the law would
    /// say the same: without it that pair would be P005.
    ///
    /// Each is looked at for itself, while all others stay what they are, or those found before it are gone: so any of
    /// the found ones may be taken away together. Of two that each do nothing beside the other only one is found.
    mutating func idlePriorities(besides known: Set<RoutePlace>) -> [RouteFinding] {
        var numbers: [Int: [PatternIndex.Number]] = [:]
        for number in places.indices where table.routes[places[number].route].priority != 0 {
            numbers[places[number].route, default: []].append(PatternIndex.Number(number))
        }
        var idle: Set<Int> = []
        return numbers.sorted { $0.key < $1.key }.compactMap { route, numbers in
            guard numbers.allSatisfy({ !known.contains(places[Int($0)]) }) else { return nil }
            for number in numbers where hasEffect(number, beside: idle) { return nil }
            idle.insert(route)
            return RouteFinding(.idlePriority, at: RoutePlace(route: route, pattern: 0))
        }
    }

    /// Whether the priority of a place decides or settles something; also where that is not known.
    ///
    /// - Parameter idle: Routes whose priorities may be gone.
    private mutating func hasEffect(_ number: PatternIndex.Number, beside idle: Set<Int>) -> Bool {
        var (rivals, peers) = ([PatternIndex.Number](), [PatternIndex.Number]())
        let place = places[Int(number)]
        do throws(WorkBudget.Exhausted) {
            var work = walk
            defer { walk = work }
            try index.overlaps(with: table.pattern(at: place), &work) { rival in
                let other = route(of: rival).priority
                let isIdle = idle.contains(places[Int(rival)].route)
                if isTurned(number, rival, other) || (isIdle && isTurned(number, rival, 0)) {
                    rivals.append(rival)
                } else if other == 0 || isIdle, peers.count < Self.mostRivals, mayMeet(number, rival) {
                    peers.append(rival)
                }
                return rivals.count < Self.mostRivals
            }
        } catch {
            leaveUndecided(place)
            return true
        }
        for rival in rivals {
            let meets = decide(place) { prover, work throws(WorkBudget.Exhausted) -> Bool in
                try !prover.table.requests(at: place, &work)
                    .intersection(prover.table.requests(at: prover.places[Int(rival)], &work), &work).isEmpty
            }
            if meets ?? true { return true }
        }
        if rivals.count == Self.mostRivals { leaveUndecided(place) }
        return rivals.count == Self.mostRivals || peers.contains { crosses(place, places[Int($0)]) }
    }

    /// Whether two places share requests, and each matches URLs that the other does not.
    private mutating func crosses(_ place: RoutePlace, _ other: RoutePlace) -> Bool {
        decide(place) { prover, work throws(WorkBudget.Exhausted) -> Bool in
            let (own, others) = (try prover.table.urls(at: place, &work), try prover.table.urls(at: other, &work))
            guard try !own.subtracting(others, &work).isEmpty, try !others.subtracting(own, &work).isEmpty else {
                return false
            }
            return try !prover.table.requests(at: place, &work)
                .intersection(prover.table.requests(at: other, &work), &work).isEmpty
        } ?? true
    }

    /// Among so many that look like rivals one is.
    private static let mostRivals = 64

    /// Whether the order of two places would be another one if the first had no priority, and the second this one.
    private func isTurned(_ number: PatternIndex.Number, _ rival: PatternIndex.Number, _ other: Int) -> Bool {
        let own = route(of: number).priority
        guard mayMeet(number, rival), min(0, own) <= other, other <= max(0, own) else { return false }
        let with = own == other ? rank(number, rival) : other - own
        let without = other == 0 ? rank(number, rival) : other
        return with.signum() != without.signum()
    }

    private func mayMeet(_ number: PatternIndex.Number, _ rival: PatternIndex.Number) -> Bool {
        places[Int(rival)].route != places[Int(number)].route && mask(of: number).meets(mask(of: rival))
    }

    /// The order of two places of one priority. Of two of one rank that share `HEAD` alone the one that names it comes
    /// first (law 4).
    private func rank(_ number: PatternIndex.Number, _ rival: PatternIndex.Number) -> Int {
        let verdict = Specificity.compare(entry(number), entry(rival))
        let (own, others) = (route(of: number).methods, route(of: rival).methods)
        guard verdict == 0, !own.isEmpty, Set(own).isDisjoint(with: others) else { return verdict }
        return own.contains("HEAD") ? -1 : 1
    }
}
