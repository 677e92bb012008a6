import WaybillManifest
import WaybillProofs
import WaybillRules
import WaybillSyntax
import WaybillTable

/// The routes through which a log is read, with what each of its lines asks about them.
struct TrafficSubject: Sendable {
    let routed: RoutedSet
    let methods: MethodNames
    /// By method of ``methods``: the scope of its requests.
    let scopes: [RequestScope]
    /// By route: whether a request that reaches it is served there, so that its walk ends.
    let serves: [Bool]
    /// By interceptor: whether it runs code, which a walk without code passes.
    let passes: [Bool]
    let passesAll: Bool
    /// By route: the number of its first pattern among the patterns of all routes.
    let firstPlaces: [Int]
    let placeCount: Int
    let hasFallback: Bool
    /// Whether the fallback also serves requests whose URL has routes, but none for their method.
    private let servesOtherMethods: Bool
    /// What serves a plain open that no route serves.
    private let fallback: TableChange.Server
    let routesByID: [String: Int]
    let hosts: NamedHosts

    init?(_ compilation: Compilation, methods: MethodNames? = nil) {
        guard let table = compilation.table else { return nil }
        let set = compilation.set
        routed = RoutedSet(set: set, table: table)
        let methods = methods ?? MethodNames(of: [set])
        self.methods = methods
        scopes = methods.all.map { table.scope(method: $0) }
        serves = set.routes.map { if case .serve = $0.destination.walked { true } else { false } }
        passes = set.interceptors.map { if case .run = $0.action.walked { true } else { false } }
        passesAll = passes.allSatisfy(\.self)
        var count = 0
        firstPlaces = set.routes.map { route in
            defer { count += route.patterns.count }
            return count
        }
        placeCount = count
        hasFallback = set.fallback?.target(in: .everything) != nil
        servesOtherMethods = hasFallback && set.fallback?.servesOtherMethods == true
        fallback = .fallback(set.fallback?.byTag.count ?? 0)
        routesByID = Dictionary(
            firstOf: set.routes.enumerated().map { ($1.id.value, $0) })
        hosts = NamedHosts(of: table)
    }

    var table: RoutingTable { routed.table }

    /// Returns the methods that an unmatched request may have at its URL; empty if the method is not the reason.
    func allowedMethods(for url: RouteURL) -> [String] {
        servesOtherMethods ? [] : table.allowedMethods(for: url)
    }

    /// Returns the same for a request that was followed.
    func allowedMethods(after trace: RequestTrace) -> [String] {
        servesOtherMethods ? [] : routed.allowedMethods(of: trace)
    }

    /// Returns what a comparison of tables says that serves a URL.
    ///
    /// - Parameter route: The route that matches; `nil` if none does.
    func server(of url: @autoclosure () -> RouteURL?, route: RoutePlace?) -> TableChange.Server {
        if let route { return .route(route) }
        guard routed.set.refusesOtherMethods, let url = url() else { return fallback }
        return allowedMethods(for: url).isEmpty ? fallback : .otherMethods
    }

    /// Whether the walk of a request ends at its first URL, without a rewrite or a rejection on the way: all interceptors
    /// run code, and the route serves, or there is none.
    @inline(__always)
    func endsAtOnce(_ lookup: borrowing Lookup) -> Bool {
        if let route = lookup.route, !serves[route] { return false }
        if passesAll { return true }
        for position in 0..<lookup.interceptorCount where !passes[lookup.interceptor(at: position)] { return false }
        return true
    }
}

extension TrafficTally {
    /// Adds the requests that a service has counted by the templates of its routes.
    ///
    /// - Returns: The number of requests of routes that the manifests do not have.
    mutating func add(_ metrics: ServiceMetrics, _ subject: TrafficSubject) -> Int {
        var places: [String: [RoutePlace]] = [:]
        for place in subject.table.routeEntries {
            places[subject.table.pattern(at: place).pathTemplate, default: []].append(place)
        }
        var unknown = 0
        for series in metrics.series where series.requests > 0 {
            let method = subject.methods.index(of: Array(series.method.utf8).span)
            let request = LoggedRequest(method: method, status: series.status, position: LogPosition(file: 0, line: 1))
            // In order of precedence: one template may be that of several routes, with other constraints or hosts.
            let candidates = places[series.template, default: []].filter {
                subject.table.admits($0.route, method: series.method, in: .everything)
            }
            if let place = candidates.first {
                self.places[subject.firstPlaces[place.route] + place.pattern].count(request, times: series.requests)
                ambiguous.formUnion(candidates.dropFirst().map(\.route))
            } else if series.template == ServiceMetrics.withoutRoute {
                unmatched.add(.init(shape: "/**"), ShapeTraffic(requests: series.requests, methods: [method]))
            } else {
                unknown += series.requests
                continue
            }
            requests += series.requests
            byName += series.requests
        }
        return unknown
    }
}

extension MethodNames {
    init(of sets: [ManifestSet]) {
        self.init(
            sets.flatMap { set in
                set.routes.flatMap { $0.methods.map(\.value) } + set.interceptors.flatMap { $0.methods.map(\.value) }
            })
    }
}

/// The hosts that patterns name. No other host of a log is shown.
struct NamedHosts: Sendable {
    let names: [String]

    init(of table: RoutingTable) {
        let patterns = table.routes.flatMap(\.patterns) + table.interceptors.flatMap(\.patterns)
        names = Set(
            patterns.compactMap { pattern in
                if case .literal(let name) = pattern.host { name } else { nil }
            }
        ).sorted()
    }

    /// Returns the index of the host of a URL; the number of names for any other host, and `nil` for a path alone.
    func index(in url: Span<UInt8>) -> Int? {
        guard !names.isEmpty, !url.has(UInt8(ascii: "/"), at: 0) else { return nil }
        guard let host = (try? RouteURL(url.text))?.host else { return nil }
        return names.firstIndex(of: host) ?? names.count
    }
}
