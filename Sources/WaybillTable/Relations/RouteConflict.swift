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
    /// that differ in nothing but methods and narrowed captures: those are compared in pairs.
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
            let (ends, rests) = (index.nodes[node].ends, index.nodes[node].rests)
            if hasSeveral(ends) { conflicts += self.conflicts(among: ends) }
            if hasSeveral(rests) { conflicts += self.conflicts(among: rests) }
        }
        return conflicts.sorted {
            ($0.second.route, $0.second.pattern, $0.first.route) < ($1.second.route, $1.second.pattern, $1.first.route)
        }
    }

    private func hasSeveral(_ first: PatternIndex.Number) -> Bool {
        first != PatternIndex.none && index.nextItem[Int(first)] != PatternIndex.none
    }

    /// Of the items of a list each is compared with those before it until one is found.
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
        let (left, right) = (places[Int(one)], places[Int(other)])
        let (id, otherID) = (table.routes[left.route].id, table.routes[right.route].id)
        return id == otherID ? one < other : id < otherID
    }

    /// What two items at one place of the tree still have to have in common: methods, rank, and, where the table looks at
    /// it, the slash at the end.
    private func mayConflict(_ first: PatternIndex.Number, _ second: PatternIndex.Number) -> Bool {
        guard mask(of: first).meets(mask(of: second)) else { return false }
        let (left, right) = (places[Int(first)].route, places[Int(second)].route)
        guard table.routes[left].priority == table.routes[right].priority,
            table.routes[left].methods.isEmpty == table.routes[right].methods.isEmpty
        else { return false }
        let (own, others) = (index.items[Int(first)], index.items[Int(second)])
        return index.narrowed(own).elementsEqual(index.narrowed(others)) { $0.segment == $1.segment }
            && (table.settings.trailingSlash == .ignore || own.hasTrailingSlash == others.hasTrailingSlash)
    }

    /// - Parameter methods: Those of the second.
    private mutating func conflict(
        _ first: PatternIndex.Number, _ second: PatternIndex.Number, _ methods: Set<String>
    ) -> RouteConflict? {
        let own = route(of: first).methods
        guard own.isEmpty || own.contains(where: methods.contains) else { return nil }
        let places = (places[Int(first)], places[Int(second)])
        return decide(places.1) { prover, work throws(WorkBudget.Exhausted) -> RouteConflict? in
            guard try prover.mayShareValues(first, second, &work) else { return nil }
            let (one, other) = (try prover.table.urls(at: places.0, &work), try prover.table.urls(at: places.1, &work))
            let taste = SampleTaste.readable(prover.table.pattern(at: places.0))
            guard let witness = try one.intersection(other, &work).sample(taste) else { return nil }
            let alone = (try one.subtracting(other, &work), try other.subtracting(one, &work))
            let isSame = alone.0.isEmpty && alone.1.isEmpty && Set(own) == methods
            let shared = methods.intersection(own)
            return RouteConflict(
                first: places.0, second: places.1, isSame: isSame,
                witness: witness.url, method: shared.contains("GET") ? "GET" : shared.min())
        } ?? nil
    }

    private static var stepsOfProduct: Int { 32 }

    /// Whether the captures that both narrow may have values in common: the cheap question first.
    private func mayShareValues(
        _ first: PatternIndex.Number, _ second: PatternIndex.Number, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> Bool {
        for (one, other) in zip(
            index.narrowed(index.items[Int(first)]), index.narrowed(index.items[Int(second)]))
        where one.automaton != other.automaton {
            // It takes memory of its own before the first step.
            try work.spend(Self.stepsOfProduct)
            var product = Product(
                index.automata[Int(one.automaton)], index.automata[Int(other.automaton)], .intersection)
            guard try product.acceptsSomething(&work) else { return false }
        }
        return true
    }
}
