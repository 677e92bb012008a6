extension RoutingTable {
    /// The table as it is compiled from other routes, made from this one: what has not changed is neither ranked, nor read,
    /// nor hashed again.
    ///
    /// - Returns: A table that answers as one that is compiled from the start; `nil` where so much of this one would be left
    ///   over without use that this is what should be done.
    /// - Complexity: Passes over flat arrays, and for each route that is added what compiling it costs.
    package func amended(by change: ListChange<RouteDefinition>) -> RoutingTable? {
        let routes = self.routes.replacing(change.removed, with: change.added)
        let order = EntryOrder(self, change, routes)
        var narrowings = NarrowingNumbers(routeTree.automata)
        for added in change.added { narrowings.append(added.element.narrowings) }
        var builder = PatternTreeBuilder(routeTree, narrowings) { order.numbers[Int($0)] }
        var (audiences, plans) = (
            audiences, InterceptorPlanBuilder(interceptorPlans, interceptorTree, interceptors: interceptorOwners)
        )
        var drafts = TargetDrafts(self, order)
        let isStrict = settings.trailingSlash == .strict
        for (owner, added) in change.added.enumerated() {
            let definition = added.element
            for (place, pattern) in definition.patterns.enumerated() {
                let number = order.number(of: added.place, place)
                let audience = audiences.number(
                    methods: definition.methods, tags: definition.tags,
                    hasTrailingSlash: isStrict ? pattern.hasTrailingSlash : nil)
                builder.add(pattern, of: owner, entry: number, audience: audience)
                drafts.add(pattern, number, RoutePlace(route: added.place, pattern: place), plans.plan(for: pattern))
            }
        }
        if builder.isWorn { return nil }
        let table = RoutingTable(
            self, routes: routes, entries: order.entries, tree: (consume builder).build(), plans: plans.build(),
            audiences: audiences, targets: drafts.targets, captureSites: drafts.sites)
        return table.isWorn ? nil : table
    }

    /// By entry of an interceptor's pattern.
    private var interceptorOwners: [UInt32] { interceptorEntries.map { UInt32($0.interceptor) } }

    /// Whether less than half of its audiences, plans or automata are still of use.
    private var isWorn: Bool {
        var isUsed = [Bool](repeating: false, count: audiences.all.count)
        for terminals in [routeTree.terminals, interceptorTree.terminals] {
            for index in terminals.indices.dropFirst() { isUsed[Int(terminals[index].audience)] = true }
        }
        var (plans, automata) = (
            [Bool](repeating: false, count: interceptorPlans.plans.count),
            [Bool](repeating: false, count: routeTree.automata.count)
        )
        for index in targets.indices where targets[index].plan < InterceptorPlans.nothing {
            plans[Int(targets[index].plan)] = true
        }
        for index in routeTree.edges.indices where routeTree.edges[index].automaton != PatternTree.Edge.none {
            automata[Int(routeTree.edges[index].automaton)] = true
        }
        return [isUsed, plans, automata].contains { marks in marks.count > 2 * marks.count { $0 } + 64 }
    }
}

/// The entries of a table whose routes become others.
private struct EntryOrder {
    /// In precedence order.
    private(set) var entries: [RoutePlace] = []
    /// By old number: the new one.
    private(set) var numbers: [UInt32?]
    private var added: [(rank: RouteDefinition.Rank, place: RoutePlace)] = []
    private var numbersOfAdded: [RoutePlace: UInt32] = [:]

    init(_ table: RoutingTable, _ change: ListChange<RouteDefinition>, _ routes: ChunkedArray<RouteDefinition>) {
        for (place, definition) in change.added {
            for pattern in 0..<definition.patternCount {
                added.append((definition.rank(of: pattern), RoutePlace(route: place, pattern: pattern)))
            }
        }
        added.sort {
            Self.precedes($0, $1) {
                routes.texts(of: $0)
            } _: {
                routes.texts(of: $0)
            }
        }
        let old = table.routeEntries
        // Each stands before the first old one that it precedes.
        let starts = added.map { added in
            old.indices.partitioningIndex { index in
                let place = old[index]
                let own = (rank: table.routes[place.route].rank(of: place.pattern), place: place)
                return Self.precedes(added, own) {
                    routes.texts(of: $0)
                } _: {
                    table.routes.texts(of: $0)
                }
            }
        }
        numbers = []
        numbers.reserveCapacity(old.count)
        entries.reserveCapacity(old.count + added.count)
        let places = change.places(of: table.routes.count)
        var next = 0
        for index in 0...old.count {
            while next < added.count, starts[next] == index {
                numbersOfAdded[added[next].place] = UInt32(entries.count)
                entries.append(added[next].place)
                next += 1
            }
            guard index < old.count else { break }
            let place = places[old[index].route]
            numbers.append(place == nil ? nil : UInt32(entries.count))
            if let place { entries.append(RoutePlace(route: place, pattern: old[index].pattern)) }
        }
    }

    /// That of a pattern of a route that is added.
    func number(of route: Int, _ pattern: Int) -> UInt32 {
        numbersOfAdded[RoutePlace(route: route, pattern: pattern)] ?? 0
    }

    private typealias Texts = (RoutePlace) -> (id: String, pattern: String)

    private static func precedes(
        _ left: (rank: RouteDefinition.Rank, place: RoutePlace),
        _ right: (rank: RouteDefinition.Rank, place: RoutePlace), _ texts: Texts, _ otherTexts: Texts
    ) -> Bool {
        if left.rank.precedence != right.rank.precedence { return left.rank.precedence < right.rank.precedence }
        if left.rank.tie != right.rank.tie { return left.rank.tie < right.rank.tie }
        return texts(left.place) < otherTexts(right.place)
    }
}

/// The targets of a table whose entries become others, and their capture sites.
private struct TargetDrafts {
    private(set) var targets: [Target]
    private(set) var sites: [CaptureSite] = []

    /// With what stays.
    init(_ table: RoutingTable, _ order: EntryOrder) {
        targets = Array(repeating: Target(), count: order.entries.count)
        sites.reserveCapacity(table.captureSites.count)
        for (old, number) in order.numbers.enumerated() {
            guard let number else { continue }
            var target = table.targets[old]
            let first = Int(target.firstSite)
            target.firstSite = UInt32(sites.count)
            target.route = UInt32(order.entries[Int(number)].route)
            for site in first..<first + Int(target.captureCount) { sites.append(table.captureSites[site]) }
            targets[Int(number)] = target
        }
    }

    mutating func add(_ pattern: Pattern, _ number: UInt32, _ place: RoutePlace, _ plan: UInt32) {
        let first = sites.count
        pattern.appendCaptureSites(to: &sites)
        targets[Int(number)] = Target(
            route: UInt32(place.route), pattern: UInt32(place.pattern), captureCount: UInt32(sites.count - first),
            firstSite: UInt32(first), plan: plan)
    }
}
