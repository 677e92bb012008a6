package import WaybillTable

/// Searches for interceptors that may match the requests of an entry point.
package struct EntrySearch {
    private let table: RoutingTable
    private let interceptors: PatternMap<InterceptorPlace>
    private var walk: WorkBudget
    private var work: ProofWork
    /// Whether all questions so far were answered within the limits.
    package private(set) var isComplete = true

    /// - Parameter interceptors: The interceptors to search for.
    package init(_ table: RoutingTable, of interceptors: [Int], within limits: ProofLimits = .standard) {
        self.table = table
        self.interceptors = PatternMap(table, of: interceptors)
        walk = limits.walkBudget(entries: interceptors.count)
        work = ProofWork(stepsLeft: limits.relations, limits)
    }

    /// Whether one of them matches a request at an entry point. True if the limits end the search.
    ///
    /// - Parameters:
    ///   - methods: The methods of the requests, as routes list them.
    ///   - isAsked: Whether one of them runs there at all.
    package mutating func findsSome(
        at entry: EntryPoint, answering methods: [String], where isAsked: (Int) -> Bool
    ) -> Bool {
        let methods = NameSet(answeredBy: methods)
        do throws(WorkBudget.Exhausted) {
            guard let pattern = entry.pattern else { return true }
            for place in try interceptors.values(near: pattern, &walk) where isAsked(place.interceptor) {
                let interceptor = table.interceptors[place.interceptor]
                guard !methods.intersection(NameSet(answeredBy: interceptor.methods)).isEmpty else { continue }
                try work.spend(Self.stepsOfQuestion)
                let matched = try RequestSet(
                    of: table.pattern(at: place), interceptor.constraints, table.settings, &work)
                if try entry.admits(matched, table.settings, &work) { return true }
            }
            return false
        } catch {
            isComplete = false
            return true
        }
    }

    /// The minimum cost of a question.
    private static let stepsOfQuestion = 20
}
