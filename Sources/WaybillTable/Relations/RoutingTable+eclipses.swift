extension RoutingTable {
    /// The interceptors that never run: each with the first of some others that ends every chain that it would be part of.
    ///
    /// One is found where a single other one runs before it for all of its requests, and in all of its views.
    ///
    /// - Parameter enders: Indices into ``interceptors`` of those after which none runs.
    /// - Returns: Pairs in which `first` ends what `second` waits for, and whether the limits let all be found.
    package func eclipses(
        by enders: [Int], within limits: ProofLimits = .standard
    ) -> (found: [InterceptorMeeting], isComplete: Bool) {
        var search = EclipseSearch(self, enders, limits)
        guard !enders.isEmpty else { return ([], true) }
        do throws(WorkBudget.Exhausted) {
            for number in interceptors.indices { try search.look(at: number) }
            return (search.found, true)
        } catch {
            return (search.found, false)
        }
    }
}

private struct EclipseSearch {
    private(set) var found: [InterceptorMeeting] = []
    private let table: RoutingTable
    private let enders: InterceptorIndex
    private var walk: WorkBudget
    private var work: WorkBudget

    init(_ table: RoutingTable, _ enders: [Int], _ limits: ProofLimits) {
        self.table = table
        work = WorkBudget(stepsLeft: limits.relations)
        self.enders = InterceptorIndex(table, of: enders)
        let patterns = enders.map { table.interceptors[$0].patterns.count }.reduce(0, +)
        walk = limits.walkBudget(entries: patterns + table.interceptors.count)
    }

    mutating func look(at number: Int) throws(WorkBudget.Exhausted) {
        guard let pattern = table.interceptors[number].patterns.first else { return }
        let candidates = Set(try enders.places(near: pattern, &walk).map(\.route))
        let before = candidates.filter { $0 != number && isBefore($0, number) && isSeen($0, whereverSeen: number) }
        for ender in before.sorted(by: isBefore) where try takesAll(ender, of: number) {
            let own = try requests(of: number)
            guard let witness = own.first?.sample(.readable(pattern))?.witness else { return }
            return found.append(InterceptorMeeting(first: ender, second: number, witness: witness))
        }
    }

    private func isBefore(_ first: Int, _ second: Int) -> Bool {
        table.interceptors[first].comes(before: table.interceptors[second])
    }

    private func isSeen(_ ender: Int, whereverSeen number: Int) -> Bool {
        let (ender, interceptor) = (table.interceptors[ender], table.interceptors[number])
        return ender.appliesEverywhere || !interceptor.appliesEverywhere && interceptor.tags.isSubset(of: ender.tags)
    }

    private mutating func takesAll(_ ender: Int, of number: Int) throws(WorkBudget.Exhausted) -> Bool {
        let others = try requests(of: ender)
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
