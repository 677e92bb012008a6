package import WaybillTable

/// The routes after interceptors, and the targets of redirects, in plain opens: the arrows in a picture of a table.
///
/// It uses definitions, so that it also works for a set with errors.
package struct RouteLinks {
    private let table: RankedDefinitions
    private let index: PatternIndex
    /// The terminating interceptors.
    private let terminating: PatternMap<InterceptorPlace>
    private let limits: ProofLimits
    private var walk: WorkBudget
    private var questions: QuestionBudget

    /// - Parameter terminating: Indices of the interceptors that let no request pass to a route.
    package init(_ table: RankedDefinitions, terminating: [Int] = [], within limits: ProofLimits = .standard) {
        self.table = table
        self.terminating = PatternMap(table.settings, table.interceptors, of: terminating)
        self.limits = limits
        index = PatternIndex(ofRoutesIn: table, table.settings)
        walk = limits.walkBudget(entries: table.routeEntries.count)
        questions = QuestionBudget(limits)
    }

    package init(_ table: RoutingTable, within limits: ProofLimits = .standard) {
        self.init(RankedDefinitions(table), within: limits)
    }

    // MARK: Interceptors

    /// The share of a route's requests before which an interceptor runs.
    package enum Share: Sendable { case none, some, all }

    /// Returns the routes before which an interceptor runs. Requests that a preceding interceptor ends do not count. If
    /// the limits end a proof, the share is `some`.
    ///
    /// - Parameters:
    ///   - number: Index into the interceptors.
    ///   - limit: The maximum number of routes.
    /// - Returns: `nil` if there may be more routes, or the limits ended the search.
    package mutating func shares(of number: Int, atMost limit: Int = .max) -> [Int: Share]? {
        let interceptor = table.interceptors[number]
        guard let routes = try? routes(near: interceptor.patterns, atMost: limit) else { return nil }
        var shares: [Int: Share] = [:]
        for route in routes {
            let share = share(of: interceptor, in: route) ?? .some
            if share != .none { shares[route] = share }
        }
        return shares
    }

    private mutating func share(of interceptor: InterceptorDefinition, in route: Int) -> Share? {
        let table = table
        let terminating = terminating
        return questions.answer { work throws(WorkBudget.Exhausted) in
            let taken = try interceptor.requests(table.settings, &work)
            var meets = false
            var misses = false
            for index in table.routes[route].patterns.indices {
                let place = RoutePlace(route: route, pattern: index)
                var rest = try table.requests(at: place, &work)
                for other in try terminating.values(near: table.pattern(at: place), &work.budget)
                where table.interceptors[other.interceptor].runs(before: interceptor) {
                    let ended = try table.interceptors[other.interceptor]
                        .requests(at: other.pattern, table.settings, &work)
                    rest = try rest.subtracting(ended, &work)
                }
                for requests in taken {
                    if !meets { meets = try !rest.intersection(requests, &work).isEmpty }
                    rest = try rest.subtracting(requests, &work)
                }
                misses = misses || !rest.isEmpty
            }
            return meets ? misses ? .some : .all : .none
        }
    }

    /// Returns the routes that may share URLs with some of these patterns; `nil` if there are more than the limit.
    private mutating func routes(
        near patterns: [Pattern], atMost limit: Int
    ) throws(WorkBudget.Exhausted) -> Set<Int>? {
        var met: Set<Int> = []
        let entries = table.routeEntries
        for pattern in patterns where met.count <= limit {
            try index.overlaps(with: pattern, &walk) { number in
                met.insert(entries[Int(number)].route)
                return met.count <= limit
            }
        }
        return met.count <= limit ? met : nil
    }

    // MARK: Redirects

    /// The routes that serve the requests of a redirect.
    package struct TargetRoutes: Sendable {
        /// The indices of the routes, in the order of precedence.
        package var routes: [Int]
        /// Whether the list is proven to be complete.
        package var isProven: Bool
        /// Requests that lead to a URL that no route serves.
        package var lost: [RequestWitness] = []
    }

    /// Captured values may be any segments here, also `.` and `..` (law 2).
    package mutating func targetRoutes(of redirect: Redirect) -> TargetRoutes {
        let table = table
        let targets = questions.answer { work throws(WorkBudget.Exhausted) in
            try RedirectTargets(of: redirect, table.settings, &work)
        }
        guard let targets, let numbers = try? index.overlaps(with: targets.pattern, &walk) else {
            return TargetRoutes(routes: [], isProven: false)
        }
        let found = questions.answer { work throws(WorkBudget.Exhausted) in
            let (routes, rest) = try table.servers(
                of: targets.urls.limited(to: redirect.methods), among: numbers, &work)
            let lost = try rest.sample(.readable(targets.pattern)).map { target throws(WorkBudget.Exhausted) in
                try targets.starts(of: redirect, at: target, table.settings, &work)
            }
            return TargetRoutes(routes: routes, isProven: true, lost: lost ?? [])
        }
        return found ?? TargetRoutes(routes: [], isProven: false)
    }

    /// The result of a search.
    package enum Answer<Found: Sendable>: Sendable {
        case found(Found)
        case none
        /// The limits ended the search.
        case undecided
    }

    /// A route that accepts fewer values than a redirect to it captures.
    package struct NarrowTarget: Sendable {
        /// Index into the routes.
        package var route: Int
        /// Requests that the redirect sends to a URL that no route accepts.
        package var starts: [RequestWitness]
    }

    /// Returns the first route that would serve all targets of a redirect without its constraints, if some targets
    /// match no route.
    package mutating func narrowTarget(of redirect: Redirect) -> Answer<NarrowTarget> {
        let table = table
        let limits = limits
        guard let numbers = try? index.overlaps(with: redirect.target.pattern, &walk) else { return .undecided }
        guard numbers.contains(where: { !table.routes[table.routeEntries[Int($0)].route].constraints.isEmpty }) else {
            return .none
        }
        let found = questions.answer { work throws(WorkBudget.Exhausted) -> Answer<NarrowTarget> in
            let targets = try RedirectTargets(of: redirect, table.settings, &work)
            guard let (route, lost) = try table.lost(redirect, to: targets.urls, among: numbers, &work) else {
                return .none
            }
            let starts = try targets.starts(
                of: redirect, leadingTo: lost, preferring: ["1", "x"], table.settings, limits, &work)
            return .found(NarrowTarget(route: route, starts: starts))
        }
        return found ?? .undecided
    }
}

extension RankedDefinitions {
    /// Returns the routes that serve some of these requests, and the rest, which no route serves.
    fileprivate func servers(
        of requests: RequestSet, among numbers: [PatternIndex.Number], _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> (routes: [Int], rest: RequestSet) {
        var rest = requests
        var servers: [Int] = []
        for number in numbers {
            let place = routeEntries[Int(number)]
            let own = try self.requests(at: place, &work)
            guard try !rest.intersection(own, &work).isEmpty else { continue }
            if !servers.contains(place.route) { servers.append(place.route) }
            rest = try rest.subtracting(own, &work)
        }
        return (servers, rest)
    }

    /// Returns the requests of a redirect whose targets no entry serves, and the first route that would serve all of
    /// them without its constraints.
    fileprivate func lost(
        _ redirect: Redirect, to urls: RequestSet, among numbers: [PatternIndex.Number], _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> (route: Int, requests: RequestSet)? {
        for number in numbers {
            let place = routeEntries[Int(number)]
            guard !routes[place.route].constraints.isEmpty else { continue }
            var rest = urls.limited(to: redirect.methods).limited(to: routes[place.route].methods)
            let unconstrained = try RequestSet(of: pattern(at: place), [:], settings, &work)
            guard try rest.subtracting(unconstrained, &work).isEmpty else { continue }
            for other in numbers where !rest.isEmpty {
                rest = try rest.subtracting(requests(at: routeEntries[Int(other)], &work), &work)
            }
            if !rest.isEmpty { return (place.route, rest) }
        }
        return nil
    }
}
