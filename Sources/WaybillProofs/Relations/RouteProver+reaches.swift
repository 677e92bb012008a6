import WaybillTable

/// Which routes an interceptor runs before.
public struct InterceptorReach: Sendable, Hashable {
    /// Whether it matches a request that some route answers.
    public var meetsRoute: Bool
    /// Whether such a route carries one of its tags. If it has no tags, the same as `meetsRoute`.
    public var meetsTag: Bool
    /// Whether the result is known. If the budget ends the search, both are true, so that no interceptor is reported
    /// wrongly.
    public var isDecided = true

    static let undecided = InterceptorReach(meetsRoute: true, meetsTag: true, isDecided: false)
}

extension RouteProver {
    mutating func reaches() -> [InterceptorReach] {
        guard !table.interceptors.isEmpty else { return [] }
        let carried = table.routes.reduce(into: Set<String>()) { $0.formUnion($1.tags) }
        var steps = walk
        defer { walk = steps }
        return table.interceptors.map { interceptor in
            let mask = methodNames.mask(of: interceptor.methods)
            return answer { prover, work throws(WorkBudget.Exhausted) in
                try steps.spend()
                return try prover.reach(of: interceptor, mask, carried, &steps, &work)
            } ?? .undecided
        }
    }

    private func reach(
        of interceptor: InterceptorDefinition, _ mask: MethodMask, _ carried: Set<String>, _ steps: inout WorkBudget,
        _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> InterceptorReach {
        let isTagged = !interceptor.tags.isDisjoint(with: carried)
        var reach = InterceptorReach(meetsRoute: false, meetsTag: false)
        for place in interceptor.patterns.indices {
            let own = try interceptor.requests(at: place, table.settings, &work)
            try index.overlaps(with: interceptor.patterns[place], &steps) { number throws(WorkBudget.Exhausted) in
                guard self.mask(of: number).intersects(mask) else { return true }
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
        _ own: RequestSet, _ number: PatternIndex.Number, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> Bool {
        try !own.intersection(table.requests(at: places[Int(number)], &work), &work).isEmpty
    }
}
