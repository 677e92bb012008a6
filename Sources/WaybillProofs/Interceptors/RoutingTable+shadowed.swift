package import WaybillTable

extension RoutingTable {
    /// Returns the interceptors that never run, each with the first terminating one that ends all of its chains.
    ///
    /// An interceptor is found if a single other one runs before it for all of its requests, in all of its views.
    ///
    /// - Parameter terminating: Indices into ``/WaybillTable/RoutingTable/interceptors`` of the terminating
    ///   interceptors.
    /// - Returns: Pairs in which `first` ends the chains of `second`, and whether all were found within the limits.
    package func shadowedInterceptors(
        by terminating: [Int], within limits: ProofLimits = .standard
    ) -> (found: [InterceptorMeeting], isComplete: Bool) {
        guard !terminating.isEmpty else { return ([], true) }
        var search = ShadowSearch(self, terminating, limits)
        let isComplete = interceptors.indices.allSatisfy { (try? search.look(at: $0)) != nil }
        return (search.found, isComplete)
    }
}

private struct ShadowSearch {
    private(set) var found: [InterceptorMeeting] = []
    private let table: RoutingTable
    private let terminating: PatternMap<InterceptorPlace>
    private var walk: WorkBudget
    private var work: ProofWork

    init(_ table: RoutingTable, _ terminating: [Int], _ limits: ProofLimits) {
        self.table = table
        self.terminating = PatternMap(table, of: terminating)
        work = ProofWork(stepsLeft: limits.relations, limits)
        let patterns = terminating.map { table.interceptors[$0].patterns.count }.reduce(0, +)
        walk = limits.walkBudget(entries: patterns + table.interceptors.count)
    }

    mutating func look(at number: Int) throws(WorkBudget.Exhausted) {
        guard let pattern = table.interceptors[number].patterns.first else { return }
        let candidates = Set(try terminating.values(near: pattern, &walk).map(\.interceptor))
        let before = candidates.filter { $0 != number && runs($0, before: number) && isSeen($0, whereverSeen: number) }
        for other in before.sorted(by: runs) where try takesAll(other, of: number) {
            let own = try requests(of: number)
            guard let witness = own.first?.sample(.readable(pattern))?.witness else { return }
            return found.append(InterceptorMeeting(first: other, second: number, witness: witness))
        }
    }

    private func runs(_ first: Int, before second: Int) -> Bool {
        table.interceptors[first].runs(before: table.interceptors[second])
    }

    private func isSeen(_ other: Int, whereverSeen number: Int) -> Bool {
        let other = table.interceptors[other]
        let interceptor = table.interceptors[number]
        return other.appliesEverywhere || !interceptor.appliesEverywhere && interceptor.tags.isSubset(of: other.tags)
    }

    private mutating func takesAll(_ other: Int, of number: Int) throws(WorkBudget.Exhausted) -> Bool {
        let others = try requests(of: other)
        for own in try requests(of: number) {
            var rest = own
            for other in others { rest = try rest.subtracting(other, &work) }
            guard rest.isEmpty else { return false }
        }
        return true
    }

    private mutating func requests(of number: Int) throws(WorkBudget.Exhausted) -> [RequestSet] {
        try table.interceptors[number].requests(table.settings, &work)
    }
}
