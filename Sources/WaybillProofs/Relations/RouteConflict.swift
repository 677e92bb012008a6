public import WaybillTable

/// Two routes that no rule of precedence separates although they share a request (law 6).
public struct RouteConflict: Sendable, Hashable {
    /// Of the two the one that comes first in the order of ids.
    public var first: Place
    public var second: Place
    /// Whether they match exactly the same requests; otherwise they merely overlap.
    public var isSame: Bool
    /// A URL that both match.
    public var witness: String
    /// The method that it takes; `nil` where any does, none included.
    public var method: String?

    public typealias Place = RoutePlace
}

extension RoutingTable {
    /// Every route that conflicts with another, each with the first one that it conflicts with.
    ///
    /// Routes are compared only where precedence and literal text are the same, so that the cost is linear but for routes
    /// that differ in nothing but methods and constraints: those are compared in pairs.
    public func conflicts() -> [RouteConflict] {
        var prover = RouteProver(RankedDefinitions(self), .standard)
        return prover.conflicts()
    }
}

extension RouteProver {
    /// The conflicts among all routes, in the order of their second places.
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

    /// Each item of a list is compared with the items that precede it, until one conflicts.
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

    /// What two items at one place of the tree still have to have in common: methods, rank, and, where the table looks at
    /// it, the slash at the end.
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

    /// - Parameter methods: Those of the second.
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

    /// Whether the captures that both constrain may have values in common: the cheap question first.
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
