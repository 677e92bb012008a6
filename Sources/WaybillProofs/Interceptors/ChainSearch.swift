package import WaybillTable

/// A request with the interceptors that run before its route.
package struct Chain: Sendable, Hashable {
    package var witness: RequestWitness
    /// Indices into ``/WaybillTable/RoutingTable/interceptors``, in running order.
    package var interceptors: [Int]

    package init(witness: RequestWitness, interceptors: [Int]) {
        self.witness = witness
        self.interceptors = interceptors
    }

    package func weight(_ weight: (Int) -> Int) -> Int { interceptors.reduce(0) { $0 + weight($1) } }
}

/// Searches for requests with long chains of interceptors.
package struct ChainSearch {
    private let table: RoutingTable
    private let interceptors: PatternMap<InterceptorPlace>
    private var walk: WorkBudget
    private var work: ProofWork

    package init(_ table: RoutingTable, within limits: ProofLimits = .standard) {
        self.table = table
        interceptors = PatternMap(table, of: table.interceptors.indices)
        walk = limits.walkBudget(entries: table.routeEntries.count)
        work = ProofWork(stepsLeft: limits.relations, limits)
    }

    /// Returns a request of a route with a chain of high weight.
    ///
    /// The search adds the heaviest interceptor that can run, then the next that can run together with it, and so on.
    /// The result is confirmed by the table, but a heavier chain may exist.
    ///
    /// - Returns: `nil` if no chain has weight, or the limits ended the search.
    package mutating func heaviest(before route: Int, weight: (Int) -> Int) -> Chain? {
        var best: (chain: Chain, weight: Int)?
        for pattern in table.routes[route].patterns.indices {
            let place = RoutePlace(route: route, pattern: pattern)
            guard let chain = try? chain(at: place, weight) else { continue }
            let sum = chain.weight(weight)
            if sum > best?.weight ?? 0 { best = (chain, sum) }
        }
        return best?.chain
    }

    private mutating func chain(
        at place: RoutePlace, _ weight: (Int) -> Int
    ) throws(WorkBudget.Exhausted) -> Chain? {
        let near = try interceptors.values(near: table.pattern(at: place), &walk)
        let heavy = near.filter { weight($0.interceptor) > 0 }.sorted {
            (-weight($0.interceptor), $0.interceptor, $0.pattern) < (
                -weight($1.interceptor), $1.interceptor, $1.pattern
            )
        }
        guard !heavy.isEmpty else { return nil }
        var shared = try table.requests(at: place, &work)
        for other in heavy {
            let narrower = try shared.intersection(table.requests(at: other, &work), &work)
            if !narrower.isEmpty { shared = narrower }
        }
        return shared.sample(.readable(table.pattern(at: place))).flatMap { asked($0, of: place.route) }
    }

    /// Returns the chain of a request in the table; `nil` if another route serves it.
    private func asked(_ sample: SampleRequest, of route: Int) -> Chain? {
        guard let url = try? RouteURL(sample.url) else { return nil }
        let method = sample.method ?? url.assumedMethod
        guard table.route(for: url, method: method)?.route == route else { return nil }
        return Chain(
            witness: RequestWitness(url: sample.url, method: method),
            interceptors: table.interceptors(for: url, method: method).map(\.interceptor))
    }
}
