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

    /// The route of a URL, and the interceptors that run for it.
    ///
    /// - Parameter isOnTheWay: Whether only those run that apply everywhere: behind an interceptor's redirect.
    fileprivate func match(
        _ url: RouteURL, method: String?, in view: TagView, isOnTheWay: Bool
    ) -> (route: RouteMatch?, interceptors: [InterceptorMatch]) {
        var found = table.match(url, in: table.scope(method: method, view: view))
        if isOnTheWay { found.interceptors = table.everywhereInterceptors(for: url, method: method) }
        if let exemption, exemption.route == found.route?.route {
            found.interceptors.removeAll { $0.interceptor == exemption.interceptor }
        }
        return found
    }

    /// Follows a request.
    ///
    /// - Parameters:
    ///   - method: Where none is given, `GET` is assumed for network schemes and for paths alone.
    ///   - tags: The view; none is a plain open.
    ///   - mostHops: How far a request is followed: farther than the law lets it go, to see where it would have led.
    package func trace(
        _ url: String, method: String? = nil, tags: some Sequence<String> = [], mostHops: Int = RequestTrace.mostHops
    ) -> RequestTrace {
        let tags = Set(tags)
        var walk = RequestWalk(of: self, view: tags.isEmpty ? .everything : TagView(tags), mostHops: mostHops)
        return walk.follow(url, method: method)
    }
}

/// Follows one request through interceptors, routes and hops.
private struct RequestWalk {
    private let mostHops: Int
    private let subject: RoutedSet
    private var set: ManifestSet { subject.set }
    private var trace: RequestTrace
    private var ran: Set<Int> = []
    /// After an interceptor's redirect only those that no view bypasses run.
    private var runsEverywhereOnly = false

    init(of subject: RoutedSet, view: TagView, mostHops: Int) {
        self.subject = subject
        self.mostHops = mostHops
        trace = RequestTrace(view: view)
    }

    mutating func follow(_ start: String, method: String?) -> RequestTrace {
        var next: String? = start
        while let text = next {
            guard trace.legs.count <= mostHops else {
                trace.end = .circle
                return trace
            }
            do {
                let url = try RouteURL(text)
                trace.method = trace.method ?? method ?? url.assumedMethod
                next = visit(url)
            } catch {
                trace.end = .invalid(reason: error.reason)
                return trace
            }
        }
        return trace
    }

    /// Runs the chain at a URL and finds its route; returns the URL of the hop that leads away from it, if one does.
    private mutating func visit(_ url: RouteURL) -> String? {
        let found = subject.match(url, method: trace.method, in: trace.view, isOnTheWay: runsEverywhereOnly)
        var leg = RequestTrace.Leg(url: url, route: found.route)
        let end = run(found.interceptors, at: &leg) ?? arrive(at: &leg)
        trace.legs.append(leg)
        if let end { trace.end = end }
        return leg.hop?.to
    }

    /// Runs the interceptors until one of them ends the chain; returns what ended it, if it did not end in a hop.
    private mutating func run(_ matches: [InterceptorMatch], at leg: inout RequestTrace.Leg) -> RequestTrace.End? {
        for match in matches where ran.insert(match.interceptor).inserted {
            leg.interceptors.append(match.interceptor)
            switch set.interceptors[match.interceptor].action {
            case .use: continue
            case .rewrite(let target):
                runsEverywhereOnly = true
                leg.hop = .init(by: .interceptor(match.interceptor), to: target.target.expand(match.captures))
                return nil
            case .reject: return .rejected(by: match.interceptor)
            }
        }
        return nil
    }

    /// Arrives at the route, unless the chain led elsewhere; a redirect leads on.
    private mutating func arrive(at leg: inout RequestTrace.Leg) -> RequestTrace.End? {
        guard leg.hop == nil else { return nil }
        guard let match = leg.route else { return .unmatched }
        switch set.routes[match.route].destination {
        case .module, .handler: return .reached
        case .redirect(let target):
            runsEverywhereOnly = false
            leg.hop = .init(by: .route(match.route), to: target.target.expand(match.captures))
            return nil
        case .clientRedirect(let target, let status):
            let location = target.target.location(match.captures, after: trace.legs.map(\.url) + [leg.url])
            return .redirectToClient(location: location, status: status)
        }
    }
}
