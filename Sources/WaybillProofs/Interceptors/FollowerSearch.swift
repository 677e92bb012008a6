package import WaybillTable

/// Decides whether an interceptor runs before one of some others for the same request.
package struct FollowerSearch {
    private let table: RoutingTable
    private let followers: PatternMap<InterceptorPlace>
    private var walk: WorkBudget
    private var work: ProofWork

    /// - Parameter followers: Indices into ``RoutingTable/interceptors``.
    package init(_ table: RoutingTable, for followers: [Int], within limits: ProofLimits = .standard) {
        self.table = table
        self.followers = PatternMap(table, of: followers)
        let patterns = followers.map { table.interceptors[$0].patterns.count }.reduce(0, +)
        walk = limits.walkBudget(entries: patterns + table.interceptors.count)
        work = ProofWork(stepsLeft: limits.relations, limits)
    }

    /// Whether one of the others follows the interceptor for a request that both match, in a plain open or in a view of
    /// one of its tags. If the limits end the search, it returns true, so that no interceptor is reported wrongly.
    package mutating func isFollowed(_ number: Int, inViews: Bool) -> Bool {
        do throws(WorkBudget.Exhausted) {
            let interceptor = table.interceptors[number]
            for place in interceptor.patterns.indices {
                let own = try interceptor.requests(at: place, table.settings, &work)
                for other in try followers.values(near: interceptor.patterns[place], &walk)
                where interceptor.runs(before: table.interceptors[other.interceptor])
                    && (!inViews || isSeen(other.interceptor, inViewsOf: interceptor))
                {
                    if try !own.intersection(table.requests(at: other, &work), &work).isEmpty { return true }
                }
            }
            return false
        } catch {
            return true
        }
    }

    private func isSeen(_ follower: Int, inViewsOf interceptor: InterceptorDefinition) -> Bool {
        let follower = table.interceptors[follower]
        return follower.appliesEverywhere || !follower.tags.isDisjoint(with: interceptor.tags)
    }
}
