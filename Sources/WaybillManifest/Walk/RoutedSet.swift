import WaybillProofs
package import WaybillTable

/// A manifest set and a table with the same indices, which together answer where a request goes.
///
/// The table may come from a changed set, so that the effect of a change on requests can be computed.
package struct RoutedSet: Sendable {
    package let set: ManifestSet
    package let table: RoutingTable
    /// An interceptor that does not run for requests of this route.
    private var exemption: (route: Int, interceptor: Int)?

    package init(set: ManifestSet, table: RoutingTable) {
        self.set = set
        self.table = table
    }

    /// Compiles the set to a table, without checks.
    package init(_ set: ManifestSet) {
        self.init(set: set, table: RoutingTable(RankedDefinitions(set)))
    }

    /// Returns a copy in which the interceptor does not run for requests of the route.
    package func exempting(route: Int, from interceptor: Int) -> RoutedSet {
        var copy = self
        copy.exemption = (route, interceptor)
        return copy
    }
}

extension RoutedSet: WalkedRoutes {
    package func match(
        _ url: String, for request: WalkedRequest, _ interceptors: WalkedInterceptors
    ) throws(InvalidURL) -> RequestMatch {
        var found = try table.match(url, for: request, interceptors)
        if let exemption, exemption.route == found.route?.route {
            found.interceptors.removeAll { $0 == exemption.interceptor }
        }
        return found
    }

    package func captures(
        ofInterceptor number: Int, at url: RouteURL, for request: WalkedRequest
    ) -> Captures { table.captures(ofInterceptor: number, at: url, for: request) }

    package func pattern(at place: RoutePlace) -> Pattern { table.pattern(at: place) }

    package func action(ofInterceptor number: Int) -> WalkedAction { set.interceptors[number].action.walked }

    package func destination(ofRoute number: Int) -> WalkedDestination { set.routes[number].destination.walked }

    package func allowedMethods(at url: RouteURL, for request: WalkedRequest) -> [String] {
        table.allowedMethods(for: url, in: request.view)
    }
}

extension Interceptor.Action {
    package var walked: WalkedAction {
        switch self {
        case .use: .run
        case .rewrite(let target): .rewrite(target.target)
        case .reject(let rejection): .reject(rejection)
        }
    }
}

extension Route.Destination {
    package var walked: WalkedDestination {
        switch self {
        case .module, .handler: .serve
        case .forward(let target): .forward(target.target)
        case .redirect(let target, let status): .redirect(target.target, status)
        }
    }
}

extension RoutingTable {
    /// Returns the route and the interceptors that match at one URL of a request.
    package func match(
        _ url: String, for request: WalkedRequest, _ interceptors: WalkedInterceptors
    ) throws(InvalidURL) -> RequestMatch {
        guard interceptors == .everywhere else { return try match(url, method: request.method, in: request.view) }
        var found = try match(url, method: request.method, in: request.view)
        found.interceptors = match(found.url, in: everywhereScope(method: request.method)).interceptors
        return found
    }

    /// Returns what the interceptor's pattern captures from a URL that it matches.
    package func captures(ofInterceptor number: Int, at url: RouteURL, for request: WalkedRequest) -> Captures {
        interceptors(for: url, in: scope(method: request.method, view: request.view))
            .first { $0.interceptor == number }?.captures ?? Captures()
    }
}
