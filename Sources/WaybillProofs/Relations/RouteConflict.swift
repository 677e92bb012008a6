public import WaybillTable

/// Two routes that no clause of law 5 separates and that share a request (law 6).
public struct RouteConflict: Sendable, Hashable {
    /// The one that is first in the order of ids.
    public var first: RoutePlace
    public var second: RoutePlace
    /// Whether they match exactly the same requests; otherwise they only overlap.
    public var isSame: Bool
    /// A URL that both match.
    public var witness: String
    /// The method of the example request; `nil` if any does, or none.
    public var method: String?
}

extension RoutingTable {
    /// Returns conflicts that name every route that conflicts with another.
    ///
    /// Routes that conflict form groups, directly or through others. A group of `n` patterns has `n - 1` conflicts, which
    /// connect them, whatever their ids are.
    ///
    /// Routes are compared only if precedence and literal text are the same, so the cost is linear. Those that also share
    /// a method, and differ only in constraints, are compared in pairs.
    public func conflicts() -> [RouteConflict] {
        var prover = RouteProver(RankedDefinitions(self), .standard)
        return prover.conflicts()
    }
}

extension RouteProver {
    /// Returns the conflicts among all routes, in the order of their second places.
    mutating func conflicts() -> [RouteConflict] {
        var conflicts: [RouteConflict] = []
        for node in index.nodes.indices {
            let ends = index.nodes[node].ends
            let catchAlls = index.nodes[node].catchAlls
            if hasSeveral(ends) { conflicts += self.conflicts(among: ends) }
            if hasSeveral(catchAlls) { conflicts += self.conflicts(among: catchAlls) }
        }
        return conflicts.sorted {
            ($0.second.route, $0.second.pattern, $0.first.route) < ($1.second.route, $1.second.pattern, $1.first.route)
        }
    }

    private func hasSeveral(_ first: PatternIndex.Number) -> Bool {
        first != PatternIndex.none && index.nextItem[Int(first)] != PatternIndex.none
    }

    /// Compares the items of a list that have the same precedence.
    private mutating func conflicts(among first: PatternIndex.Number) -> [RouteConflict] {
        let numbers = index.items(from: first)
        var methodsOfEarlier = MethodMask.none
        let shareMethods = numbers.contains { number in
            defer { methodsOfEarlier.formUnion(mask(of: number)) }
            return methodsOfEarlier.intersects(mask(of: number))
        }
        // Most items at one node are the methods of a resource.
        guard shareMethods else { return [] }
        let peers = Dictionary(grouping: numbers) { rankAtNode($0) }
        return peers.values.sorted { $0[0] < $1[0] }.flatMap { conflicts(amongPeers: $0) }
    }

    /// Compares each item with the preceding ones, apart from those of its group.
    private mutating func conflicts(amongPeers peers: [PatternIndex.Number]) -> [RouteConflict] {
        let numbers = peers.sorted { isFirstByID($0, $1) }
        var groups = Array(numbers.indices)
        var conflicts: [RouteConflict] = []
        var methodsOfEarlier = MethodMask.none
        for later in numbers.indices {
            let mask = mask(of: numbers[later])
            defer { methodsOfEarlier.formUnion(mask) }
            guard methodsOfEarlier.intersects(mask) else { continue }
            let methods = Set(route(of: numbers[later]).methods)
            guard (try? walk.spend(later * (1 + methods.count))) != nil else {
                leaveUndecided(places[Int(numbers[later])])
                continue
            }
            for earlier in 0..<later
            where groups[earlier] != groups[later] && self.mask(of: numbers[earlier]).intersects(mask) {
                if isSpent {
                    leaveUndecided(places[Int(numbers[later])])
                    break
                }
                guard let conflict = conflict(numbers[earlier], numbers[later], methods) else { continue }
                conflicts.append(conflict)
                let joined = groups[earlier]
                for index in groups.indices where groups[index] == joined { groups[index] = groups[later] }
            }
        }
        return conflicts
    }

    private func isFirstByID(_ one: PatternIndex.Number, _ other: PatternIndex.Number) -> Bool {
        let id = route(of: one).id.exact
        let otherID = route(of: other).id.exact
        return id == otherID ? one < other : id < otherID
    }

    private func rankAtNode(_ number: PatternIndex.Number) -> RankAtNode {
        let item = index.items[Int(number)]
        let route = route(of: number)
        return RankAtNode(
            priority: route.priority, hasMethods: !route.methods.isEmpty,
            constrainedSegments: item.constrained.map(\.segment), slash: item.slash)
    }

    /// - Parameter methods: The methods of the second.
    private mutating func conflict(
        _ first: PatternIndex.Number, _ second: PatternIndex.Number, _ methods: Set<String>
    ) -> RouteConflict? {
        let own = route(of: first).methods
        // The masks also share `HEAD`, which a route with `GET` answers only if no other names it (law 4).
        guard own.isEmpty || own.contains(where: methods.contains) else { return nil }
        let place = places[Int(first)]
        let other = places[Int(second)]
        return decide(other) { prover, work throws(WorkBudget.Exhausted) -> RouteConflict? in
            guard try prover.mayShareValues(first, second, &work.budget) else { return nil }
            let shared = methods.intersection(own)
            let urls = try prover.table.urls(at: place, &work)
            let others = try prover.table.urls(at: other, &work)
            let preference = SamplePreference.readable(prover.table.pattern(at: place))
            guard let witness = try urls.intersection(others, &work).sample(preference) else { return nil }
            let alone = try urls.subtracting(others, &work)
            let othersAlone = try others.subtracting(urls, &work)
            let (route, otherRoute) = (prover.route(of: first), prover.route(of: second))
            let isPart = alone.isEmpty && otherRoute.answersMethods(of: route)
            let isWhole = othersAlone.isEmpty && route.answersMethods(of: otherRoute)
            // Most parts are found without the table's clause.
            let whole = isPart == isWhole ? prover.table.whole(place, other) : isPart ? other : place
            // The table put the part first, unless that exceeded its budget.
            if let whole, (whole == other) == (first < second) { return nil }
            let isSame = alone.isEmpty && othersAlone.isEmpty && Set(own) == methods
            return RouteConflict(
                first: place, second: other, isSame: isSame, witness: witness.url,
                method: shared.contains("GET") ? "GET" : shared.min())
        } ?? nil
    }

    /// Whether the captures that both constrain may have common values. Cheap checks come first.
    private func mayShareValues(
        _ first: PatternIndex.Number, _ second: PatternIndex.Number, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> Bool {
        let pairs = zip(index.items[Int(first)].constrained, index.items[Int(second)].constrained)
        for (one, other) in pairs where one.automaton != other.automaton {
            let automaton = index.automata[Int(one.automaton)]
            if try automaton.isDisjoint(with: index.automata[Int(other.automaton)], &work) { return false }
        }
        return true
    }
}

/// The precedence of an item among those of its node. Only items of the same one conflict.
private struct RankAtNode: Hashable {
    var priority: Int
    var hasMethods: Bool
    var constrainedSegments: [Int]
    /// The same for all items of a list, or `nil` for all.
    var slash: Bool?
}
