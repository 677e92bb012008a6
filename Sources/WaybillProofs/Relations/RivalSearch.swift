package import WaybillTable

/// Finds the patterns that may share URLs with a pattern.
package struct NeighborSearch: Sendable {
    private let table: RoutingTable
    let ranks: [RoutePlace: Int]
    private let patterns: PatternMap<RoutePlace>
    /// The budget of one search.
    let walk: WorkBudget

    package init(_ table: RoutingTable, within limits: ProofLimits = .standard) {
        self.table = table
        walk = limits.walkBudget(entries: table.routeEntries.count)
        ranks = table.ranks
        patterns = PatternMap(table, of: table.routes.indices)
    }

    /// Returns the patterns that may share a URL with a pattern, itself included, in the order of precedence. All others do
    /// not.
    package func neighbors(of place: RoutePlace) -> [RoutePlace] {
        var walk = walk
        return neighbors(of: place, &walk)
    }

    func neighbors(of place: RoutePlace, _ walk: inout WorkBudget) -> [RoutePlace] {
        let near = (try? patterns.values(near: table.pattern(at: place), &walk)) ?? table.routeEntries
        return near.sorted { ranks[$0] ?? 0 < ranks[$1] ?? 0 }
    }
}

/// Finds the patterns that take precedence for URLs of a route's first pattern, as URL builders make them: without a
/// port if the pattern has none, and as a path alone if it has no scheme and no host.
package struct RivalSearch {
    private let table: RoutingTable
    private let search: NeighborSearch
    /// All searches share one budget.
    private var walk: WorkBudget
    private var questions: QuestionBudget

    package init(_ table: RoutingTable, within limits: ProofLimits = .standard) {
        self.table = table
        search = NeighborSearch(table, within: limits)
        walk = search.walk
        questions = QuestionBudget(limits)
    }

    /// Returns the patterns, possibly of the same route, that take precedence for a built URL, in requests of a method,
    /// in the order of precedence. Undecided patterns are included.
    package mutating func rivals(of route: Int, method: String?) -> [RoutePlace] {
        let place = RoutePlace(route: route, pattern: 0)
        guard search.ranks[place] != nil else { return [] }
        return search.neighbors(of: place, &walk).prefix { $0 != place }.filter { mayTake($0, from: place, method) }
    }

    private mutating func mayTake(_ rival: RoutePlace, from place: RoutePlace, _ method: String?) -> Bool {
        let table = table
        return questions.answer { work throws(WorkBudget.Exhausted) in
            let route = table.routes[place.route]
            let own = try RequestSet(
                of: table.pattern(at: place), route.constraints, methods: [method], table.settings, &work)
            let shared = try own.built.intersection(table.requests(at: rival, &work), &work)
            return !shared.isEmpty
        } ?? true
    }
}

extension RequestSet {
    /// The URLs that builders make.
    fileprivate var built: RequestSet {
        // A pattern for every scheme and host has at least three boxes.
        let hasHead = !boxes.contains { $0.head.isAlone }
        return RequestSet(
            boxes: boxes.compactMap { box in
                var box = box
                switch box.head {
                case .alone: return box
                case .scheme: return hasHead ? box : nil
                case .network(let schemes, let host, let port):
                    if !hasHead { return nil }
                    guard port == .everything else { return box }
                    let ports = NameSet(Set(schemes.compactMap(RouteURL.defaultPort)))
                    box.head = .network(schemes: schemes, host: host, port: ports)
                    return box
                }
            })
    }
}
