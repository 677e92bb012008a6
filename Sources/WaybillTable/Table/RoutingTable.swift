/// Compiled routes and interceptors. A table is immutable, and tasks share it without a lock.
///
/// The order of the definitions does not matter: entries are numbered by the routing law's precedence, and a lookup
/// finds the smallest number that matches.
public final class RoutingTable: Sendable {
    public let settings: MatchSettings
    /// In the given order; ``RouteMatch/route`` is an index into it.
    public let routes: [RouteDefinition]
    /// In the given order; ``InterceptorMatch/interceptor`` is an index into it.
    public let interceptors: [InterceptorDefinition]

    /// One for each pattern of each route, in the order of precedence.
    package let routeEntries: [RoutePlace]
    /// One for each pattern of each interceptor, in running order.
    let interceptorEntries: [InterceptorPlace]
    /// The trees of the patterns of routes, and of those of interceptors.
    let routeTree: PatternTree
    let interceptorTree: PatternTree
    /// Whether no pattern has a scheme, a host or a port.
    let isForPaths: Bool
    let interceptorPlans: InterceptorPlans
    /// By number.
    let audiences: [Audience]
    let scopes: RequestScopes
    /// By entry of a route.
    let targets: [Target]
    let captureSites: [CaptureSite]

    /// Whether the value of a catch-all ends with the URL's trailing slash.
    var keepsSlash: Bool { settings.trailingSlash == .strict }

    /// Compiles definitions.
    ///
    /// Conflicting definitions (`WaybillProofs` finds them) compile, too. Which of them serves a shared request is
    /// unspecified, but deterministic.
    ///
    /// - Complexity: Linear in the patterns' segments, except for sorting.
    public convenience init(
        settings: MatchSettings = MatchSettings(), routes: [RouteDefinition], interceptors: [InterceptorDefinition] = []
    ) {
        self.init(RankedDefinitions(settings: settings, routes: routes, interceptors: interceptors))
    }

    /// Compiles definitions whose order is known.
    package init(_ ranked: RankedDefinitions) {
        settings = ranked.settings
        routes = ranked.routes
        interceptors = ranked.interceptors
        routeEntries = ranked.routeEntries
        interceptorEntries = Self.ordered(interceptors)
        var audiences = Numbering<Audience>()
        let interceptorTree = Self.tree(
            of: interceptors, interceptorEntries, settings: settings, numbering: &audiences)
        let drafts = RouteDrafts(ranked, interceptorTree, interceptorEntries, numbering: &audiences)
        self.interceptorTree = interceptorTree
        self.audiences = audiences.values
        interceptorPlans = drafts.plans.plans
        targets = drafts.targets
        captureSites = drafts.sites
        routeTree = drafts.tree.build()
        isForPaths = routeTree.isForPaths && interceptorTree.isForPaths
        scopes = RequestScopes(routeTree, audiences.values, drafts.plans.audienceSets.values)
    }

    private static func tree(
        of interceptors: [InterceptorDefinition], _ entries: [InterceptorPlace], settings: MatchSettings,
        numbering audiences: inout Numbering<Audience>
    ) -> PatternTree {
        var constraints = ConstraintNumbers()
        for interceptor in interceptors { constraints.append(interceptor.constraints) }
        var builder = PatternTreeBuilder(isFolding: !settings.isCaseSensitive, constraints)
        for (number, entry) in entries.enumerated() {
            let interceptor = interceptors[entry.interceptor]
            let pattern = interceptor.patterns[entry.pattern]
            let audience = audiences.number(
                of: Audience(
                    methods: interceptor.methods, tags: interceptor.tags, hasTrailingSlash: settings.slash(of: pattern),
                    isEverywhere: interceptor.appliesEverywhere))
            builder.add(pattern, of: entry.interceptor, entry: UInt32(number), audience: audience)
        }
        return builder.build()
    }

    /// The patterns of all ``routes``, in the order of precedence. Among equal precedences, those that name `HEAD` come
    /// first (law 4), then ids and patterns decide.
    public var routesByPrecedence: [RoutePlace] { routeEntries }

    func precedence(of entry: RoutePlace) -> Precedence { routes[entry.route].precedence(of: entry.pattern) }

    private static func ordered(_ interceptors: [InterceptorDefinition]) -> [InterceptorPlace] {
        let order = interceptors.indices.sorted { interceptors[$0].runs(before: interceptors[$1]) }
        return order.flatMap { index in
            interceptors[index].patterns.indices.map { InterceptorPlace(interceptor: index, pattern: $0) }
        }
    }
}

/// The intermediate data of a table's routes.
private struct RouteDrafts {
    var tree: PatternTreeBuilder
    var plans: InterceptorPlanBuilder
    /// By entry.
    var targets: [Target]
    var sites: [CaptureSite] = []

    init(
        _ ranked: RankedDefinitions, _ interceptorTree: PatternTree,
        _ interceptorEntries: [InterceptorPlace], numbering audiences: inout Numbering<Audience>
    ) {
        tree = PatternTreeBuilder(isFolding: !ranked.settings.isCaseSensitive, ranked.constraints)
        plans = InterceptorPlanBuilder(interceptorTree, interceptors: interceptorEntries)
        let none = Target(
            place: RoutePlace(route: 0, pattern: 0), captureCount: 0, firstSite: 0, plan: InterceptorPlans.none)
        targets = Array(repeating: none, count: ranked.routeEntries.count)
        for number in ranked.routes.indices {
            let route = ranked.routes[number]
            for (index, pattern) in route.patterns.enumerated() {
                let entry = ranked.number(of: number, index)
                let audience = audiences.number(
                    of: Audience(
                        methods: route.methods, tags: route.tags, hasTrailingSlash: ranked.settings.slash(of: pattern)))
                tree.add(pattern, of: number, entry: entry, audience: audience)
                add(pattern, RoutePlace(route: number, pattern: index), entry)
            }
        }
    }

    private mutating func add(_ pattern: Pattern, _ place: RoutePlace, _ entry: UInt32) {
        let own = pattern.captureSites
        targets[Int(entry)] = Target(
            place: place, captureCount: UInt32(own.count), firstSite: UInt32(sites.count),
            plan: plans.plan(for: pattern))
        sites += own
    }
}

extension RoutingTable {
    /// The maximum number of prefixes and suffixes at one node, which a lookup compares one by one.
    package var maximumAffixesAtOneNode: Int {
        [routeTree, interceptorTree].map { tree in
            tree.nodes.indices.dropLast().lazy.map { tree.edges(of: PatternTree.Index($0)).count }.max() ?? 0
        }.max() ?? 0
    }
}
