import WaybillTable

extension Leg {
    /// The end of the chain: the route serves, or what is there for URLs without one.
    func arrive(_ request: Request) async throws -> Outcome {
        guard let hit else { return try await arriveNowhere(request) }
        let route = hit.route
        switch route.destination {
        case .redirect(let template):
            let target = template.expand(hit.captures)
            return try await leave(.restart, to: target, by: .route(route.id), request)
        case .serve(let target):
            guard let limit = route.timeout else { return try await serve(target, request, routeID: route.id) }
            let error = RoutingError.timedOut(.route(route.id), after: limit)
            return try await withDeadline(limit, clock: opening.clock, error: error) { _ in
                try await self.serve(target, request, routeID: route.id)
            }
        }
    }

    private func arriveNowhere(_ request: Request) async throws -> Outcome {
        if let hop = hops.last { throw RoutingError.redirectUnmatched(url: url.text, by: hop.by) }
        if let target = generation.bound.fallback?.target(in: opening.tags) {
            return try await serve(target, request, routeID: nil)
        }
        throw RoutingError.unmatched(url: url.text, allowedMethods: request.allowedMethods)
    }

    /// Runs a handler or makes a module. Without a route it is the fallback that serves.
    private func serve(_ target: BoundTarget, _ request: Request, routeID: String?) async throws -> Outcome {
        switch target {
        case .handler(let name, let body):
            return Outcome(
                request, routeID: routeID, handlerName: name, destination: try await body(request),
                isFallback: routeID == nil)
        case .module(let module):
            let made = try await generation.makeSendable(module, for: request)
            return Outcome(
                request, routeID: routeID, moduleID: module.id, destination: made,
                isFallback: routeID == nil)
        }
    }
}
