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

    package func action(ofInterceptor number: Int) -> WalkedAction { set.interceptors[number].action.walked }

    package func destination(ofRoute number: Int) -> WalkedDestination { set.routes[number].destination.walked }
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
        case .redirect(let target): .redirect(target.target)
        case .clientRedirect(let target, let status): .clientRedirect(target.target, status)
        }
    }
}

extension RoutingTable {
    /// What matches at one URL of a request's way.
    package func match(
        _ url: String, for request: WalkedRequest, _ interceptors: WalkedInterceptors
    ) throws(InvalidURL) -> RequestMatch {
        let scope = scope(method: request.method, view: request.view)
        guard interceptors == .everywhere else { return try match(url, in: scope) }
        var found = try match(url, in: scope)
        found.interceptors = match(found.url, in: everywhereScope(method: request.method)).interceptors
        return found
    }

    /// What an interceptor's pattern captures from a URL that it matches.
    package func captures(ofInterceptor number: Int, at url: RouteURL, for request: WalkedRequest) -> Captures {
        interceptors(for: url, in: scope(method: request.method, view: request.view))
            .first { $0.interceptor == number }?.captures ?? Captures()
    }
}
