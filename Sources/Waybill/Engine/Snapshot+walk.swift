import WaybillManifest
import WaybillProofs
import WaybillTable

/// The numbers of the overlay's routes and interceptors follow those of the generation's.
extension Snapshot: WalkedRoutes {
    func match(
        _ url: String, for request: WalkedRequest, _ interceptors: WalkedInterceptors
    ) throws(InvalidURL) -> RequestMatch {
        overlay.isEmpty
            ? try generation.match(url, for: request, interceptors)
            : try matchWithOverlay(url, for: request, interceptors)
    }

    // Apart from `match`, so that the match of most opens is not copied.
    @inline(never)
    private func matchWithOverlay(
        _ url: String, for request: WalkedRequest, _ interceptors: WalkedInterceptors
    ) throws(InvalidURL) -> RequestMatch {
        var match = try generation.match(url, for: request, interceptors)
        var above = try overlay.table.match(url, for: request, interceptors)
        for index in above.interceptors.indices {
            above.interceptors[index] += generation.bound.interceptors.count
        }
        match.interceptors = above.interceptors + match.interceptors
        match.takeRoute(of: above, offset: generation.bound.routes.count)
        return match
    }

    func captures(ofInterceptor number: Int, at url: RouteURL, for request: WalkedRequest) -> Captures {
        let count = generation.bound.interceptors.count
        return number < count
            ? generation.table.captures(ofInterceptor: number, at: url, for: request)
            : overlay.table.captures(ofInterceptor: number - count, at: url, for: request)
    }

    func pattern(at place: RoutePlace) -> Pattern {
        // Not `route(place.route)`, as in `destination(ofRoute:)`.
        let routes = generation.bound.routes
        return place.route < routes.count
            ? routes[place.route].patterns[place.pattern].pattern
            : overlay.route(place.route - routes.count).patterns[place.pattern].pattern
    }

    func action(ofInterceptor number: Int) -> WalkedAction { interceptor(number).action }

    func destination(ofRoute number: Int) -> WalkedDestination {
        // Not `route(number).destination`, which would count a reference to the route.
        let routes = generation.bound.routes
        return number < routes.count
            ? routes[number].destination : overlay.route(number - routes.count).destination
    }

    func lane(ofRoute number: Int) -> Lane? {
        // As above, without a reference to the route.
        let routes = generation.bound.routes
        return number < routes.count ? routes[number].lane : overlay.route(number - routes.count).lane
    }

    func route(_ number: Int) -> BoundRoute {
        let routes = generation.bound.routes
        return number < routes.count ? routes[number] : overlay.route(number - routes.count)
    }

    func interceptor(_ number: Int) -> BoundInterceptor {
        let interceptors = generation.bound.interceptors
        return number < interceptors.count
            ? interceptors[number] : overlay.interceptor(number - interceptors.count)
    }

    func origin(_ source: RedirectSource) -> Hop.Origin {
        switch source {
        case .interceptor(let number): .interceptor(interceptor(number).id)
        case .route(let number): .route(route(number).id)
        }
    }

    func hop(_ hop: WalkHop) -> Hop { Hop(by: origin(hop.by), to: hop.to) }
}

extension Generation {
    /// What matches in the table, without the overlay.
    fileprivate func match(
        _ url: String, for request: WalkedRequest, _ interceptors: WalkedInterceptors
    ) throws(InvalidURL) -> RequestMatch { try table.match(url, for: request, interceptors) }
}
