/// Routes and interceptors, compiled: immutable, shared freely between tasks, read without a lock.
///
/// The order in which definitions are given never matters: entries are numbered by the routing law's precedence, and a
/// lookup finds the smallest number that matches.
public struct RoutingTable: Sendable {
    public let settings: MatchSettings
    /// As given; ``RouteMatch/route`` is an index into it.
    public let routes: ChunkedArray<RouteDefinition>
    /// As given; ``InterceptorMatch/interceptor`` is an index into it.
    public let interceptors: [InterceptorDefinition]

    /// One for each pattern of each route, in precedence order.
    package let routeEntries: [RoutePlace]
    /// One for each pattern of each interceptor, in running order.
    let interceptorEntries: [InterceptorEntry]
    /// The interceptors of these alone.
    let interceptorNumbers: FrozenArray<UInt32>
    /// Of the patterns of routes, and of those of interceptors.
    let routeTree: PatternTree
    let interceptorTree: PatternTree
    let interceptorPlans: InterceptorPlans
    let audiences: Audiences
    /// By entry of a route.
    let targets: FrozenArray<Target>
    let captureSites: FrozenArray<CaptureSite>

    typealias RouteEntry = RoutePlace

    struct InterceptorEntry: Sendable {
        var interceptor: Int
        var pattern: Int
    }

    /// Compiles definitions.
    ///
    /// Definitions that conflict (`WaybillProofs` finds them) compile too; which of them serves a shared request is then
    /// unspecified, but always the same.
    ///
    /// - Complexity: Linear in the patterns' segments, but for sorting.
    public init(
        settings: MatchSettings = MatchSettings(), routes: [RouteDefinition], interceptors: [InterceptorDefinition] = []
    ) {
        self.init(RankedDefinitions(settings: settings, routes: ChunkedArray(routes), interceptors: interceptors))
    }

    /// Compiles definitions whose order is known.
    package init(_ ranked: RankedDefinitions) {
        settings = ranked.settings
        routes = ranked.routes
        interceptors = ranked.interceptors
        routeEntries = ranked.routeEntries
        interceptorEntries = Self.ordered(interceptors)
        interceptorNumbers = FrozenArray(interceptorEntries.map { UInt32($0.interceptor) })
        var audiences = Audiences()
        let isStrict = settings.trailingSlash == .strict
        var narrowings = NarrowingNumbers()
        for interceptor in interceptors { narrowings.append(interceptor.narrowings) }
        var interceptorBuilder = PatternTreeBuilder(isFolding: !settings.isCaseSensitive, narrowings)
        for (number, entry) in interceptorEntries.enumerated() {
            let interceptor = interceptors[entry.interceptor]
            let pattern = interceptor.patterns[entry.pattern]
            let audience = audiences.number(
                methods: interceptor.methods, tags: interceptor.tags,
                hasTrailingSlash: isStrict ? pattern.hasTrailingSlash : nil,
                isEverywhere: interceptor.appliesEverywhere)
            interceptorBuilder.add(pattern, of: entry.interceptor, entry: UInt32(number), audience: audience)
        }
        interceptorTree = (consume interceptorBuilder).build()
        var plans = InterceptorPlanBuilder(
            interceptorTree, interceptors: interceptorEntries.map { UInt32($0.interceptor) })
        var targets = [Target](repeating: Target(), count: routeEntries.count)
        var sites: [CaptureSite] = []
        var routeBuilder = PatternTreeBuilder(isFolding: !settings.isCaseSensitive, ranked.narrowings)
        routeBuilder.reserve(patterns: routeEntries.count)
        for route in routes.indices {
            let patterns = routes[route].patterns
            for pattern in patterns.indices {
                let (number, firstSite) = (ranked.number(of: route, pattern), sites.count)
                let audience = audiences.number(
                    methods: routes[route].methods, tags: routes[route].tags,
                    hasTrailingSlash: isStrict ? patterns[pattern].hasTrailingSlash : nil)
                routeBuilder.add(patterns[pattern], of: route, entry: number, audience: audience)
                patterns[pattern].appendCaptureSites(to: &sites)
                targets[Int(number)] = Target(
                    route: UInt32(route), pattern: UInt32(pattern), captureCount: UInt32(sites.count - firstSite),
                    firstSite: UInt32(firstSite), plan: plans.plan(for: patterns[pattern]))
            }
        }
        routeTree = (consume routeBuilder).build()
        interceptorPlans = plans.build()
        self.audiences = audiences
        self.targets = FrozenArray(targets)
        captureSites = FrozenArray(sites)
    }

    /// The table with other routes than another one, and what comes of that.
    init(
        _ other: RoutingTable, routes: ChunkedArray<RouteDefinition>, entries: [RouteEntry], tree: PatternTree,
        plans: InterceptorPlans, audiences: Audiences, targets: [Target], captureSites: [CaptureSite]
    ) {
        settings = other.settings
        self.routes = routes
        interceptors = other.interceptors
        routeEntries = entries
        interceptorEntries = other.interceptorEntries
        interceptorNumbers = other.interceptorNumbers
        routeTree = tree
        interceptorTree = other.interceptorTree
        interceptorPlans = plans
        self.audiences = audiences
        self.targets = FrozenArray(targets)
        self.captureSites = FrozenArray(captureSites)
    }

    /// The indices of ``routes`` with those of their patterns, in precedence order; of the same precedence those come
    /// first that name `HEAD` (law 4), and ids and patterns order the rest.
    ///
    /// - Complexity: O(*n* log *n*), for the texts are compared.
    public var routesByPrecedence: [(route: Int, pattern: Int)] {
        let ranked = routeEntries.map { ($0, precedence(of: $0)) }
        return ranked.sorted { lhs, rhs in
            if lhs.1 != rhs.1 { return lhs.1 < rhs.1 }
            let (left, right) = (routes[lhs.0.route], routes[rhs.0.route])
            let namesHEAD = (left.methods.contains("HEAD"), right.methods.contains("HEAD"))
            if namesHEAD.0 != namesHEAD.1 { return namesHEAD.0 }
            return (left.id, left.patterns[lhs.0.pattern].text) < (right.id, right.patterns[rhs.0.pattern].text)
        }.map { ($0.0.route, $0.0.pattern) }
    }

    func precedence(of entry: RouteEntry) -> Precedence {
        routes[entry.route].rank(of: entry.pattern).precedence
    }

    private static func ordered(_ interceptors: [InterceptorDefinition]) -> [InterceptorEntry] {
        let order = interceptors.indices.sorted {
            (interceptors[$0].order, interceptors[$0].id) < (interceptors[$1].order, interceptors[$1].id)
        }
        return order.flatMap { index in
            interceptors[index].patterns.indices.map { InterceptorEntry(interceptor: index, pattern: $0) }
        }
    }
}
