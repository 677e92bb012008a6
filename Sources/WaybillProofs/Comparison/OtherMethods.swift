import WaybillTable

/// The URLs of routes with methods, as routes of their own for requests with other methods.
///
/// So a comparison needs no case for a wrong method: it is one more route that may serve a request. These routes are below
/// all others, and their order depends on nothing else in a table, so that both tables of a comparison order them alike.
struct OtherMethods {
    /// Several routes often have the same URLs.
    struct URLs: Hashable {
        var pattern: Pattern
        var constraints: [String: Automaton]
        var tags: Set<String>

        init(_ route: RouteDefinition, _ pattern: Pattern) {
            self.pattern = pattern
            constraints = route.constraints.filter { pattern.hasCapture(named: $0.key) }
            tags = route.tags
        }
    }

    /// Smaller for what takes precedence by its pattern, then for what was found first.
    private var ranks: [URLs: Int] = [:]

    /// - Parameter tables: All compared tables.
    init(of tables: [ComparedTable]) {
        var all: [(urls: URLs, precedence: Precedence)] = []
        for table in tables where table.otherMethods != nil {
            Self.forEach(in: table.table) { urls, _ in
                let precedence = Precedence(of: urls.pattern, constraints: urls.constraints)
                if ranks.updateValue(all.count, forKey: urls) == nil { all.append((urls, precedence)) }
            }
        }
        let order = all.indices.sorted { (all[$0].precedence, $0) < (all[$1].precedence, $1) }
        for (rank, index) in order.enumerated() { ranks[all[index].urls] = rank }
    }

    /// Returns the routes of a table, each with the first pattern that has its URLs.
    func routes(of table: ComparedTable) -> [(route: RouteDefinition, place: RoutePlace)] {
        guard table.otherMethods != nil else { return [] }
        var found: [(route: RouteDefinition, place: RoutePlace)] = []
        var known: Set<Int> = []
        Self.forEach(in: table.table) { urls, place in
            guard let rank = ranks[urls], known.insert(rank).inserted else { return }
            let route = RouteDefinition(
                id: "", patterns: [urls.pattern], constraints: urls.constraints,
                priority: Int.min + ranks.count - rank, tags: urls.tags)
            found.append((route, place))
        }
        return found
    }

    private static func forEach(in table: RoutingTable, _ body: (URLs, RoutePlace) -> Void) {
        for (index, route) in table.routes.enumerated() where !route.methods.isEmpty {
            for (number, pattern) in route.patterns.enumerated() {
                body(URLs(route, pattern), RoutePlace(route: index, pattern: number))
            }
        }
    }
}
