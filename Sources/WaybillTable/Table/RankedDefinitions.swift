/// Definitions with the order of their patterns: what a table is built from, and all that proofs read. The two can be made
/// at the same time.
package struct RankedDefinitions: Sendable {
    package let settings: MatchSettings
    package let routes: ChunkedArray<RouteDefinition>
    package let interceptors: [InterceptorDefinition]
    /// One for each pattern of each route, in precedence order.
    package let routeEntries: [RoutePlace]
    /// By route: the place of its first pattern's number among ``entryNumbers``.
    private let firstEntries: [UInt32]
    /// The numbers of the entries in the order of routes and of their patterns, which is that of the memory that they
    /// were made in: who visits all patterns does so in this order.
    private let entryNumbers: [UInt32]
    /// By route.
    let narrowings: NarrowingNumbers

    package init(
        settings: MatchSettings, routes: ChunkedArray<RouteDefinition>, interceptors: [InterceptorDefinition]
    ) {
        self.init(settings: settings, routes: routes, interceptors: interceptors, order: Self.ranked(routes))
    }

    private init(
        settings: MatchSettings, routes: ChunkedArray<RouteDefinition>, interceptors: [InterceptorDefinition],
        order: [RoutePlace]
    ) {
        self.settings = settings
        self.routes = routes
        self.interceptors = interceptors
        var narrowings = NarrowingNumbers()
        narrowings.reserve(owners: routes.count)
        for route in routes.indices { narrowings.append(routes[route].narrowings) }
        self.narrowings = narrowings
        routeEntries = order
        var (firsts, count) = ([UInt32](), UInt32(0))
        firsts.reserveCapacity(routes.count)
        for route in routes.indices {
            firsts.append(count)
            count += UInt32(routes[route].patternCount)
        }
        var numbers = [UInt32](repeating: 0, count: order.count)
        for (number, place) in order.enumerated() {
            numbers[Int(firsts[place.route]) + place.pattern] = UInt32(number)
        }
        (firstEntries, entryNumbers) = (firsts, numbers)
    }

    /// What a table was built from.
    package init(_ table: RoutingTable) {
        self.init(
            settings: table.settings, routes: table.routes, interceptors: table.interceptors, order: table.routeEntries)
    }

    /// The number of a pattern's entry.
    package func number(of route: Int, _ pattern: Int) -> UInt32 { entryNumbers[Int(firstEntries[route]) + pattern] }

    private static func ranked(_ routes: ChunkedArray<RouteDefinition>) -> [RoutePlace] {
        var classes = PrecedenceClasses()
        var ranks: [Rank] = []
        ranks.reserveCapacity(routes.count)
        for route in routes.indices {
            for pattern in 0..<routes[route].patternCount {
                let rank = routes[route].rank(of: pattern)
                ranks.append(
                    Rank(
                        place: classes.number(of: rank.precedence), tie: rank.tie,
                        entry: RoutePlace(route: route, pattern: pattern)))
            }
        }
        let places = classes.places
        for index in ranks.indices { ranks[index].place = places[ranks[index].place] }
        ranks.sort { left, right in
            if left.place != right.place { return left.place < right.place }
            if left.tie != right.tie { return left.tie < right.tie }
            // The texts, where even the numbers made of them are equal: nothing depends on the order of files.
            return routes.texts(of: left.entry) < routes.texts(of: right.entry)
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

extension ChunkedArray<RouteDefinition> {
    /// What breaks the last ties.
    func texts(of place: RoutePlace) -> (id: String, pattern: String) {
        (self[place.route].id, self[place.route].patterns[place.pattern].text)
    }
}

/// The precedences that occur: few, however many routes there are.
private struct PrecedenceClasses {
    private var numbers: [Precedence: Int] = [:]
    /// The one that was asked for last: neighbours mostly have the same.
    private var last: (precedence: Precedence, number: Int)?

    mutating func number(of precedence: Precedence) -> Int {
        if let last, last.precedence == precedence { return last.number }
        let number = numbers[precedence, default: numbers.count]
        numbers[precedence] = number
        last = (precedence, number)
        return number
    }

    /// By number: the place in their order.
    var places: [Int] {
        var places = [Int](repeating: 0, count: numbers.count)
        for (place, entry) in numbers.sorted(by: { $0.key < $1.key }).enumerated() { places[entry.value] = place }
        return places
    }
}
