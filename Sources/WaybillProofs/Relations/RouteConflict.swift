public import WaybillTable

/// Two routes with the same precedence that share a request (law 6).
public struct RouteConflict: Sendable, Hashable {
    /// The one that is first in the order of ids.
    public var first: Place
    public var second: Place
    /// Whether they match exactly the same requests; otherwise they only overlap.
    public var isSame: Bool
    /// A URL that both match.
    public var witness: String
    /// The method of the example request; `nil` if any does, or none.
    public var method: String?

    /// One pattern of one route.
    public typealias Place = RoutePlace
}

extension RoutingTable {
    /// Returns every route that conflicts with another, each with the first one that it conflicts with.
    ///
    /// Routes are compared only if precedence and literal text are the same, so the cost is linear. Routes that differ
    /// only in methods and constraints are compared in pairs.
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

    /// Compares each item of a list with the preceding items, until one conflicts.
    private mutating func conflicts(among first: PatternIndex.Number) -> [RouteConflict] {
        var numbers: [PatternIndex.Number] = []
        var number = first
        while number != PatternIndex.none {
            numbers.append(number)
            number = index.nextItem[Int(number)]
        }
        numbers.sort { isFirstByID($0, $1) }
        var conflicts: [RouteConflict] = []
        for later in numbers.indices.dropFirst() {
            let methods = Set(route(of: numbers[later]).methods)
            do throws(WorkBudget.Exhausted) {
                try walk.spend(later * (1 + methods.count))
            } catch {
                leaveUndecided(places[Int(numbers[later])])
                continue
            }
            for earlier in numbers[..<later] where mayConflict(earlier, numbers[later]) {
                guard let conflict = conflict(earlier, numbers[later], methods) else { continue }
                conflicts.append(conflict)
                break
            }
        }
        return conflicts
    }

    private func isFirstByID(_ one: PatternIndex.Number, _ other: PatternIndex.Number) -> Bool {
        let id = route(of: one).id
        let otherID = route(of: other).id
        return id == otherID ? one < other : id < otherID
    }

    /// Whether two items at one place of the tree can conflict: same rank, common methods and, if the table
    /// distinguishes it, the same slash at the end.
    private func mayConflict(_ first: PatternIndex.Number, _ second: PatternIndex.Number) -> Bool {
        guard mask(of: first).intersects(mask(of: second)) else { return false }
        let left = route(of: first)
        let right = route(of: second)
        guard left.priority == right.priority, left.methods.isEmpty == right.methods.isEmpty else { return false }
        let own = index.items[Int(first)]
        let others = index.items[Int(second)]
        return own.constrained.elementsEqual(others.constrained) { $0.segment == $1.segment }
            && (table.settings.trailingSlash == .ignore || own.hasTrailingSlash == others.hasTrailingSlash)
    }

    /// - Parameter methods: The methods of the second.
    private mutating func conflict(
        _ first: PatternIndex.Number, _ second: PatternIndex.Number, _ methods: Set<String>
    ) -> RouteConflict? {
        let own = route(of: first).methods
        guard own.isEmpty || own.contains(where: methods.contains) else { return nil }
        let place = places[Int(first)]
        let other = places[Int(second)]
        let shared = methods.intersection(own)
        return decide(other) { prover, work throws(WorkBudget.Exhausted) -> RouteConflict? in
            guard try prover.mayShareValues(first, second, &work.budget) else { return nil }
            let urls = try prover.table.urls(at: place, &work)
            let others = try prover.table.urls(at: other, &work)
            let preference = SamplePreference.readable(prover.table.pattern(at: place))
            guard let witness = try urls.intersection(others, &work).sample(preference) else { return nil }
            let alone = try urls.subtracting(others, &work)
            let othersAlone = try others.subtracting(urls, &work)
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
