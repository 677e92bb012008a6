import WaybillManifest
import WaybillTable

extension HopRun {
    /// Ends the chain at a route.
    @inline(__always)  // as the next ones: see `RouteRequest.run`
    func arrive(_ request: RouteRequest) async throws -> Outcome {
        guard let route, let work = route.target?.work else { return try await fallBack(request) }
        // The open already holds the lane of the URL that was opened.
        guard let lane = route.lane, lane !== self.lane else {
            return try await serveInTime(work, request, route)
        }
        return try await lane.run { try await self.serveInTime(work, request, route) }
    }

    /// Ends the chain without a route: the fallback answers, but for a wrong method only if it says so.
    func fallBack(_ request: RouteRequest) async throws -> Outcome {
        if let own = request.fallback, let destination = try await own(request) {
            return Outcome(request, destination: destination)
        }
        let fallback = generation.bound.fallback
        let target = fallback?.target(in: visit.request.view.tags)
        let servesAll = target != nil && fallback?.servesOtherMethods == true
        let methods = servesAll ? [] : visit.allowedMethods(in: snapshot)
        guard let target, methods.isEmpty else {
            throw RoutingError.unmatched(url: visit.url.text, allowedMethods: methods)
        }
        let server = Outcome.Server(routeID: nil, target)
        guard let lane = target.module?.lane, lane !== self.lane else {
            return try await serve(target.work, request, server)
        }
        return try await lane.run { try await self.serve(target.work, request, server) }
    }

    @inline(__always)
    private func serveInTime(
        _ work: BoundTarget.Work, _ request: RouteRequest, _ route: BoundRoute
    ) async throws -> Outcome {
        guard let limit = route.timeout else {
            return try await serve(work, request, route.server, route)
        }
        let error = RoutingError.timedOut(.route(route.id), after: limit)
        return try await generation.runtime.timer.run(within: limit, error: error) { _ in
            try await self.serve(work, request, route.server, route)
        }
    }

    /// Runs a handler, or makes or performs a module. The fallback has no route.
    @inline(__always)
    private func serve(
        _ work: BoundTarget.Work, _ request: RouteRequest, _ server: Outcome.Server, _ route: BoundRoute? = nil
    ) async throws -> Outcome {
        switch work {
        case .handler(let body): Outcome(request, server: server, destination: try await body(request))
        case .module(let module): try await makeOrPerform(module, request, server, route)
        }
    }

    private func makeOrPerform(
        _ module: BoundModule, _ request: RouteRequest, _ server: Outcome.Server, _ route: BoundRoute?
    ) async throws -> Outcome {
        guard let performer = generation.runtime.performer, performer.performsWhenOpened(module, for: request) else {
            let made = try await generation.makeSendable(module, for: request)
            return Outcome(request, server: server, destination: made)
        }
        let performed = try await performer.perform(module, for: request, presentation: route?.presentation)
        return Outcome(request, server: server, destination: performed.destination, performed: performed.route)
    }
}
