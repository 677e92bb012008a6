import WaybillTable

extension HopRun {
    /// The end of the chain: the route is reached, or the fallback answers for URLs without a route.
    func arrive(_ request: RouteRequest) async throws -> Outcome {
        guard let hit else { return try await arriveNowhere(request) }
        let route = hit.route
        switch route.destination {
        case .redirect(let template):
            let target = template.expand(hit.captures)
            return try await leave(.restart, to: target, by: .route(route.id), request)
        case .clientRedirect: return Outcome(request, route: route, destination: nil)
        case .serve(let target):
            // The open holds the lane of the URL that was opened already.
            guard !hops.isEmpty, let lane = route.lane, lane !== opening.lane else {
                return try await serveInTime(target, request, route)
            }
            return try await lane.run { try await self.serveInTime(target, request, route) }
        }
    }

    private func serveInTime(
        _ target: BoundTarget, _ request: RouteRequest, _ route: BoundRoute
    ) async throws -> Outcome {
        guard let limit = route.timeout else { return try await serve(target, request, route) }
        let error = RoutingError.timedOut(.route(route.id), after: limit)
        return try await withDeadline(limit, clock: options.clock, error: error) { _ in
            try await self.serve(target, request, route)
        }
    }

    private func arriveNowhere(_ request: RouteRequest) async throws -> Outcome {
        if let hop = hops.last { throw RoutingError.redirectUnmatched(url: url.text, by: hop.by) }
        if let target = generation.bound.fallback?.target(in: opening.tags) {
            return try await serve(target, request, nil)
        }
        throw RoutingError.unmatched(url: url.text, allowedMethods: request.allowedMethods)
    }

    /// Runs a handler, or makes or performs a module. Without a route, the target is the fallback's.
    private func serve(
        _ target: BoundTarget, _ request: RouteRequest, _ route: BoundRoute?
    ) async throws -> Outcome {
        switch target.work {
        case .handler(_, let body):
            return Outcome(request, route: route, target: target, destination: try await body(request))
        case .module(let module):
            guard let performer = generation.runtime.performer, performer.performsWhenOpened(module) else {
                let made = try await generation.makeSendable(module, for: request)
                return Outcome(request, route: route, target: target, destination: made)
            }
            let performed = try await performer.perform(module, for: request, presentation: route?.presentation)
            return Outcome(
                request, route: route, target: target, destination: performed.destination, performed: performed.route)
        }
    }
}
