import WaybillManifest
import WaybillTable

extension HopRun {
    static let maximumHops = 8

    /// What an interceptor does to the parameters when it sends an open elsewhere.
    struct ParameterChange {
        var set: [String: String] = [:]
        var removed: Set<String> = []
    }

    /// What happens on the way from one URL to another.
    enum Kind {
        /// Only interceptors that apply everywhere.
        case redirect
        /// The chain of the view.
        case restart
    }

    /// Runs the interceptors from the request's position on, then the route.
    @usableFromInline
    func run(_ request: RouteRequest) async throws -> Outcome {
        let index = request.position
        guard index < chain.count else {
            guard let handler = plainHandler, let target else { return try await arrive(request) }
            return Outcome(request, route: route, target: target, destination: try await handler(request))
        }
        let interceptor = chain[index].interceptor
        switch interceptor.action {
        case .code(let body):
            guard let limit = interceptor.timeout else {
                let next = Next(request: request, deadline: nil)
                return try await body(request, next)
            }
            return try await run(body, limit: limit, request)
        case .rewrite(let template):
            let target = template.expand(chain[index].captures)
            return try await leave(.redirect, to: target, by: origin(of: index), request)
        case .reject(let rejection):
            throw RoutingError.rejected(by: interceptor.id, reason: rejection.reason, status: rejection.status)
        }
    }

    private func run(
        _ body: @escaping InterceptorBody, limit: Duration, _ request: RouteRequest
    ) async throws -> Outcome {
        let error = RoutingError.timedOut(origin(of: request.position), after: limit)
        return try await withDeadline(limit, clock: opening.router.options.clock, error: error) { deadline in
            let next = Next(request: request, deadline: deadline)
            return try await body(request, next)
        }
    }

    /// Goes on at another URL. What the request has passed here has run.
    func leave(
        _ kind: Kind, to target: String, by origin: Hop.Origin, _ request: RouteRequest,
        _ change: ParameterChange = ParameterChange()
    ) async throws -> Outcome {
        let hops = hops + [Hop(by: origin, to: target)]
        guard hops.count <= Self.maximumHops else { throw RoutingError.redirectLoop(hops) }
        let url: RouteURL
        do { url = try RouteURL(target) } catch { throw RoutingError.invalidRedirect(error, by: origin) }
        let ran = ranBefore + chain.prefix(request.position + 1).map(\.interceptor)
        let hop = HopRun(
            opening, url: url,
            chain: interceptors(kind, for: url).filter { link in
                !ran.contains { $0 === link.interceptor }
            },
            ranBefore: ran, hops: hops,
            inherited: request.parameters.filter { !change.removed.contains($0.key) }, overrides: change.set)
        return try await hop.run(RouteRequest(hop: hop, payload: request.payload, path: request.path))
    }

    private func interceptors(_ kind: Kind, for url: RouteURL) -> [ChainLink] {
        let snapshot = opening.snapshot
        switch kind {
        case .redirect: return snapshot.everywhereChain(for: url, method: opening.method)
        case .restart: return snapshot.chain(for: url, method: opening.method, in: opening.view)
        }
    }
}
