/// Proves what the routes of a table do to each other. It looks at pairs only where an index says that they may meet, and
/// at automata only where a sample of a route's own requests goes elsewhere.
struct RouteProver {
    let table: RankedDefinitions
    let limits: ProofLimits
    /// Every pattern of every route; their numbers are their places in the order of the table's entries.
    private(set) var index: PatternIndex
    /// By item.
    let places: [RoutePlace]
    /// By route.
    let methods: [MethodMask]
    var methodNames: MethodMask.Names
    var walk: WorkBudget
    private var relations: WorkBudget
    private let memo = AutomatonMemo()
    /// The places whose questions the budgets did not reach, in order.
    private(set) var undecided: [RoutePlace] = []
    private var isUndecided: Set<RoutePlace> = []
    /// By automaton of the index: a value that it matches and that a segment may be.
    private let probes: [[UInt8]?]
    /// By node of the index.
    let outlooks: [PatternIndex.Outlook]
    /// By head: the heads that match a probe of it.
    private var headsOfProbes: [PatternIndex.Number: [PatternIndex.Number]] = [:]

    init(_ table: RankedDefinitions, _ limits: ProofLimits) {
        self.table = table
        self.limits = limits
        places = table.routeEntries
        index = PatternIndex(ofRoutesIn: table, table.settings)
        var names = MethodMask.Names()
        methods = table.routes.map { names.mask(of: $0.methods) }
        methodNames = names
        probes = index.automata.map { automaton in
            automaton.shortestMember(excluding: [[]]).flatMap { $0.contains(0) || Self.isDots($0) ? nil : $0 }
        }
        outlooks = index.outlooks(probes: probes)
        walk = limits.walkBudget(entries: places.count)
        relations = WorkBudget(stepsLeft: limits.relations)
    }

    private static func isDots(_ text: [UInt8]) -> Bool {
        text.count < 3 && text.allSatisfy { $0 == UInt8(ascii: ".") }
    }

    func route(of number: PatternIndex.Number) -> RouteDefinition { table.routes[places[Int(number)].route] }

    func mask(of number: PatternIndex.Number) -> MethodMask { methods[places[Int(number)].route] }

    // MARK: Budgets

    /// Answers a question about a place by automata, or notes that the budget ended before.
    mutating func decide<Answer>(
        _ place: RoutePlace, _ body: (RouteProver, inout WorkBudget) throws(WorkBudget.Exhausted) -> Answer
    ) -> Answer? {
        let answer = within(body)
        if answer == nil { leaveUndecided(place) }
        return answer
    }

    /// Answers a question by automata, or does not where the budget ends before.
    mutating func within<Answer>(
        _ body: (RouteProver, inout WorkBudget) throws(WorkBudget.Exhausted) -> Answer
    ) -> Answer? {
        if isSpent { return nil }
        let budget = min(limits.relation, relations.stepsLeft)
        var work = WorkBudget(stepsLeft: budget, memo: memo)
        let answer = try? body(self, &work)
        try? relations.spend(budget - work.stepsLeft)
        return answer
    }

    mutating func leaveUndecided(_ place: RoutePlace) {
        if isUndecided.insert(place).inserted { undecided.append(place) }
    }

    /// Whether no question is answered by automata any more.
    var isSpent: Bool { relations.stepsLeft == 0 }

    // MARK: Probes

    /// Whether a place has nothing above it that takes a probe: then something is left for it, and nobody's priority
    /// takes all from it. Told without looking at its segments.
    func isUnthreatened(_ number: PatternIndex.Number) -> Bool {
        let node = Int(index.items[Int(number)].node)
        guard outlooks[node].threat > number else { return false }
        for narrowed in index.narrowed(index.items[Int(number)]) where probes[Int(narrowed.automaton)] == nil {
            return false
        }
        return !isTaken(number, by: index.nodes[node].rests)
            && (index.items[Int(number)].hasRest || !isTaken(number, by: index.nodes[node].ends))
    }

    private func isTaken(_ number: PatternIndex.Number, by first: PatternIndex.Number) -> Bool {
        var other = first
        while other != PatternIndex.none {
            if other < number && mask(of: other).meets(mask(of: number)) { return true }
            other = index.nextItem[Int(other)]
        }
        return false
    }

    /// A request that a pattern matches and that other patterns are unlikely to match; `nil` where none comes to hand.
    func probe(of number: PatternIndex.Number) -> SampleRequest? {
        let item = index.items[Int(number)]
        var segments: [[UInt8]] = []
        segments.reserveCapacity(item.segments.count + 2)
        var narrowed = index.narrowed(item)
        for (index, segment) in item.segments.enumerated() {
            switch segment {
            case .literal(let bytes): segments.append(Array(bytes))
            case .any: segments.append(PatternIndex.unlikely)
            case .capture(let capture):
                var value: [UInt8]? = PatternIndex.unlikely
                if narrowed.first?.segment == index {
                    value = narrowed.popFirst().flatMap { probes[Int($0.automaton)] }
                }
                guard let value else { return nil }
                segments.append(capture.isAffix ? capture.prefix + value + capture.suffix : value)
            }
        }
        // Nothing but `**` takes an empty segment.
        if item.hasRest { segments += [[], PatternIndex.unlikely] }
        let isStrict = table.settings.trailingSlash == .strict
        var request = SampleRequest(segments: segments, hasTrailingSlash: isStrict && item.hasTrailingSlash)
        index.heads[item.head].head.sample(&request)
        return request
    }

    /// The items below a limit that match a probe of another.
    mutating func matches(
        _ probe: SampleRequest, of number: PatternIndex.Number
    ) throws(WorkBudget.Exhausted) -> [PatternIndex.Number] {
        let head = index.items[Int(number)].head
        let heads = headsOfProbes[head] ?? index.heads.matching(probe)
        headsOfProbes[head] = heads
        return try index.matches(probe, below: number, heads: heads, &walk)
    }
}

extension PatternIndex {
    /// Every pattern of every route; their numbers are their places in the order of the table's entries.
    init(ofRoutesIn table: RankedDefinitions, _ settings: MatchSettings) {
        self.init(settings, count: table.routeEntries.count, table.narrowings)
        // The last ones first: what ends at one place is listed from the one that was added last, and it is the first that
        // takes the requests of the others.
        for route in table.routes.indices.reversed() {
            let patterns = table.routes[route].patterns
            for place in patterns.indices.reversed() {
                add(patterns, at: place, of: route, as: Number(table.number(of: route, place)))
            }
        }
        orderCrowds()
    }
}

extension PatternIndex.Head {
    /// Sets the parts of a request that come before its path.
    func sample(_ request: inout SampleRequest) {
        request.scheme = scheme
        request.port = port
        switch host {
        case .any: return
        case .literal(let name): request.host = name
        case .suffix(let suffix): request.host = "~\(suffix)"
        }
        request.scheme = scheme ?? "ws"
    }
}

/// Methods as bits: the first for requests without one and for methods that no route names, then one for each that some
/// route names. The last stands for all that are left where there are too many.
struct MethodMask: Hashable {
    var bits: UInt64

    static let all = MethodMask(bits: .max)

    func meets(_ other: MethodMask) -> Bool { bits & other.bits != 0 }

    /// Whether some method is surely in this and not in the other.
    func surelyHasMore(than other: MethodMask) -> Bool { bits & ~other.bits & ~(1 << 63) != 0 }

    struct Names {
        /// In the order of their bits; few, so that looking through them is the fastest.
        private var names: [String] = []

        /// What a route with these methods answers by itself.
        mutating func mask(of methods: [String]) -> MethodMask {
            if methods.isEmpty { return .all }
            var mask = MethodMask(bits: 0)
            for method in methods {
                mask.bits |= bit(method)
                if method == "GET" { mask.bits |= bit("HEAD") }
            }
            return mask
        }

        private mutating func bit(_ method: String) -> UInt64 {
            let known = names.firstIndex(of: method)
            if known == nil && names.count < 62 { names.append(method) }
            return 1 << UInt64((known ?? min(names.count - 1, 62)) + 1)
        }
    }
}
