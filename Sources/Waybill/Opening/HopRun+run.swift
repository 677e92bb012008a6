import WaybillManifest
import WaybillTable

extension HopRun {
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
        return try await withDeadline(limit, clock: options.clock, error: error) { deadline in
            let next = Next(request: request, deadline: deadline)
            return try await body(request, next)
        }
    }

    var options: RouterOptions { generation.bound.runtime.options }

    /// Goes on at another URL. The interceptors that the request has passed here have run.
    func leave(
        _ kind: HopKind, to target: String, by origin: Hop.Origin, _ request: RouteRequest,
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
        return try await hop.run(RouteRequest(hop: hop, payload: request.payload, path: request.presentationPath))
    }

    private func interceptors(_ kind: HopKind, for url: RouteURL) -> [ChainLink] {
        let snapshot = opening.snapshot
        switch kind {
        case .redirect: return snapshot.everywhereChain(for: url, method: opening.method)
        case .restart: return snapshot.chain(for: url, method: opening.method, in: opening.view)
        }
    }
}
