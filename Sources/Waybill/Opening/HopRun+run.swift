import WaybillManifest
import WaybillTable

extension HopRun {
    /// Takes the steps of the walk from the request's position on.
    @inline(__always)  // see `RouteRequest.run`
    func run(_ request: RouteRequest) async throws -> Outcome {
        if let record = request.record, visit.interceptors.indices.contains(request.position) {
            record.run(interceptor: interceptor(at: request.position).id)
        }
        switch visit.step(after: request.position, in: snapshot) {
        case .run: return try await intercept(request)
        case .reject(let rejection):
            let id = interceptor(at: request.position).id
            throw RoutingError.rejected(by: id, reason: rejection.reason, status: rejection.status)
        case .leave(let hop): return try await leave(by: hop, request)
        case .serve: return try await arrive(request)
        case .redirectToClient(let location, let status):
            let redirect = ClientRedirect(location: location, status: status.rawValue)
            return Outcome(request, server: route?.server, destination: nil, redirect: redirect)
        case .unmatched: return try await fallBack(request)
        case .redirectUnmatched(let hop):
            throw RoutingError.redirectUnmatched(url: visit.url.text, by: snapshot.origin(hop.by))
        }
    }

    private func intercept(_ request: RouteRequest) async throws -> Outcome {
        let interceptor = interceptor(at: request.position)
        guard let body = interceptor.body else { return try await run(request.passedOn) }
        guard let limit = interceptor.timeout else {
            let next = Next(request: request, deadline: nil)
            return try await body(request, next)
        }
        return try await intercept(request, interceptor.id, body, within: limit)
    }

    private func intercept(
        _ request: RouteRequest, _ id: String, _ body: @escaping InterceptorBody, within limit: Duration
    ) async throws -> Outcome {
        let error = RoutingError.timedOut(.interceptor(id), after: limit)
        return try await generation.runtime.timer.run(within: limit, error: error) { deadline in
            let next = Next(request: request, deadline: deadline)
            return try await body(request, next)
        }
    }

    /// Continues at another URL. The interceptors that the request has passed do not run again.
    func leave(
        by hop: WalkHop, _ request: RouteRequest, _ change: ParameterChange = ParameterChange()
    ) async throws -> Outcome {
        let next: URLVisit
        do throws(WalkFailure) {
            next = try visit.leave(
                by: hop, after: request.position,
                carrying: request.parameters.all.filter { !change.removed.contains($0.key) }, overrides: change.set,
                in: snapshot)
        } catch {
            throw error.routingError(snapshot)
        }
        let run = HopRun(next, after: self)
        request.record?.enter(run)
        return try await run.run(RouteRequest(hop: run, after: request))
    }
}

extension WalkFailure {
    fileprivate func routingError(_ snapshot: Snapshot) -> RoutingError {
        switch self {
        case .loop(let hops): .redirectLoop(hops.map(snapshot.hop))
        case .invalidTarget(let error, let hop): .invalidRedirect(error, by: snapshot.origin(hop.by))
        }
    }
}

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
