import WaybillTable

extension WalkedRoutes {
    /// Follows a request as far as YAML alone decides: code passes everything on.
    ///
    /// - Parameters:
    ///   - method: Where none is given, `GET` is assumed for network schemes and for paths alone.
    ///   - tags: The view; none is a plain open.
    ///   - maximumHops: How far a request is followed: farther than the law lets it go, to see where it would have led.
    package func trace(
        _ url: String, method: String? = nil, tags: some Sequence<String> = [],
        maximumHops: Int = WalkedRequest.maximumHops
    ) -> RequestTrace {
        let tags = Set(tags)
        var trace = RequestTrace(view: tags.isEmpty ? .everything : TagView(tags))
        do {
            trace.method = if let method { method } else { try RouteURL(url).assumedMethod }
            let request = WalkedRequest(method: trace.method, view: trace.view, maximumHops: maximumHops)
            var next: WalkLeg? = try leg(at: url, of: request)
            while let leg = next { next = follow(leg, &trace) }
        } catch {
            trace.end = .invalid(reason: error.reason)
        }
        return trace
    }

    /// Goes through the steps of a leg, and returns the next one if a hop leads to it.
    private func follow(_ leg: WalkLeg, _ trace: inout RequestTrace) -> WalkLeg? {
        var record = RequestTrace.Leg(url: leg.url, route: leg.routeMatch)
        defer { trace.legs.append(record) }
        trace.lastLeg = leg
        for position in 0...leg.interceptors.count {
            if position < leg.interceptors.count { record.interceptors.append(leg.interceptors[position]) }
            switch leg.step(after: position, in: self) {
            case .run: continue
            case .reject: trace.end = .rejected(by: leg.interceptors[position])
            case .serve: trace.end = .reached
            case .redirectToClient(let location, let status):
                trace.end = .redirectToClient(location: location, status: status)
            case .unmatched: trace.end = .unmatched
            case .redirectUnmatched: trace.end = .redirectUnmatched
            case .leave(let hop):
                record.hop = hop
                do {
                    return try leg.leave(by: hop, after: position, carrying: leg.parameters, in: self)
                } catch {
                    trace.end = error.end
                }
            }
            return nil
        }
        return nil
    }
}

extension WalkFailure {
    fileprivate var end: RequestTrace.End {
        switch self {
        case .loop: .loop
        case .invalidTarget(let error, _): .invalid(reason: error.reason)
        }
    }
}
