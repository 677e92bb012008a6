/// Which routes an interceptor runs before.
public struct InterceptorReach: Sendable, Hashable {
    /// Whether some route shares a request with it.
    public var meetsRoute: Bool
    /// Whether such a route carries one of its tags. Where it has none, as `meetsRoute`.
    public var meetsTag: Bool
    /// Whether that is known. What the budget does not reach counts as met, so that nobody is accused.
    public var isDecided = true

    static let undecided = InterceptorReach(meetsRoute: true, meetsTag: true, isDecided: false)
}

/// Two interceptors that run for one request.
public struct InterceptorMeeting: Sendable, Hashable {
    /// Indices into ``RoutingTable/interceptors``.
    public var first: Int
    public var second: Int
    public var witness: RequestWitness
}

extension RouteProver {
    mutating func reaches() -> [InterceptorReach] {
        guard !table.interceptors.isEmpty else { return [] }
        let carried = table.routes.reduce(into: Set<String>()) { $0.formUnion($1.tags) }
        var steps = walk
        defer { walk = steps }
        return table.interceptors.map { interceptor in
            let mask = methodNames.mask(of: interceptor.methods)
            return within { prover, work throws(WorkBudget.Exhausted) in
                try steps.spend()
                return try prover.reach(of: interceptor, mask, carried, &steps, &work)
            } ?? .undecided
        }
    }

    private func reach(
        of interceptor: InterceptorDefinition, _ mask: MethodMask, _ carried: Set<String>, _ steps: inout WorkBudget,
        _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> InterceptorReach {
        let isTagged = !interceptor.tags.isDisjoint(with: carried)
        var reach = InterceptorReach(meetsRoute: false, meetsTag: false)
        for pattern in interceptor.patterns {
            let own = try RequestSet(
                of: pattern, interceptor.narrowings, methods: NameSet(answeredBy: interceptor.methods),
                table.settings, &work)
            try index.overlaps(with: pattern, &steps) { number throws(WorkBudget.Exhausted) in
                guard self.mask(of: number).meets(mask) else { return true }
                let hasTag =
                    interceptor.tags.isEmpty || !self.route(of: number).tags.isDisjoint(with: interceptor.tags)
                guard !reach.meetsRoute || hasTag else { return true }
                let meets = try self.meets(own, number, &work)
                reach.meetsRoute = reach.meetsRoute || meets
                reach.meetsTag = reach.meetsTag || (meets && hasTag)
                return !(reach.meetsRoute && (reach.meetsTag || !isTagged))
            }
        }
        return reach
    }

    private func meets(
        _ own: RequestSet, _ number: PatternIndex.Number, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> Bool {
        try !own.intersection(table.requests(at: places[Int(number)], &work), &work).isEmpty
    }
}

extension RoutingTable {
    /// Of interceptors that do the same, those that run for a request for which one before them in their list runs: each
    /// with the first such one.
    ///
    /// - Parameter alike: Indices into ``interceptors``, in lists of those that do the same.
    /// - Returns: The meetings, and whether the limits let all be found.
    public func meetings(
        among alike: [[Int]], within limits: ProofLimits = .standard
    ) -> (found: [InterceptorMeeting], isComplete: Bool) {
        var search = MeetingSearch(self, limits)
        var isComplete = true
        for list in alike where list.count > 1 {
            do throws(WorkBudget.Exhausted) {
                try search.run(list)
            } catch {
                isComplete = false
            }
        }
        return (search.found, isComplete)
    }
}

private struct MeetingSearch {
    private(set) var found: [InterceptorMeeting] = []
    private let table: RoutingTable
    private let limits: ProofLimits
    private var work: WorkBudget
    /// By interceptor.
    private var narrowings = NarrowingNumbers()

    init(_ table: RoutingTable, _ limits: ProofLimits) {
        self.table = table
        for interceptor in table.interceptors { narrowings.append(interceptor.narrowings) }
        self.limits = limits
        work = WorkBudget(stepsLeft: limits.relations)
    }

    mutating func run(_ alike: [Int]) throws(WorkBudget.Exhausted) {
        let places = alike.flatMap { number in
            table.interceptors[number].patterns.indices.map { RoutePlace(route: number, pattern: $0) }
        }
        var index = PatternIndex(table.settings, count: places.count, narrowings)
        for (number, place) in places.enumerated() {
            index.add(
                table.interceptors[place.route].patterns, at: place.pattern, of: place.route,
                as: PatternIndex.Number(number))
        }
        index.orderCrowds()
        var walk = limits.walkBudget(entries: places.count)
        var met: Set<Int> = []
        for later in places.indices where !met.contains(places[later].route) {
            guard let meeting = try meeting(of: later, places, index, &walk) else { continue }
            found.append(meeting)
            met.insert(places[later].route)
        }
    }

    private mutating func meeting(
        of later: Int, _ places: [RoutePlace], _ index: PatternIndex, _ walk: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> InterceptorMeeting? {
        let place = places[later]
        var meeting: InterceptorMeeting?
        try index.overlaps(with: pattern(of: place), &walk) { number throws(WorkBudget.Exhausted) in
            let other = places[Int(number)]
            guard number < later, other.route != place.route else { return true }
            meeting = try shared(other, place).map {
                InterceptorMeeting(first: other.route, second: place.route, witness: $0.witness)
            }
            return meeting == nil
        }
        return meeting
    }

    private func pattern(of place: RoutePlace) -> Pattern {
        table.interceptors[place.route].patterns[place.pattern]
    }

    private mutating func shared(
        _ first: RoutePlace, _ second: RoutePlace
    ) throws(WorkBudget.Exhausted) -> SampleRequest? {
        try requests(of: first).intersection(requests(of: second), &work).sample(.readable(pattern(of: second)))
    }

    private mutating func requests(of place: RoutePlace) throws(WorkBudget.Exhausted) -> RequestSet {
        let interceptor = table.interceptors[place.route]
        return try RequestSet(
            of: pattern(of: place), interceptor.narrowings, methods: NameSet(answeredBy: interceptor.methods),
            table.settings, &work)
    }
}
