import WaybillTable

/// The pairs of servers, one of each table, whose common requests may be treated differently.
///
/// Unchanged routes have the same precedence among each other in both tables. So if an unchanged route serves a request
/// in only one table, then a changed route serves it in the other, with a higher precedence.
struct ServerPairs {
    struct Pair: Hashable, Comparable {
        var old: Int
        var new: Int

        static func < (left: Pair, right: Pair) -> Bool { (left.old, left.new) < (right.old, right.new) }
    }

    private(set) var all: Set<Pair> = []
    /// By number in the old table: the number of the same pattern of the same route in the new one.
    private(set) var successors: [Int?]
    private var predecessors: [Int?]

    private struct Key: Hashable {
        var pattern: Pattern
        var priority: Int
        var code: Int
    }

    init(_ old: ComparedSide, _ new: ComparedSide) {
        successors = [Int?](repeating: nil, count: old.places.count)
        predecessors = [Int?](repeating: nil, count: new.places.count)
        guard old.table.settings == new.table.settings else { return }
        var known: [Key: [Int]] = [:]
        for number in new.places.indices { known[Self.key(number, new), default: []].append(number) }
        for number in old.places.indices {
            let found = known[Self.key(number, old)]?.first { candidate in
                predecessors[candidate] == nil && Self.isSame(old, number, new, candidate)
            }
            guard let found else { continue }
            (successors[number], predecessors[found]) = (found, number)
        }
    }

    private static func key(_ number: Int, _ side: ComparedSide) -> Key {
        let place = side.places[number]
        let route = side.table.routes[place.route]
        return Key(
            pattern: route.patterns[place.pattern], priority: route.priority,
            code: side.given.routes[place.route].code)
    }

    private static func isSame(_ old: ComparedSide, _ number: Int, _ new: ComparedSide, _ other: Int) -> Bool {
        let one = old.places[number].route
        let two = new.places[other].route
        let left = old.table.routes[one]
        let right = new.table.routes[two]
        return left.tags == right.tags && old.given.routes[one] == new.given.routes[two]
            && Set(left.methods) == Set(right.methods) && left.constraints == right.constraints
    }

    /// Finds the pairs that may cause a difference.
    mutating func collect(
        _ old: ComparedSide, _ new: ComparedSide, changed: [Pattern], _ index: inout ComparedIndex
    ) throws(WorkBudget.Exhausted) {
        let gone = old.places.indices.filter { successors[$0] == nil }
        let come = new.places.indices.filter { predecessors[$0] == nil }
        /// Without a changed interceptor, equal effects that read nothing are no difference.
        func insert(_ number: Int, _ other: Int) {
            let effect = old.effect(number)
            guard !changed.isEmpty || effect.reads != .nothing || effect != new.effect(other) else { return }
            all.insert(Pair(old: number, new: other))
        }
        for fallback in old.fallbacks {
            for other in new.fallbacks { insert(fallback, other) }
            for number in come { insert(fallback, number) }
        }
        for number in gone {
            for fallback in new.fallbacks { insert(number, fallback) }
            for other in try index.overlaps(with: old.pattern(number), .new)
            where predecessors[other].map({ $0 > number }) ?? true {
                insert(number, other)
            }
        }
        for number in come {
            for other in try index.overlaps(with: new.pattern(number), .old) {
                if let successor = successors[other], successor > number { insert(other, number) }
            }
        }
        for pattern in changed {
            for number in try index.overlaps(with: pattern, .new) {
                if let before = predecessors[number] { all.insert(Pair(old: before, new: number)) }
            }
        }
    }
}

/// The entries of both tables that may share a URL with a pattern.
struct ComparedIndex {
    private let old: PatternIndex
    private let new: PatternIndex
    private var walk: WorkBudget

    /// - Parameter settings: Settings under which paths are equal if they are equal in either table.
    init(_ old: RankedDefinitions, _ new: RankedDefinitions, _ settings: MatchSettings, _ limits: ProofLimits) {
        self.old = PatternIndex(ofRoutesIn: old, settings)
        self.new = PatternIndex(ofRoutesIn: new, settings)
        let count = old.routeEntries.count + new.routeEntries.count
        walk = limits.walkBudget(entries: count)
    }

    /// Returns the numbers of all such entries, in order.
    mutating func overlaps(
        with pattern: Pattern?, _ side: TableChange.Side
    ) throws(WorkBudget.Exhausted) -> [Int] {
        guard let pattern = pattern ?? ComparedSide.everything else { return [] }
        return try (side == .old ? old : new).overlaps(with: pattern, &walk).map { Int($0) }
    }
}
