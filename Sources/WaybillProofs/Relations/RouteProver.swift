import WaybillTable

/// Proves the relations between the routes of a table. It compares two places only if an index says that they may share
/// a URL, and uses automata only if a sample of a route's own requests goes elsewhere.
struct RouteProver {
    let table: RankedDefinitions
    let limits: ProofLimits
    /// Every pattern of every route. The number of an item is its place in the order of the table's entries.
    let index: PatternIndex
    /// By item.
    let places: [RoutePlace]
    /// By route.
    let methods: [MethodMask]
    var methodNames: MethodMask.Names
    var walk: WorkBudget
    private var questions: QuestionBudget
    /// The places with questions that exceeded the budgets, in order.
    private(set) var undecided: [RoutePlace] = []
    private var isUndecided: Set<RoutePlace> = []
    /// By automaton of the index: a value that it accepts and that is a valid segment.
    private let probes: [[UInt8]?]
    /// By node of the index.
    let summaries: [PatternIndex.PathSummary]
    /// By item: whether items with precedence that end at the same node answer one of its methods.
    private let isTaken: [Bool]
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
            automaton.shortestMember(excludingEmpty: true).flatMap { $0.contains(0) || ASCII.isDots($0) ? nil : $0 }
        }
        summaries = index.summaries(probes: probes)
        isTaken = Self.takenItems(of: index, places.map { [methods] in methods[$0.route] })
        walk = limits.walkBudget(entries: places.count)
        questions = QuestionBudget(limits)
    }

    func route(of number: PatternIndex.Number) -> RouteDefinition { table.routes[places[Int(number)].route] }

    func mask(of number: PatternIndex.Number) -> MethodMask { methods[places[Int(number)].route] }

    // MARK: Budgets

    /// Answers a question about a place with automata, or records it as undecided.
    mutating func decide<Answer>(
        _ place: RoutePlace, _ question: (RouteProver, inout ProofWork) throws(WorkBudget.Exhausted) -> Answer
    ) -> Answer? {
        let answer = self.answer(question)
        if answer == nil { leaveUndecided(place) }
        return answer
    }

    /// Answers a question with automata; returns `nil` if the budget ends it.
    mutating func answer<Answer>(
        _ question: (RouteProver, inout ProofWork) throws(WorkBudget.Exhausted) -> Answer
    ) -> Answer? {
        let prover = self
        return questions.answer { work throws(WorkBudget.Exhausted) in try question(prover, &work) }
    }

    mutating func leaveUndecided(_ place: RoutePlace) {
        if isUndecided.insert(place).inserted { undecided.append(place) }
    }

    /// Whether the budget for automata is spent.
    var isSpent: Bool { questions.isSpent }

    // MARK: Probes

    /// Whether no place with precedence takes a probe of a place. Then some requests are left for it, and no priority
    /// takes them all. Uses only the summaries.
    func hasNoRival(_ number: PatternIndex.Number) -> Bool {
        let item = index.items[Int(number)]
        guard summaries[Int(item.node)].lowestRival > number else { return false }
        guard item.constrained.allSatisfy({ probes[Int($0.automaton)] != nil }) else { return false }
        return !isTaken[Int(number)]
    }

    /// Keeps the union of the masks at each node, because the items of one node may be as many as the routes.
    private static func takenItems(of index: PatternIndex, _ masks: [MethodMask]) -> [Bool] {
        var endsOfNodes = [MethodMask](repeating: .none, count: index.nodes.count)
        var catchAllsOfNodes = endsOfNodes
        return zip(index.items, masks).map { item, mask in
            let node = Int(item.node)
            let isTaken =
                catchAllsOfNodes[node].intersects(mask) || !item.hasCatchAll && endsOfNodes[node].intersects(mask)
            if item.hasCatchAll { catchAllsOfNodes[node].formUnion(mask) } else { endsOfNodes[node].formUnion(mask) }
            return isTaken
        }
    }

    /// Returns a request that a pattern matches and that other patterns are unlikely to match; `nil` if none is found
    /// quickly.
    func probe(of number: PatternIndex.Number) -> SampleRequest? {
        let item = index.items[Int(number)]
        var segments: [[UInt8]] = []
        segments.reserveCapacity(item.segments.count + 2)
        var constrained = item.constrained[...]
        for (index, segment) in item.segments.enumerated() {
            switch segment {
            case .literal(let bytes): segments.append(Array(bytes))
            case .any: segments.append(PatternIndex.unlikely)
            case .capture(let capture):
                var value: [UInt8]? = PatternIndex.unlikely
                if constrained.first?.segment == index {
                    value = constrained.popFirst().flatMap { probes[Int($0.automaton)] }
                }
                guard let value else { return nil }
                segments.append(capture.isAffix ? capture.prefix + value + capture.suffix : value)
            }
        }
        // Only `**` accepts an empty segment.
        if item.hasCatchAll { segments += [[], PatternIndex.unlikely] }
        var request = SampleRequest(segments: segments, hasTrailingSlash: item.slash ?? false)
        index.heads[item.head].head.sample(&request)
        return request
    }

    /// Returns the items below a limit that match a probe of another item.
    mutating func matches(
        _ probe: SampleRequest, of number: PatternIndex.Number
    ) throws(WorkBudget.Exhausted) -> [PatternIndex.Number] {
        let head = index.items[Int(number)].head
        let heads = headsOfProbes[head] ?? index.heads.matching(probe)
        headsOfProbes[head] = heads
        return try index.matches(probe, below: number, heads: heads, &walk)
    }
}
