import WaybillManifest
import WaybillProofs
import WaybillTable

/// The numbers of the overlay's routes and interceptors follow those of the generation's.
extension Snapshot: WalkedRoutes {
    func match(
        _ url: String, for request: WalkedRequest, _ interceptors: WalkedInterceptors
    ) throws(InvalidURL) -> RequestMatch {
        overlay.isEmpty
            ? try generation.table.match(url, for: request, interceptors)
            : try matchWithOverlay(url, for: request, interceptors)
    }

    private func matchWithOverlay(
        _ url: String, for request: WalkedRequest, _ interceptors: WalkedInterceptors
    ) throws(InvalidURL) -> RequestMatch {
        var match = try generation.table.match(url, for: request, interceptors)
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
        route(place.route).patterns[place.pattern].pattern
    }

    func action(ofInterceptor number: Int) -> WalkedAction { interceptor(number).action }

    func destination(ofRoute number: Int) -> WalkedDestination { route(number).destination }

    func allowedMethods(at url: RouteURL, for request: WalkedRequest) -> [String] {
        let declared = generation.table.allowedMethods(for: url, in: request.view)
        guard !overlay.isEmpty else { return declared }
        return Set(declared).union(overlay.table.allowedMethods(for: url, in: request.view)).sorted()
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
