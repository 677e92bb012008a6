package import WaybillTable

/// Which interceptors have to run before a route.
package struct GuardQuestion: Sendable {
    /// Index into ``/WaybillTable/RoutingTable/routes``.
    package var route: Int
    /// Interceptors any of which is enough.
    package var guards: [Int]
    /// Interceptors that let nothing through to a route, so that no guard is needed after them.
    package var terminating: [Int] = []
    /// The URLs asked about; none for all.
    package var urls: [Pattern] = []
    /// The methods asked about; none for all requests.
    package var methods: [String] = []
    /// The views asked about, each of one tag, which the route has; or `nil` for plain opens.
    package var views: [String?]

    package init(route: Int, guards: [Int], views: [String?]) {
        self.route = route
        self.guards = guards
        self.views = views
    }
}

/// A request that a route serves, and for which no guard runs.
package struct GuardGap: Sendable, Hashable {
    package var witness: RequestWitness
    /// The tag of the view that it is opened in; `nil` for a plain open.
    package var view: String?

    package init(witness: RequestWitness, view: String?) {
        self.witness = witness
        self.view = view
    }
}

extension RoutingTable {
    /// A request that a route serves without a guard, or the proof that there is none.
    ///
    /// What the guards match is subtracted from what the route matches; the table is then asked who serves a member of
    /// the rest. In a view of several tags no fewer guards run than in that of one of them.
    ///
    /// - Returns: The gap, and whether the answer is known: the limits may end the search.
    package func gap(
        _ question: GuardQuestion, within limits: ProofLimits = .standard
    ) -> (gap: GuardGap?, isDecided: Bool) {
        let work = ProofWork(stepsLeft: limits.relation, limits)
        var search = GapSearch(table: self, question: question, limits: limits, work: work)
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
                    let rest = try unguarded(own, in: view)
                    if let gap = try served(rest, at: place, in: view) { return gap }
                }
            }
        }
        return nil
    }

    /// The requests that the question is about.
    private mutating func asked(_ place: RoutePlace) throws(WorkBudget.Exhausted) -> [RequestSet] {
        let own = try table.requests(at: place, &work).limited(to: question.methods)
        if question.urls.isEmpty { return [own] }
        var parts: [RequestSet] = []
        for url in question.urls {
            parts.append(try own.intersection(RequestSet(of: url, [:], table.settings, &work), &work))
        }
        return parts
    }

    private mutating func unguarded(
        _ own: RequestSet, in view: String?
    ) throws(WorkBudget.Exhausted) -> RequestSet {
        var rest = own
        for number in question.guards + question.terminating where isSeen(number, in: view) {
            rest = try table.without(interceptor: number, rest, &work)
        }
        return rest
    }

    private func isSeen(_ number: Int, in view: String?) -> Bool {
        let interceptor = table.interceptors[number]
        return interceptor.appliesEverywhere || (view.map(interceptor.tags.contains) ?? true)
    }

    // MARK: Who serves the rest

    private mutating func served(
        _ requests: RequestSet, at place: RoutePlace, in view: String?
    ) throws(WorkBudget.Exhausted) -> GuardGap? {
        var rest = requests
        for _ in 0..<limits.rivals {
            guard let sample = rest.sample(.readable(table.pattern(at: place))) else { return nil }
            guard let server = server(of: sample.url, sample.method, in: view) else { throw WorkBudget.Exhausted() }
            if server.route == place.route { return gap(sample, in: view) }
            // Only by this pattern: another one of its route may have a lower precedence than the place.
            rest = try rest.subtracting(table.requests(at: server, &work), &work)
        }
        throw WorkBudget.Exhausted()
    }

    private func server(of text: String, _ method: String?, in view: String?) -> RoutePlace? {
        guard let url = try? RouteURL(text), let match = table.route(for: url, method: method, in: tagView(view)) else {
            return nil
        }
        return RoutePlace(route: match.route, pattern: match.pattern)
    }

    private func tagView(_ view: String?) -> TagView { view.map { TagView([$0]) } ?? .everything }

    /// With the method that is assumed of such a URL, where it shows the gap too, or with a usual one: a request without
    /// a method is hard to make.
    private func gap(_ sample: SampleRequest, in view: String?) -> GuardGap {
        let assumed = (try? RouteURL(sample.url))?.assumedMethod
        guard sample.method == nil, let assumed else { return GuardGap(witness: sample.witness, view: view) }
        let usual = [assumed, "POST", "PUT", "DELETE"].first { isGap(sample.url, $0, in: view) }
        return GuardGap(witness: RequestWitness(url: sample.url, method: usual), view: view)
    }

    private func isGap(_ text: String, _ method: String, in view: String?) -> Bool {
        guard let url = try? RouteURL(text), server(of: text, method, in: view)?.route == question.route else {
            return false
        }
        let running = table.interceptors(for: url, method: method, in: tagView(view)).map(\.interceptor)
        return Set(running).isDisjoint(with: question.guards + question.terminating)
            && (question.methods.isEmpty || NameSet(answeredBy: question.methods).contains(method))
    }
}
