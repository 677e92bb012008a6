/// The patterns of a table's interceptors, found by the URLs that they may share with another one.
struct InterceptorIndex {
    private let index: PatternIndex
    /// By number in the index.
    private let places: [RoutePlace]

    /// - Parameter interceptors: Those whose patterns it holds.
    init(_ table: RoutingTable, of interceptors: some Sequence<Int>) {
        let places = interceptors.flatMap { number in
            table.interceptors[number].patterns.indices.map { RoutePlace(route: number, pattern: $0) }
        }
        var narrowings = NarrowingNumbers()
        for interceptor in table.interceptors { narrowings.append(interceptor.narrowings) }
        var index = PatternIndex(table.settings, count: places.count, narrowings)
        for (number, place) in places.enumerated() {
            let patterns = table.interceptors[place.route].patterns
            index.add(patterns, at: place.pattern, of: place.route, as: PatternIndex.Number(number))
        }
        index.orderCrowds()
        (self.index, self.places) = (index, places)
    }

    /// The places of the patterns that may share a URL with a pattern: no other one does. A place's `route` is the
    /// interceptor's number.
    func places(near pattern: Pattern, _ walk: inout WorkBudget) throws(WorkBudget.Exhausted) -> [RoutePlace] {
        var near: [RoutePlace] = []
        try index.overlaps(with: pattern, &walk) { number in
            near.append(places[Int(number)])
            return true
        }
        return near
    }
}
