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
                    methods: methods.count > 1 ? Set(methods).sorted() : methods,
                    hasTrailingSlash: settings.trailingSlash == .strict ? pattern.hasTrailingSlash : nil,
                    tags: tags.sorted(),
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
        let route = routes[entry.route]
        return Precedence(
            of: route.patterns[entry.pattern], narrowings: route.narrowings, priority: route.priority,
            hasMethods: !route.methods.isEmpty)
    }

    /// Of entries with the same precedence those that name `HEAD` come first (law 4). Numbers made of ids and patterns
    /// break what is left, and the texts where these are equal too, so that nothing depends on the order of files.
    private static func ranked(_ routes: [RouteDefinition]) -> [RouteEntry] {
        var words: [UInt64] = []
        var ranks: [(words: Range<Int>, entry: RouteEntry)] = []
        for route in routes.indices {
            for pattern in routes[route].patterns.indices {
                let (definition, start) = (routes[route], words.count)
                Precedence.append(
                    to: &words, definition.patterns[pattern], definition.narrowings, priority: definition.priority,
                    hasMethods: !definition.methods.isEmpty)
                words.append(definition.methods.contains("HEAD") ? 0 : 1)
                words.append(mixed(definition.id, definition.patterns[pattern].text))
                ranks.append((start..<words.count, RouteEntry(route: route, pattern: pattern)))
            }
        }
        let span = words.span
        ranks.sort { lhs, rhs in
            var (left, right) = (lhs.words.lowerBound, rhs.words.lowerBound)
            while left < lhs.words.upperBound, right < rhs.words.upperBound {
                if span[left] != span[right] { return span[left] < span[right] }
                left += 1
                right += 1
            }
            let (one, other) = (routes[lhs.entry.route], routes[rhs.entry.route])
            return (one.id, one.patterns[lhs.entry.pattern].text) < (other.id, other.patterns[rhs.entry.pattern].text)
        }
        return ranks.map(\.entry)
    }

    /// The same number in every run: FNV-1a.
    private static func mixed(_ id: String, _ pattern: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        for byte in pattern.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
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
