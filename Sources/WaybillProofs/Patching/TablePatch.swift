package import WaybillTable

/// One route or one interceptor of a table that is otherwise: what this does to requests is told without building the
/// table anew.
///
/// For a route there is a small table: the route as it is now, with its rivals, which are all that may share a URL with
/// it as it is now or as it was.
///
/// > Where neither the table says that the route as it was serves a request, nor the small table that it does now, what
/// > the table says still holds; else what the small table says.
///
/// For all that match a request of the route, before or now, are in the small table; and whoever serves a request that
/// the route has no part in stands in the same order to all others as before. Interceptors know nothing of each other.
package struct TablePatch: Sendable {
    package enum Subject: Sendable, Hashable {
        case route(Int)
        case interceptor(Int)
    }

    package let subject: Subject
    /// The route as it is now, with its rivals behind it; or the interceptor as it is now and as it was.
    let small: RoutingTable
    /// By route of the small table: its index in the whole one.
    let owners: [Int]

    init(_ subject: Subject, _ small: RoutingTable, owners: [Int] = []) {
        self.subject = subject
        self.small = small
        self.owners = owners
    }

    /// What ``RoutingTable/match(_:in:)`` would say.
    ///
    /// - Parameter table: The one that the patch was made for.
    package func match(
        _ url: RouteURL, method: String?, in view: TagView, of table: RoutingTable
    ) -> (route: RouteMatch?, interceptors: [InterceptorMatch]) {
        var found = table.match(url, in: table.scope(method: method, view: view))
        switch subject {
        case .route(let route):
            let own = small.route(for: url, method: method, in: view)
            if own?.route == 0 || found.route?.route == route { found.route = own.map(outward) }
        case .interceptor:
            let own = small.interceptors(for: url, method: method, in: view).first { $0.interceptor == 0 }
            found.interceptors = replacing(in: found.interceptors, by: own, of: table)
        }
        return found
    }

    /// What ``RoutingTable/everywhereInterceptors(for:method:)`` would say.
    package func everywhereInterceptors(
        for url: RouteURL, method: String?, of table: RoutingTable
    ) -> [InterceptorMatch] {
        let found = table.everywhereInterceptors(for: url, method: method)
        guard case .interceptor = subject else { return found }
        let own = small.everywhereInterceptors(for: url, method: method).first { $0.interceptor == 0 }
        return replacing(in: found, by: own, of: table)
    }

    /// The route and its rivals. A request that some other route serves goes where it went.
    package var servers: [Int] { owners }

    /// Whether the interceptor, as it is now or as it was, runs for a request in some view. For any other request it
    /// makes no difference.
    package func mayRun(for url: RouteURL, method: String?) -> Bool {
        !small.interceptors(for: url, method: method).isEmpty
    }

    private func outward(_ match: RouteMatch) -> RouteMatch {
        var match = match
        match.route = owners[match.route]
        return match
    }

    private func replacing(
        in matches: [InterceptorMatch], by own: InterceptorMatch?, of table: RoutingTable
    ) -> [InterceptorMatch] {
        guard case .interceptor(let index) = subject else { return matches }
        var matches = matches.filter { $0.interceptor != index }
        guard var own else { return matches }
        own.interceptor = index
        let turn = (small.interceptors[0].order, small.interceptors[0].id)
        let place = matches.firstIndex { match in
            turn < (table.interceptors[match.interceptor].order, table.interceptors[match.interceptor].id)
        }
        matches.insert(own, at: place ?? matches.count)
        return matches
    }
}
