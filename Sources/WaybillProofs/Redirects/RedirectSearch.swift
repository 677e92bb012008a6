package import WaybillTable

/// Searches for example requests of rewrites and redirects.
///
/// The result is a request that the source matches. The caller must follow it through the table, because another entry
/// may serve it first.
package struct RedirectSearch {
    let table: RoutingTable
    let limits: ProofLimits
    private let rewriters: Set<Int>
    private let terminating: Set<Int>
    private var walk: WorkBudget
    private var work: ProofWork
    /// The cost of one lookup. It is higher if there are many affixes at one place.
    private let lookupSteps: Int
    /// Whether all questions so far were answered within the limits.
    package private(set) var isComplete = true

    /// - Parameters:
    ///   - rewriters: The interceptors that redirect every request.
    ///   - rejecters: The interceptors that reject every request.
    package init(
        _ table: RoutingTable, rewriters: [Int], rejecters: [Int], within limits: ProofLimits = .standard
    ) {
        self.table = table
        self.limits = limits
        self.rewriters = Set(rewriters)
        terminating = self.rewriters.union(rejecters)
        walk = limits.walkBudget(entries: table.routeEntries.count)
        // Each question is small, and lookups answer most of it.
        work = ProofWork(stepsLeft: limits.relations / 2, limits)
        lookupSteps = 8 + table.maximumAffixesAtOneNode / 4
    }

    // MARK: One source

    /// Returns requests that reach a source in a plain open: one for each of its patterns, up to a limit.
    package mutating func starts(of source: RedirectSource) -> [RequestWitness] {
        asking { search, found throws(WorkBudget.Exhausted) in
            for (pattern, requests) in try search.requests(of: source, limit: search.limits.patternsPerSource) {
                found += try search.passing(requests, to: source, .readable(pattern), limit: 1)
            }
        }
    }

    /// Returns such requests with less work, but others may serve some of them.
    package mutating func likelyStarts(of source: RedirectSource) -> [RequestWitness] {
        asking { search, found throws(WorkBudget.Exhausted) in
            found += try search.requests(of: source, limit: search.limits.patternsPerSource)
                .compactMap { $0.requests.sample(.readable($0.pattern))?.witness }
        }
    }

    /// Returns requests whose rewritten URLs an interceptor may match again.
    package mutating func returns(of interceptor: Int, _ redirect: Redirect) -> [RequestWitness] {
        let own = goals([redirect])
        let returning = asking { search, found throws(WorkBudget.Exhausted) in
            try search.find(redirect, towards: own, limit: search.limits.patternsPerSource, &found)
        }
        return returning.isEmpty ? [] : starts(of: .interceptor(interceptor)) + returning
    }

    // MARK: Chains

    /// Returns requests for targets of redirects that redirects serve, immediately or after interceptors. Every loop
    /// has such a request, because no interceptor runs twice. For redirects of clients all interceptors run again, so
    /// requests that an interceptor redirects are included.
    ///
    /// - Parameter rewrites: Interceptors that may send requests to redirects. Some of their requests are included.
    package mutating func loopCandidates(
        of redirects: [(route: Int, redirect: Redirect)], after rewrites: [(interceptor: Int, redirect: Redirect)]
    ) -> [RequestWitness] {
        guard !redirects.isEmpty else { return [] }
        let places = PatternMap<RoutePlace>(table, of: redirects.map(\.route))
        let rewriting = PatternMap<InterceptorPlace>(table, of: rewrites.map(\.interceptor))
        var found: [RequestWitness] = []
        for (_, redirect) in redirects {
            found += asking { search, found throws(WorkBudget.Exhausted) in
                try search.findFollowers(of: redirect, in: places, &found)
                if redirect.keepsOrigin { try search.findRewritten(after: redirect, in: rewriting, &found) }
            }
        }
        let goals = goals(redirects.map(\.redirect))
        for (interceptor, redirect) in rewrites {
            found += likelyStarts(of: .interceptor(interceptor))
            found += asking { search, found throws(WorkBudget.Exhausted) in
                try search.find(redirect, towards: goals, &found)
            }
        }
        return found
    }

    /// Returns requests from which to follow redirects: one for each of their patterns, and some for each pattern, of
    /// another redirect or of a route, that the target intersects.
    ///
    /// If a redirect can lead to such a pattern, some of the requests do: their captures are computed backwards from
    /// the intersection of the target and the pattern.
    package mutating func samples(of redirects: [Redirect]) -> [RequestWitness] {
        let goals = goals(redirects, besides: table.routes)
        var found: [RequestWitness] = []
        for redirect in redirects {
            found += asking { search, found throws(WorkBudget.Exhausted) in
                for pattern in redirect.patterns {
                    let start = try redirect.start(at: pattern, search.table.settings, &search.work)
                    if let start { found.append(start.witness) }
                }
                try search.find(redirect, towards: goals, &found)
            }
        }
        return found
    }

    /// Returns requests that redirects may send to URLs of interceptors.
    package mutating func starts(of redirects: [Redirect], leadingTo interceptors: [Int]) -> [RequestWitness] {
        let goals = goals([], besides: interceptors.map { table.interceptors[$0] })
        return redirects.flatMap { redirect in
            asking { search, found throws(WorkBudget.Exhausted) in
                try search.find(redirect, towards: goals, &found)
            }
        }
    }

    /// Answers a question, as far as the budget allows.
    private mutating func asking(
        _ question: (inout RedirectSearch, inout [RequestWitness]) throws(WorkBudget.Exhausted) -> Void
    ) -> [RequestWitness] {
        var found: [RequestWitness] = []
        if (try? question(&self, &found)) == nil { isComplete = false }
        return found
    }
}

// MARK: Targets

extension RedirectSearch {
    /// A pattern that a redirect may lead to.
    private struct Goal {
        var pattern: Pattern
        var constraints: [String: Automaton]
    }

    private func goals<Owner: PatternOwner>(
        _ redirects: [Redirect], besides owners: [Owner] = [RouteDefinition]()
    ) -> PatternMap<Goal> {
        let all =
            redirects.flatMap { redirect in
                redirect.patterns.map { Goal(pattern: $0, constraints: redirect.constraints) }
            }
            + owners.flatMap { owner in owner.patterns.map { Goal(pattern: $0, constraints: owner.constraints) } }
        return PatternMap(
            table.settings, all.map { PatternMap.Entry(pattern: $0.pattern, constraints: $0.constraints, value: $0) })
    }

    /// Finds requests that a redirect sends to some patterns.
    ///
    /// - Parameter limit: The search ends at this number of requests.
    private mutating func find(
        _ redirect: Redirect, towards goals: PatternMap<Goal>, limit: Int = .max, _ found: inout [RequestWitness]
    ) throws(WorkBudget.Exhausted) {
        let targets = try RedirectTargets(of: redirect, table.settings, &work)
        for goal in try goals.values(near: targets.pattern, &walk) where found.count <= limit {
            found += try targets.starts(
                of: redirect, towards: goal.pattern, goal.constraints, table.settings, limits, &work)
        }
    }

    /// Finds requests for the targets of a redirect that other redirects serve, or that interceptors redirect.
    private mutating func findFollowers(
        of redirect: Redirect, in places: PatternMap<RoutePlace>, _ found: inout [RequestWitness]
    ) throws(WorkBudget.Exhausted) {
        let targets = try RedirectTargets(of: redirect, table.settings, &work)
        let urls = targets.urls.limited(to: redirect.methods)
        let preference = SamplePreference.readable(targets.pattern)
        for place in try places.values(near: targets.pattern, &walk) {
            let shared = try urls.intersection(table.requests(at: place, &work), &work)
            found += try passing(shared, to: .route(place.route), preference, limit: limits.requestsPerTarget)
            if !rewriters.isEmpty { found += try rewritten(shared, preference) }
        }
    }

    /// Finds requests for the targets of a redirect that interceptors redirect.
    private mutating func findRewritten(
        after redirect: Redirect, in places: PatternMap<InterceptorPlace>, _ found: inout [RequestWitness]
    ) throws(WorkBudget.Exhausted) {
        let targets = try RedirectTargets(of: redirect, table.settings, &work)
        let urls = targets.urls.limited(to: redirect.methods)
        for place in try places.values(near: targets.pattern, &walk) {
            let shared = try urls.intersection(table.requests(at: place, &work), &work)
            found += try rewritten(shared, .readable(targets.pattern))
        }
    }
}

// MARK: Getting through

extension RedirectSearch {
    /// Returns some members of a set that reach a source. Requests of others are subtracted one after the other.
    private mutating func passing(
        _ requests: RequestSet, to source: RedirectSource, _ preference: SamplePreference, limit: Int
    ) throws(WorkBudget.Exhausted) -> [RequestWitness] {
        var rest = requests
        var found: [RequestWitness] = []
        var last: SampleRequest?
        for _ in 0..<limits.attemptsPerSource {
            guard found.count < limit, let sample = rest.sample(preference), sample != last else { return found }
            last = sample
            let asked = sample.askable
            try work.spend(asked.count * lookupSteps)
            if let free = asked.first(where: { taker(of: $0) == source }) {
                found.append(free)
                if found.count < limit { rest = try rest.without(sample.segments, &work) }
            } else {
                rest = try without(takersOf: asked, rest)
            }
        }
        return found
    }

    /// Subtracts from a set everything that matches the entries which serve some requests.
    private mutating func without(
        takersOf asked: [RequestWitness], _ requests: RequestSet
    ) throws(WorkBudget.Exhausted) -> RequestSet {
        var rest = requests
        var seen: Set<RedirectSource> = []
        for taker in asked.compactMap(taker) where seen.insert(taker).inserted {
            rest = try owner(of: taker).unmatched(rest, table.settings, &work)
        }
        return rest
    }

    /// Returns a member of a set with each method with which an interceptor redirects it.
    private mutating func rewritten(
        _ requests: RequestSet, _ preference: SamplePreference
    ) throws(WorkBudget.Exhausted) -> [RequestWitness] {
        let asked = requests.sample(preference)?.askable ?? []
        try work.spend(asked.count * lookupSteps)
        return asked.filter { asked in
            guard case .interceptor(let taker) = taker(of: asked) else { return false }
            return rewriters.contains(taker)
        }
    }

    /// Returns the first entry that serves a request.
    private func taker(of request: RequestWitness) -> RedirectSource? {
        guard let match = try? table.match(request.url, method: request.method, in: .everything) else { return nil }
        if let number = match.interceptors.first(where: terminating.contains) { return .interceptor(number) }
        return match.route.map { .route($0.route) }
    }

    /// - Parameter limit: The number of patterns to try.
    private mutating func requests(
        of source: RedirectSource, limit: Int
    ) throws(WorkBudget.Exhausted) -> [(pattern: Pattern, requests: RequestSet)] {
        var sets: [(pattern: Pattern, requests: RequestSet)] = []
        let owner = owner(of: source)
        for index in owner.patterns.indices.prefix(limit) {
            sets.append((owner.patterns[index], try owner.requests(at: index, table.settings, &work)))
        }
        return sets
    }

    private func owner(of source: RedirectSource) -> any PatternOwner {
        switch source {
        case .interceptor(let number): table.interceptors[number]
        case .route(let number): table.routes[number]
        }
    }
}
