/// Definitions with the order of their patterns: the input of a table and of proofs, which can be made at the same
/// time.
package struct RankedDefinitions: Sendable {
    package let settings: MatchSettings
    package let routes: [RouteDefinition]
    package let interceptors: [InterceptorDefinition]
    /// One for each pattern of each route, in the order of precedence.
    package let routeEntries: [RoutePlace]
    /// By route: the index of its first pattern in ``entryNumbers``.
    private let firstEntries: [UInt32]
    /// The numbers of the entries in the order of routes and their patterns. This is also the order in memory, so it is
    /// the fastest order to visit all patterns.
    private let entryNumbers: [UInt32]
    /// By route.
    let constraints: ConstraintNumbers

    package init(settings: MatchSettings, routes: [RouteDefinition], interceptors: [InterceptorDefinition]) {
        self.init(settings: settings, routes: routes, interceptors: interceptors, order: Self.ranked(routes, settings))
    }

    private init(
        settings: MatchSettings, routes: [RouteDefinition], interceptors: [InterceptorDefinition],
        order: [RoutePlace]
    ) {
        self.settings = settings
        self.routes = routes
        self.interceptors = interceptors
        routeEntries = order
        var constraints = ConstraintNumbers()
        constraints.reserve(owners: routes.count)
        var firsts: [UInt32] = []
        firsts.reserveCapacity(routes.count)
        var count: UInt32 = 0
        for route in routes.indices {
            constraints.append(routes[route].constraints)
            firsts.append(count)
            count += UInt32(routes[route].patterns.count)
        }
        var numbers = [UInt32](repeating: 0, count: order.count)
        for (number, place) in order.enumerated() {
            numbers[Int(firsts[place.route]) + place.pattern] = UInt32(number)
        }
        self.constraints = constraints
        firstEntries = firsts
        entryNumbers = numbers
    }

    /// Returns the definitions of a table.
    package init(_ table: RoutingTable) {
        self.init(
            settings: table.settings, routes: table.routes, interceptors: table.interceptors, order: table.routeEntries)
    }

    /// Returns the number of a pattern's entry.
    package func number(of route: Int, _ pattern: Int) -> UInt32 { entryNumbers[Int(firstEntries[route]) + pattern] }

    /// Returns all places in the order of precedence.
    ///
    /// - Complexity: O(*n* log *n*). There are few different precedences.
    private static func ranked(_ routes: [RouteDefinition], _ settings: MatchSettings) -> [RoutePlace] {
        var places: [Precedence: [RoutePlace]] = [:]
        for route in routes.indices {
            for pattern in routes[route].patterns.indices {
                places[routes[route].precedence(of: pattern), default: []]
                    .append(RoutePlace(route: route, pattern: pattern))
            }
        }
        var containment = Containment(routes, settings)
        return places.sorted { $0.key < $1.key }.flatMap { containment.ordered($0.value) }
    }
}
