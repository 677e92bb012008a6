import WaybillTable

extension RouteProver {
    /// P006: returns priorities without which every request would have the same result.
    ///
    /// A priority that decides between two overlapping patterns is documentation, even if the law would decide the
    /// same: without it, the pair would be P005.
    ///
    /// Each priority is tested alone, with all others unchanged or, if found before, removed. So all found ones may be
    /// removed together. Of two that are redundant because of each other, one is found.
    mutating func idlePriorities(besides known: Set<RoutePlace>) -> [RouteProblem] {
        var numbers: [Int: [PatternIndex.Number]] = [:]
        for number in places.indices where table.routes[places[number].route].priority != 0 {
            numbers[places[number].route, default: []].append(PatternIndex.Number(number))
        }
        var idle: Set<Int> = []
        return numbers.sorted { $0.key < $1.key }.compactMap { route, numbers in
            guard numbers.allSatisfy({ !known.contains(places[Int($0)]) }) else { return nil }
            for number in numbers where hasEffect(number, beside: idle) { return nil }
            idle.insert(route)
            return RouteProblem(.idlePriority, at: RoutePlace(route: route, pattern: 0))
        }
    }

    /// Whether the priority of a place decides something. True if that is not known.
    ///
    /// - Parameter idle: Routes whose priorities may be removed.
    private mutating func hasEffect(_ number: PatternIndex.Number, beside idle: Set<Int>) -> Bool {
        let place = places[Int(number)]
        guard let near = try? neighbors(of: number, beside: idle) else {
            leaveUndecided(place)
            return true
        }
        if near.rivals.contains(where: { share(place, places[Int($0)]) }) { return true }
        if near.rivals.count == limits.priorityRivals {
            leaveUndecided(place)
            return true
        }
        return near.peers.contains { overlap(number, $0) }
    }

    /// The places that a priority may affect.
    private struct PriorityNeighbors {
        /// Places with which the order may change.
        var rivals: [PatternIndex.Number] = []
        /// Places without priority whose overlap it may settle.
        var peers: [PatternIndex.Number] = []
    }

    private mutating func neighbors(
        of number: PatternIndex.Number, beside idle: Set<Int>
    ) throws(WorkBudget.Exhausted) -> PriorityNeighbors {
        let limit = limits.priorityRivals
        var near = PriorityNeighbors()
        var work = walk
        defer { walk = work }
        try index.overlaps(with: table.pattern(at: places[Int(number)]), &work) { rival in
            let other = route(of: rival).priority
            let isIdle = idle.contains(places[Int(rival)].route)
            if changesOrder(number, rival, other) || (isIdle && changesOrder(number, rival, 0)) {
                near.rivals.append(rival)
            } else if other == 0 || isIdle, near.peers.count < limit, mayShare(number, rival) {
                near.peers.append(rival)
            }
            return near.rivals.count < limit
        }
        return near
    }

    /// Whether two places share requests.
    private mutating func share(_ place: RoutePlace, _ other: RoutePlace) -> Bool {
        decide(place) { prover, work throws(WorkBudget.Exhausted) -> Bool in
            try !prover.table.requests(at: place, &work)
                .intersection(prover.table.requests(at: other, &work), &work).isEmpty
        } ?? true
    }

    /// Whether two places share requests, each matches URLs that the other does not, and neither is a part of the other.
    private mutating func overlap(_ number: PatternIndex.Number, _ rival: PatternIndex.Number) -> Bool {
        let place = places[Int(number)]
        let other = places[Int(rival)]
        return decide(place) { prover, work throws(WorkBudget.Exhausted) -> Bool in
            let own = try prover.table.urls(at: place, &work)
            let others = try prover.table.urls(at: other, &work)
            guard try !own.subtracting(others, &work).isEmpty, try !others.subtracting(own, &work).isEmpty else {
                return false
            }
            return try !prover.table.requests(at: place, &work)
                .intersection(prover.table.requests(at: other, &work), &work).isEmpty
                && prover.partOrder(number, rival) == nil
        } ?? true
    }

    /// Whether the order of two places would change if the first had no priority, and the second this one.
    private func changesOrder(_ number: PatternIndex.Number, _ rival: PatternIndex.Number, _ other: Int) -> Bool {
        let own = route(of: number).priority
        guard mayShare(number, rival), min(0, own) <= other, other <= max(0, own) else { return false }
        let with = own == other ? rank(number, rival) : other - own
        let without = other == 0 ? rank(number, rival) : other
        return with.signum() != without.signum()
    }

    private func mayShare(_ number: PatternIndex.Number, _ rival: PatternIndex.Number) -> Bool {
        places[Int(rival)].route != places[Int(number)].route && mask(of: number).intersects(mask(of: rival))
    }

    /// Compares two places of the same priority. If they have the same rank, the one that is a part of the other comes
    /// first (law 5), and if they share only `HEAD`, the one that names it (law 4).
    func rank(_ number: PatternIndex.Number, _ rival: PatternIndex.Number) -> Int {
        let first = precedence(of: number)
        let second = precedence(of: rival)
        if first != second { return first < second ? -1 : 1 }
        if let order = partOrder(number, rival) { return order }
        let own = route(of: number).methods
        guard !own.isEmpty, Set(own).isDisjoint(with: route(of: rival).methods) else { return 0 }
        return own.contains("HEAD") ? -1 : 1
    }

    /// Compares two places of the same priority by the last clause of law 5; `nil` if it does not separate them, or an
    /// earlier one does.
    func partOrder(_ number: PatternIndex.Number, _ rival: PatternIndex.Number) -> Int? {
        guard precedence(of: number) == precedence(of: rival) else { return nil }
        return table.whole(places[Int(number)], places[Int(rival)]).map { $0 == places[Int(rival)] ? -1 : 1 }
    }

    /// The precedence of law 5 without priorities.
    private func precedence(of number: PatternIndex.Number) -> Precedence {
        let route = route(of: number)
        return Precedence(
            of: table.pattern(at: places[Int(number)]), constraints: route.constraints,
            hasMethods: !route.methods.isEmpty)
    }
}
