import WaybillTable

/// Values by patterns, found by another pattern that may share URLs with theirs.
struct PatternMap<Value: Sendable>: Sendable {
    struct Entry: Sendable {
        var pattern: Pattern
        /// By the name of a capture.
        var constraints: [String: Automaton]
        var value: Value
    }

    private let index: PatternIndex
    /// By number in the index.
    private let values: [Value]

    init(_ settings: MatchSettings, _ entries: [Entry]) {
        var index = PatternIndex(settings)
        for (number, entry) in entries.enumerated() {
            index.add(entry.pattern, entry.constraints, as: PatternIndex.Number(number))
        }
        index.orderAffixes()
        self.index = index
        values = entries.map(\.value)
    }

    /// Visits the values whose patterns may share a URL with a pattern. All others do not.
    ///
    /// - Parameter visit: Returns whether to go on.
    func visit(
        near pattern: Pattern, _ walk: inout WorkBudget, _ visit: (Value) throws(WorkBudget.Exhausted) -> Bool
    ) throws(WorkBudget.Exhausted) {
        try index.overlaps(with: pattern, &walk) { number throws(WorkBudget.Exhausted) in
            try visit(values[Int(number)])
        }
    }

    /// Returns all of these values, in the order of the entries.
    func values(near pattern: Pattern, _ walk: inout WorkBudget) throws(WorkBudget.Exhausted) -> [Value] {
        try index.overlaps(with: pattern, &walk).map { values[Int($0)] }
    }
}

extension PatternMap {
    /// The patterns of some owners.
    private init(
        _ settings: MatchSettings, _ all: [some PatternOwner], of numbers: some Sequence<Int>,
        value: (_ number: Int, _ pattern: Int) -> Value
    ) {
        let entries = numbers.flatMap { number in
            let owner = all[number]
            return owner.patterns.indices.map { index in
                Entry(pattern: owner.patterns[index], constraints: owner.constraints, value: value(number, index))
            }
        }
        self.init(settings, entries)
    }
}

extension PatternMap<InterceptorPlace> {
    /// The patterns of some interceptors.
    init(_ table: RoutingTable, of interceptors: some Sequence<Int>) {
        self.init(table.settings, table.interceptors, of: interceptors)
    }

    init(_ settings: MatchSettings, _ all: [InterceptorDefinition], of interceptors: some Sequence<Int>) {
        self.init(settings, all, of: interceptors) { InterceptorPlace(interceptor: $0, pattern: $1) }
    }
}

extension PatternMap<RoutePlace> {
    /// The patterns of some routes.
    init(_ table: RoutingTable, of routes: some Sequence<Int>) {
        self.init(table.settings, table.routes, of: routes) { RoutePlace(route: $0, pattern: $1) }
    }
}
