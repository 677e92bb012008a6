import WaybillManifest
import WaybillTable

extension HopRun {
    // Each call of an async function costs a frame, so the last steps of every open are one function.

    /// Ends the chain at a route.
    @inline(__always)
    func arrive(_ request: RouteRequest) async throws -> Outcome {
        guard let route, let target = route.target else { return try await fallBack(request) }
        // The open already holds the lane of the URL that was opened.
        guard !visit.isFirst, let lane = route.lane, lane !== self.lane else {
            return try await serveInTime(target, request, route)
        }
        return try await lane.run { try await self.serveInTime(target, request, route) }
    }

    /// Ends the chain without a route: the fallback answers.
    func fallBack(_ request: RouteRequest) async throws -> Outcome {
        if let own = request.fallback { return Outcome(request, destination: try await own(request)) }
        guard let target = generation.bound.fallback?.target(in: visit.request.view.tags) else {
            // A route that matches, but leads nowhere, answers this method.
            let methods = visit.route == nil ? request.allowedMethods : []
            throw RoutingError.unmatched(url: visit.url.text, allowedMethods: methods)
        }
        guard let lane = target.module?.lane, lane !== self.lane else { return try await serve(target, request, nil) }
        return try await lane.run { try await self.serve(target, request, nil) }
    }

    @inline(__always)
    private func serveInTime(
        _ target: BoundTarget, _ request: RouteRequest, _ route: BoundRoute
    ) async throws -> Outcome {
        guard let limit = route.timeout else { return try await serve(target, request, route) }
        let error = RoutingError.timedOut(.route(route.id), after: limit)
        return try await generation.runtime.timer.run(within: limit, error: error) { _ in
            try await self.serve(target, request, route)
        }
    }

    /// Runs a handler, or makes or performs a module. Without a route, the target is that of the fallback.
    @inline(__always)
    private func serve(
        _ target: BoundTarget, _ request: RouteRequest, _ route: BoundRoute?
    ) async throws -> Outcome {
        switch target.work {
        case .handler(let body):
            return Outcome(request, server: server(target, route), destination: try await body(request))
        case .module(let module): return try await makeOrPerform(module, of: target, request, route)
        }
    }

    private func makeOrPerform(
        _ module: BoundModule, of target: BoundTarget, _ request: RouteRequest, _ route: BoundRoute?
    ) async throws -> Outcome {
        guard let performer = generation.runtime.performer, performer.performsWhenOpened(module, for: request) else {
            let made = try await generation.makeSendable(module, for: request)
            return Outcome(request, server: server(target, route), destination: made)
        }
        let performed = try await performer.perform(module, for: request, presentation: route?.presentation)
        return Outcome(
            request, server: server(target, route), destination: performed.destination, performed: performed.route)
    }

    private func server(_ target: BoundTarget, _ route: BoundRoute?) -> Outcome.Server {
        route?.server ?? Outcome.Server(routeID: nil, target)
    }
}
