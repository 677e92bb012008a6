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
