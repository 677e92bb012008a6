/// Definitions with the order of their patterns: what a table is built from, and all that proofs read. The two can be made
/// at the same time.
package struct RankedDefinitions: Sendable {
    package let settings: MatchSettings
    package let routes: [RouteDefinition]
    package let interceptors: [InterceptorDefinition]
    /// One for each pattern of each route, in precedence order.
    let routeEntries: [RoutePlace]
    /// The numbers of the entries in the order of routes and of their patterns, which is that of the memory that they
    /// were made in: who visits all patterns does so in this order.
    let entryNumbers: [UInt32]
    /// By route.
    let narrowings: NarrowingNumbers

    package init(settings: MatchSettings, routes: [RouteDefinition], interceptors: [InterceptorDefinition]) {
        self.init(settings: settings, routes: routes, interceptors: interceptors, routeEntries: Self.ranked(routes))
    }

    private init(
        settings: MatchSettings, routes: [RouteDefinition], interceptors: [InterceptorDefinition],
        routeEntries: [RoutePlace]
    ) {
        self.settings = settings
        self.routes = routes
        self.interceptors = interceptors
        self.routeEntries = routeEntries
        entryNumbers = Self.numbers(of: routeEntries, routes)
        var narrowings = NarrowingNumbers()
        for index in routes.indices { narrowings.append(routes[index].narrowings) }
        self.narrowings = narrowings
    }

    /// What a table was built from.
    init(_ table: RoutingTable) {
        self.init(
            settings: table.settings, routes: table.routes, interceptors: table.interceptors,
            routeEntries: table.routeEntries)
    }

    private static func numbers(of entries: [RoutePlace], _ routes: [RouteDefinition]) -> [UInt32] {
        var firsts: [Int] = []
        firsts.reserveCapacity(routes.count)
        var count = 0
        for route in routes.indices {
            firsts.append(count)
            count += routes[route].patterns.count
        }
        var numbers = [UInt32](repeating: 0, count: count)
        for (number, place) in entries.enumerated() { numbers[firsts[place.route] + place.pattern] = UInt32(number) }
        return numbers
    }

    /// Of entries with the same precedence those that name `HEAD` come first (law 4). Numbers made of ids and patterns
    /// break what is left, and the texts where these are equal too, so that nothing depends on the order of files.
    private static func ranked(_ routes: [RouteDefinition]) -> [RoutePlace] {
        var classes = PrecedenceClasses()
        var ranks: [Rank] = []
        ranks.reserveCapacity(routes.count)
        for route in routes.indices {
            let patterns = routes[route].patterns
            let headBit: UInt64 = routes[route].methods.contains("HEAD") ? 0 : 1 << 63
            for pattern in patterns.indices {
                let precedence = Precedence(
                    of: patterns[pattern], narrowings: routes[route].narrowings, priority: routes[route].priority,
                    hasMethods: !routes[route].methods.isEmpty)
                var hash = TextHash()
                hash.combine(routes[route].id)
                hash.combine(patterns[pattern].text)
                ranks.append(
                    Rank(
                        place: classes.number(of: precedence), tie: hash.low >> 1 | headBit,
                        entry: RoutePlace(route: route, pattern: pattern)))
            }
        }
        let places = classes.places
        for index in ranks.indices { ranks[index].place = places[ranks[index].place] }
        ranks.sort { left, right in
            if left.place != right.place { return left.place < right.place }
            if left.tie != right.tie { return left.tie < right.tie }
            let (one, other) = (routes[left.entry.route], routes[right.entry.route])
            return (one.id, one.patterns[left.entry.pattern].text)
                < (other.id, other.patterns[right.entry.pattern].text)
        }
        return ranks.map(\.entry)
    }

    private struct Rank {
        /// The number of the entry's precedence; once all are known, its place among them.
        var place: Int
        var tie: UInt64
        var entry: RoutePlace
    }
}

/// The precedences that occur: few, however many routes there are.
private struct PrecedenceClasses {
    private var numbers: [Precedence: Int] = [:]

    mutating func number(of precedence: Precedence) -> Int {
        if let known = numbers[precedence] { return known }
        numbers[precedence] = numbers.count
        return numbers.count - 1
    }

    /// By number: the place in their order.
    var places: [Int] {
        var places = [Int](repeating: 0, count: numbers.count)
        for (place, entry) in numbers.sorted(by: { $0.key < $1.key }).enumerated() { places[entry.value] = place }
        return places
    }
}
