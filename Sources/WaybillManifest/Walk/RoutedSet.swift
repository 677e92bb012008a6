import WaybillProofs
package import WaybillTable

/// A set with a table of it, index by index: what requests are asked of.
///
/// The table need not be the one that was compiled of the set's files, so that one may ask what a change of the set would
/// do to requests.
package struct RoutedSet: Sendable {
    package let set: ManifestSet
    package let table: RoutingTable
    /// An interceptor that does not run for a route's requests.
    private var exemption: (route: Int, interceptor: Int)?

    package init(set: ManifestSet, table: RoutingTable) {
        self.set = set
        self.table = table
    }

    /// A set with the table that it compiles to. Nothing is checked.
    package init(_ set: ManifestSet) {
        self.init(set: set, table: RoutingTable(RankedDefinitions(set)))
    }

    /// The same set, but an interceptor does not run for requests of a route.
    package func exempting(route: Int, from interceptor: Int) -> RoutedSet {
        var copy = self
        copy.exemption = (route, interceptor)
        return copy
    }

    /// Follows a request.
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
            let url = try RouteURL(url)
            trace.method = method ?? url.assumedMethod
            let request = WalkedRequest(method: trace.method, view: trace.view, maximumHops: maximumHops)
            var leg: WalkLeg? = WalkLeg(at: url, of: request, in: self)
            while let here = leg { leg = follow(here, &trace) }
        } catch {
            trace.end = .invalid(reason: error.reason)
        }
        return trace
    }

    /// Goes through the steps of a leg, and returns the next one if a hop leads to it.
    private func follow(_ leg: WalkLeg, _ trace: inout RequestTrace) -> WalkLeg? {
        var record = RequestTrace.Leg(url: leg.url, route: leg.route)
        defer { trace.legs.append(record) }
        for position in 0...leg.interceptors.count {
            if position < leg.interceptors.count { record.interceptors.append(leg.interceptors[position].interceptor) }
            switch leg.step(after: position, in: self) {
            case .run: continue
            case .reject: trace.end = .rejected(by: leg.interceptors[position].interceptor)
            case .serve: trace.end = .reached
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

extension RoutedSet: WalkedRoutes {
    package func match(
        _ url: RouteURL, for request: WalkedRequest, _ interceptors: WalkedInterceptors
    ) -> RequestMatch {
        var found = table.match(url, for: request, interceptors)
        if let exemption, exemption.route == found.route?.route {
            found.interceptors.removeAll { $0.interceptor == exemption.interceptor }
        }
        return found
    }

    package func action(ofInterceptor number: Int) -> WalkedAction<Void> {
        switch set.interceptors[number].action {
        case .use: .run(())
        case .rewrite(let target): .rewrite(target.target)
        case .reject(let rejection): .reject(rejection)
        }
    }

    package func destination(ofRoute number: Int) -> WalkedDestination<Void> {
        switch set.routes[number].destination {
        case .module, .handler: .serve(())
        case .redirect(let target): .redirect(target.target)
        }
    }
}

extension RoutingTable {
    /// What matches at one URL of a request's way.
    package func match(
        _ url: RouteURL, for request: WalkedRequest, _ interceptors: WalkedInterceptors
    ) -> RequestMatch {
        var found = match(url, in: scope(method: request.method, view: request.view))
        if interceptors == .everywhere {
            found.interceptors = everywhereInterceptors(for: url, method: request.method)
        }
        return found
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
