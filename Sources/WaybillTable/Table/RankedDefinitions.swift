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
        self.init(settings: settings, routes: routes, interceptors: interceptors) { Self.ranked(routes, $0) }
    }

    private init(
        settings: MatchSettings, routes: [RouteDefinition], interceptors: [InterceptorDefinition],
        rank: (NarrowingNumbers) -> [RoutePlace]
    ) {
        self.settings = settings
        self.routes = routes
        self.interceptors = interceptors
        var narrowings = NarrowingNumbers()
        for index in routes.indices { narrowings.append(routes[index].narrowings) }
        self.narrowings = narrowings
        routeEntries = rank(narrowings)
        entryNumbers = Self.numbers(of: routeEntries, routes)
    }

    /// What a table was built from.
    init(_ table: RoutingTable) {
        self.init(settings: table.settings, routes: table.routes, interceptors: table.interceptors) { _ in
            table.routeEntries
        }
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
    private static func ranked(_ routes: [RouteDefinition], _ narrowings: NarrowingNumbers) -> [RoutePlace] {
        var classes = PrecedenceClasses()
        var words: [UInt64] = []
        var ranks: [Rank] = []
        ranks.reserveCapacity(routes.count)
        for route in routes.indices {
            let patterns = routes[route].patterns
            let headBit: UInt64 = routes[route].methods.contains("HEAD") ? 0 : 1 << 63
            for pattern in patterns.indices {
                words.removeAll(keepingCapacity: true)
                Precedence.append(
                    patterns[pattern], priority: routes[route].priority, hasMethods: !routes[route].methods.isEmpty,
                    to: &words
                ) { narrowings.number(of: $0, of: route) != nil }
                var hash = TextHash()
                hash.combine(routes[route].id)
                hash.combine(patterns[pattern].text)
                ranks.append(
                    Rank(
                        place: classes.number(of: words), tie: hash.low >> 1 | headBit,
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
    /// The one that was asked for last: neighbours mostly have the same.
    private var last: (words: [UInt64], number: Int) = ([], 0)

    mutating func number(of words: [UInt64]) -> Int {
        if words == last.words { return last.number }
        let number = number(of: Precedence(words: words))
        last = (words, number)
        return number
    }

    private mutating func number(of precedence: Precedence) -> Int {
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
