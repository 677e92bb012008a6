/// Routes and interceptors, compiled: immutable, shared freely between tasks, read without a lock.
///
/// The order in which definitions are given never matters: entries are numbered by the routing law's precedence, and a
/// lookup finds the smallest number that matches.
public struct RoutingTable: Sendable {
    public let settings: MatchSettings
    /// As given; ``RouteMatch/route`` is an index into it.
    public let routes: [RouteDefinition]
    /// As given; ``InterceptorMatch/interceptor`` is an index into it.
    public let interceptors: [InterceptorDefinition]

    /// One for each pattern of each route, in precedence order.
    let routeEntries: [RouteEntry]
    /// One for each pattern of each interceptor, in running order.
    let interceptorEntries: [InterceptorEntry]
    /// The interceptors of these alone.
    let interceptorNumbers: FrozenArray<UInt32>
    let tree: PatternTree
    let audiences: Audiences
    /// By entry of a route.
    let targets: FrozenArray<Target>
    let captureSites: FrozenArray<CaptureSite>

    struct RouteEntry: Sendable {
        var route: Int
        var pattern: Int
        var precedence: Precedence
    }

    struct InterceptorEntry: Sendable {
        var interceptor: Int
        var pattern: Int
    }

    /// Compiles definitions.
    ///
    /// Definitions that conflict (``conflicts()``) compile too; which of them serves a shared request is then
    /// unspecified, but always the same.
    ///
    /// - Complexity: Linear in the patterns' segments, but for sorting.
    public init(
        settings: MatchSettings = MatchSettings(), routes: [RouteDefinition], interceptors: [InterceptorDefinition] = []
    ) {
        self.settings = settings
        self.routes = routes
        self.interceptors = interceptors
        routeEntries = Self.ranked(routes)
        interceptorEntries = Self.ordered(interceptors)
        interceptorNumbers = FrozenArray(interceptorEntries.map { UInt32($0.interceptor) })
        var audiences = Audiences()
        var (targets, sites): ([Target], [CaptureSite]) = ([], [])
        var builder = PatternTreeBuilder(isFolding: !settings.isCaseSensitive, routeCount: routeEntries.count)
        func audience(_ methods: [String], _ pattern: Pattern, _ tags: Set<String>, isEverywhere: Bool = false)
            -> UInt32
        {
            audiences.number(
                of: Audience(
                    methods: Set(methods),
                    hasTrailingSlash: settings.trailingSlash == .strict ? pattern.hasTrailingSlash : nil, tags: tags,
                    isEverywhere: isEverywhere))
        }
        for (number, entry) in routeEntries.enumerated() {
            let route = routes[entry.route]
            let pattern = route.patterns[entry.pattern]
            builder.add(
                pattern, narrowings: route.narrowings, entry: UInt32(number),
                audience: audience(route.methods, pattern, route.tags))
            let own = pattern.captureSites
            targets.append(
                Target(
                    route: UInt32(entry.route), pattern: UInt32(entry.pattern), firstSite: UInt32(sites.count),
                    captureCount: UInt32(own.count)))
            sites += own
        }
        for (number, entry) in interceptorEntries.enumerated() {
            let interceptor = interceptors[entry.interceptor]
            let pattern = interceptor.patterns[entry.pattern]
            builder.add(
                pattern, narrowings: interceptor.narrowings, entry: UInt32(routeEntries.count + number),
                audience: audience(
                    interceptor.methods, pattern, interceptor.tags, isEverywhere: interceptor.appliesEverywhere))
        }
        tree = builder.build()
        self.audiences = audiences
        self.targets = FrozenArray(targets)
        captureSites = FrozenArray(sites)
    }

    /// The indices of ``routes`` with those of their patterns, in precedence order.
    public var routesByPrecedence: [(route: Int, pattern: Int)] {
        routeEntries.map { ($0.route, $0.pattern) }
    }

    /// Of entries with the same precedence those that name `HEAD` come first (law 4); ids and patterns break what is
    /// left, so that nothing depends on the order of files.
    private static func ranked(_ routes: [RouteDefinition]) -> [RouteEntry] {
        let entries = routes.indices.flatMap { route in
            routes[route].patterns.indices.map { pattern in
                RouteEntry(route: route, pattern: pattern, precedence: precedence(of: routes[route], pattern: pattern))
            }
        }
        return entries.sorted { lhs, rhs in
            if lhs.precedence != rhs.precedence { return lhs.precedence < rhs.precedence }
            let (left, right) = (routes[lhs.route], routes[rhs.route])
            let namesHEAD = (left.methods.contains("HEAD"), right.methods.contains("HEAD"))
            if namesHEAD.0 != namesHEAD.1 { return namesHEAD.0 }
            return (left.id, left.patterns[lhs.pattern].text) < (right.id, right.patterns[rhs.pattern].text)
        }
    }

    private static func precedence(of route: RouteDefinition, pattern: Int) -> Precedence {
        Precedence(
            of: route.patterns[pattern], narrowings: route.narrowings, priority: route.priority,
            hasMethods: !route.methods.isEmpty)
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
