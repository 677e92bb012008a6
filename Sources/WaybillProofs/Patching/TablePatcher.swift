package import WaybillTable

/// Makes patches of a table.
package struct TablePatcher: Sendable {
    package let table: RoutingTable
    /// Of the patterns of routes, by entry.
    private let index: PatternIndex

    package init(_ table: RoutingTable) {
        self.table = table
        index = PatternIndex(ofRoutesIn: RankedDefinitions(table), table.settings)
    }

    /// A route becomes another one; without patterns it is as good as removed.
    ///
    /// - Complexity: That of its rivals.
    package func patch(route: Int, with definition: RouteDefinition) -> TablePatch {
        let others = routes(near: table.routes[route].patterns + definition.patterns).subtracting([route]).sorted()
        let owners = [route] + others
        let small = RoutingTable(
            settings: table.settings, routes: [definition] + others.map { table.routes[$0] })
        return TablePatch(.route(route), small, owners: owners)
    }

    package func patch(interceptor: Int, with definition: InterceptorDefinition) -> TablePatch {
        let small = RoutingTable(
            settings: table.settings, routes: [], interceptors: [definition, table.interceptors[interceptor]])
        return TablePatch(.interceptor(interceptor), small)
    }

    /// The routes that may share a URL with some of these patterns.
    package func routes(near patterns: [Pattern]) -> Set<Int> { Set(places(near: patterns).map(\.route)) }

    /// Theirs of their patterns that may, in precedence order.
    func places(near patterns: [Pattern]) -> [RoutePlace] {
        var numbers: Set<PatternIndex.Number> = []
        // Never more than the nodes of the index.
        var walk = WorkBudget.unlimited
        for pattern in patterns {
            try? index.overlaps(with: pattern, &walk) { number in
                numbers.insert(number)
                return true
            }
        }
        return numbers.sorted().map { table.routeEntries[Int($0)] }
    }
}
