import WaybillTable

extension WalkedRoutes {
    /// Follows a request, with the assumption that every interceptor written in Swift passes it on.
    ///
    /// - Parameters:
    ///   - method: If `nil`, `GET` is assumed for network schemes and for paths alone.
    ///   - tags: The tags of the view. Empty for a plain open.
    ///   - maximumHops: May exceed the limit of the law, to see where a loop would lead.
    package func trace(
        _ url: String, method: String? = nil, tags: some Sequence<String> = [],
        maximumHops: Int = WalkedRequest.maximumHops
    ) -> RequestTrace {
        let tags = Set(tags)
        var trace = RequestTrace(view: tags.isEmpty ? .everything : TagView(tags))
        do {
            trace.method = if let method { method } else { try RouteURL(url).assumedMethod }
            let request = WalkedRequest(method: trace.method, view: trace.view)
            var next: URLVisit? = URLVisit(try match(url, for: request, .ofView), of: request)
            while let visit = next { next = follow(visit, &trace, maximumHops) }
        } catch {
            trace.end = .invalid(reason: error.reason)
        }
        return trace
    }

    /// Takes the steps of a visit, and returns the next visit if there is one.
    private func follow(_ visit: URLVisit, _ trace: inout RequestTrace, _ maximumHops: Int) -> URLVisit? {
        var record = RequestTrace.Visit(url: visit.url, route: visit.routeMatch(in: self))
        defer { trace.visits.append(record) }
        trace.last = visit
        for position in 0...visit.interceptors.count {
            if position < visit.interceptors.count { record.interceptors.append(visit.interceptors[position]) }
            switch visit.step(after: position, in: self) {
            case .run: continue
            case .reject: trace.end = .rejected(by: visit.interceptors[position])
            case .serve: trace.end = .reached
            case .redirectToClient(let location, let status):
                trace.end = .redirectToClient(location: location, status: status)
            case .unmatched: trace.end = .unmatched
            case .redirectUnmatched: trace.end = .redirectUnmatched
            case .leave(let hop):
                record.hop = hop
                do {
                    return try visit.leave(
                        by: hop, after: position, carrying: visit.parameters(with: record.route?.captures),
                        maximumHops: maximumHops, in: self)
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
