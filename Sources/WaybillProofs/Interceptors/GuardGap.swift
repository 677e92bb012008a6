package import WaybillTable

/// The question whether certain interceptors run before a route.
package struct GuardQuestion: Sendable {
    /// Index into ``/WaybillTable/RoutingTable/routes``.
    package var route: Int
    /// One of them must run.
    package var guards: Guards
    /// Limits the question to these URLs; empty for all.
    package var urls: [Pattern] = []
    /// The constraints of the captures of these patterns.
    package var constraints: [String: Automaton] = [:]
    /// Limits the question to these methods; empty for all requests.
    package var methods: [String] = []
    /// The views of the question, each with one tag of the route; `nil` for plain opens.
    package var views: [String?]

    package init(route: Int, guards: Guards, views: [String?]) {
        self.route = route
        self.guards = guards
        self.views = views
    }
}

/// Interceptors of which one must run before routes. An index finds those that may run before a certain route.
package struct Guards: Sendable {
    /// Indices into ``/WaybillTable/RoutingTable/interceptors``.
    package let numbers: [Int]
    /// The guards, and interceptors that let no request pass to a route, so that no guard is needed after them.
    fileprivate let sufficient: Set<Int>
    fileprivate let patterns: PatternMap<InterceptorPlace>

    /// - Parameter terminating: The interceptors that let no request pass to a route.
    package init(_ numbers: [Int], terminating: [Int], in table: RoutingTable) {
        self.numbers = numbers
        sufficient = Set(numbers + terminating)
        patterns = PatternMap(table, of: sufficient.sorted())
    }
}

/// A request that a route serves, and for which no guard runs.
package struct GuardGap: Sendable, Hashable {
    package var witness: RequestWitness
    /// The tag of its view; `nil` for a plain open.
    package var view: String?

    package init(witness: RequestWitness, view: String?) {
        self.witness = witness
        self.view = view
    }
}

/// The search for requests that the routes of a table serve without guards.
package struct GuardSearch {
    private let table: RoutingTable
    private let limits: ProofLimits
    /// Most questions need the same few automata.
    private let memo: AutomatonMemo

    package init(_ table: RoutingTable, within limits: ProofLimits = .standard) {
        self.table = table
        self.limits = limits
        memo = AutomatonMemo(limits)
    }

    /// Searches for a request that a route serves without a guard, or proves that there is none.
    ///
    /// The requests of the guards are subtracted from those of the route, and the table is asked who serves a member of
    /// the rest. A view of several tags runs at least the guards of each single tag.
    ///
    /// - Returns: The gap, and whether the answer is complete within the limits.
    package func gap(_ question: GuardQuestion) -> (gap: GuardGap?, isDecided: Bool) {
        let work = ProofWork(stepsLeft: limits.relation, memo: memo)
        var search = GapSearch(table: table, question: question, limits: limits, work: work)
        do throws(WorkBudget.Exhausted) {
            return (try search.run(), true)
        } catch {
            return (nil, false)
        }
    }
}

private struct GapSearch {
    let table: RoutingTable
    let question: GuardQuestion
    let limits: ProofLimits
    var work: ProofWork

    mutating func run() throws(WorkBudget.Exhausted) -> GuardGap? {
        for view in question.views {
            for pattern in table.routes[question.route].patterns.indices {
                let place = RoutePlace(route: question.route, pattern: pattern)
                for own in try asked(place) {
                    let rest = try unguarded(own, at: place, in: view)
                    if let gap = try served(rest, at: place, in: view) { return gap }
                }
            }
        }
        return nil
    }

    /// Returns the requests of the question.
    private mutating func asked(_ place: RoutePlace) throws(WorkBudget.Exhausted) -> [RequestSet] {
        let own = try table.requests(at: place, &work).limited(to: question.methods)
        if question.urls.isEmpty { return [own] }
        var parts: [RequestSet] = []
        for url in question.urls {
            parts.append(try own.intersection(RequestSet(of: url, question.constraints, table.settings, &work), &work))
        }
        return parts
    }

    private mutating func unguarded(
        _ own: RequestSet, at place: RoutePlace, in view: String?
    ) throws(WorkBudget.Exhausted) -> RequestSet {
        let guards = question.guards
        var walk = limits.walkBudget(entries: guards.sufficient.count)
        var rest = own
        try guards.patterns.visit(near: table.pattern(at: place), &walk) { other throws(WorkBudget.Exhausted) in
            if isSeen(other.interceptor, in: view) {
                rest = try rest.subtracting(table.requests(at: other, &work), &work)
            }
            return !rest.isEmpty
        }
        return rest
    }

    private func isSeen(_ number: Int, in view: String?) -> Bool {
        let interceptor = table.interceptors[number]
        return interceptor.appliesEverywhere || (view.map(interceptor.tags.contains) ?? true)
    }

    // MARK: Routes that serve the rest

    private mutating func served(
        _ requests: RequestSet, at place: RoutePlace, in view: String?
    ) throws(WorkBudget.Exhausted) -> GuardGap? {
        var rest = requests
        for _ in 0..<limits.rivals {
            guard let sample = rest.sample(.readable(table.pattern(at: place))) else { return nil }
            guard let server = match(sample.url, sample.method, in: view)?.route else { throw WorkBudget.Exhausted() }
            if server.route == place.route { return gap(sample, in: view) }
            // Only by this pattern, because another one of its route may have a lower precedence than the place.
            rest = try rest.subtracting(table.requests(at: server, &work), &work)
        }
        throw WorkBudget.Exhausted()
    }

    private func match(_ text: String, _ method: String?, in view: String?) -> RequestMatch? {
        try? table.match(text, method: method, in: view.map { TagView([$0]) } ?? .everything)
    }

    /// Returns the gap with the assumed or a usual method, if that also shows it, because a request without a method is
    /// hard to send.
    private func gap(_ sample: SampleRequest, in view: String?) -> GuardGap {
        let usual = sample.usualMethods?.first { isGap(sample.url, $0, in: view) }
        return GuardGap(witness: RequestWitness(url: sample.url, method: sample.method ?? usual), view: view)
    }

    private func isGap(_ text: String, _ method: String, in view: String?) -> Bool {
        guard let match = match(text, method, in: view), match.route?.route == question.route else { return false }
        return question.guards.sufficient.isDisjoint(with: match.interceptors)
            && (question.methods.isEmpty || NameSet(answeredBy: question.methods).contains(method))
    }
}

extension RoutingTable {
    /// Returns the routes of which some interceptors may match every request, as far as methods and places of patterns
    /// tell: a quick answer, before a proof.
    ///
    /// - Returns: The routes, and whether all were found within the limits.
    package func routes(
        perhapsEndedBy interceptors: [Int], within limits: ProofLimits = .standard
    ) -> (found: [Int], isComplete: Bool) {
        guard !interceptors.isEmpty else { return ([], true) }
        let map = PatternMap<InterceptorPlace>(self, of: interceptors)
        var walk = limits.walkBudget(entries: interceptors.count + routes.count)
        var found: [Int] = []
        do throws(WorkBudget.Exhausted) {
            for route in routes.indices {
                guard let pattern = routes[route].patterns.first else { continue }
                // Most routes meet none of them.
                var left: NameSet<String?>?
                try map.visit(near: pattern, &walk) { other throws(WorkBudget.Exhausted) in
                    let methods = left ?? NameSet(answeredBy: routes[route].methods)
                    left = methods.subtracting(NameSet(answeredBy: self.interceptors[other.interceptor].methods))
                    return left?.isEmpty == false
                }
                if left?.isEmpty == true { found.append(route) }
            }
            return (found, true)
        } catch {
            return (found, false)
        }
    }
}
