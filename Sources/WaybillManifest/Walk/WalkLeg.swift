package import WaybillProofs
package import WaybillTable

/// What a walk asks of routes and interceptors. Both are known by their numbers.
package protocol WalkedRoutes {
    /// The route of a URL, and the interceptors that run there, in running order.
    func match(_ url: RouteURL, for request: WalkedRequest, _ interceptors: WalkedInterceptors) -> RequestMatch

    /// What an interceptor's pattern captures from a URL that it matches.
    func captures(ofInterceptor number: Int, at url: RouteURL, for request: WalkedRequest) -> Captures

    func action(ofInterceptor number: Int) -> WalkedAction

    func destination(ofRoute number: Int) -> WalkedDestination
}

/// What stays the same on the whole way of a request.
package struct WalkedRequest: Sendable {
    /// Decided once, where the request starts.
    package let method: String?
    package let view: TagView
    /// More hops than this are a loop.
    package let maximumHops: Int

    package init(method: String?, view: TagView, maximumHops: Int = Self.maximumHops) {
        self.method = method
        self.view = view
        self.maximumHops = maximumHops
    }

    /// Law 9's limit.
    package static let maximumHops = 8
}

/// Which interceptors run at a URL.
package enum WalkedInterceptors: Sendable {
    /// All of the view.
    case ofView
    /// Only those that apply everywhere.
    case everywhere
}

/// What an interceptor does.
package enum WalkedAction: Sendable {
    /// Code decides.
    case run
    case rewrite(URLTemplate)
    case reject(Interceptor.Rejection)
}

/// Where a route leads.
package enum WalkedDestination: Sendable {
    /// To a module or a handler.
    case serve
    /// Followed inside.
    case redirect(URLTemplate)
    /// For the caller to follow.
    case clientRedirect(URLTemplate, RedirectStatus)
}

/// One URL on the way of a request, as law 9 says: what matches there, and what the request brought along.
///
/// Immutable, and the only implementation of that law. A walk takes steps at a leg, one for each interceptor and one for
/// the route, until a step leads to the next leg or ends the walk. The engine runs code at the steps; ``RoutedSet`` follows
/// what YAML alone decides.
package final class WalkLeg: Sendable {
    package let request: WalkedRequest
    package let url: RouteURL
    /// The route that the URL leads to.
    package let route: RouteMatch?
    /// Those that run here, in running order: none of them has run on an earlier leg.
    package let interceptors: [Int]
    /// The hops that led here.
    package let hops: [WalkHop]
    /// The URLs of earlier legs.
    private let earlier: [RouteURL]
    /// The URL of the first leg.
    package var firstURL: RouteURL { earlier.first ?? url }
    /// The interceptors that ran on earlier legs.
    private let ran: [Int]
    /// The parameters that the request had before the last hop.
    private let inherited: [String: String]
    /// What the interceptor that sent the request here set.
    private let overrides: [String: String]

    /// The first leg.
    package convenience init(at url: RouteURL, of request: WalkedRequest, in routes: some WalkedRoutes) {
        self.init(
            routes.match(url, for: request, .ofView), at: url, of: request, hops: [], earlier: [], ran: [],
            inherited: [:], overrides: [:])
    }

    private init(
        _ match: RequestMatch, at url: RouteURL, of request: WalkedRequest, hops: [WalkHop], earlier: [RouteURL],
        ran: [Int], inherited: [String: String], overrides: [String: String]
    ) {
        self.request = request
        self.url = url
        route = match.route
        interceptors =
            ran.isEmpty ? match.interceptors : match.interceptors.filter { !ran.contains($0) }
        self.hops = hops
        self.earlier = earlier
        self.ran = ran
        self.inherited = inherited
        self.overrides = overrides
    }

    // MARK: Steps

    /// What happens next to a request that has passed some of the interceptors.
    ///
    /// - Parameter position: How many it has passed; all of them for the route.
    package func step(after position: Int, in routes: some WalkedRoutes) -> WalkStep {
        guard position < interceptors.count else { return arrival(in: routes) }
        let number = interceptors[position]
        switch routes.action(ofInterceptor: number) {
        case .run: return .run
        case .reject(let rejection): return .reject(rejection)
        case .rewrite(let target):
            let captures = routes.captures(ofInterceptor: number, at: url, for: request)
            return .leave(WalkHop(by: .interceptor(number), expanding: target, captures, .everywhere))
        }
    }

    private func arrival(in routes: some WalkedRoutes) -> WalkStep {
        guard let route else {
            guard let hop = hops.last, !hop.isChosenByClient else { return .unmatched }
            return .redirectUnmatched(hop)
        }
        switch routes.destination(ofRoute: route.route) {
        case .serve: return .serve
        case .redirect(let target):
            return .leave(WalkHop(by: .route(route.route), expanding: target, route.captures, .ofView))
        case .clientRedirect(let target, let status):
            return .redirectToClient(location: target.location(route.captures, after: earlier + [url]), status)
        }
    }

    /// The hop to a URL that an interceptor's code chose.
    ///
    /// - Parameter position: The interceptor's place among ``interceptors``.
    package func hop(to url: String, chosenAt position: Int, _ interceptors: WalkedInterceptors) -> WalkHop {
        WalkHop(by: .interceptor(self.interceptors[position]), to: url, interceptors)
    }

    /// The next leg.
    ///
    /// - Parameters:
    ///   - position: How many interceptors of this leg the request has passed.
    ///   - parameters: Those that the request carries to the next leg.
    ///   - overrides: What takes precedence over the parameters of the next URL.
    package func leave(
        by hop: WalkHop, after position: Int, carrying parameters: [String: String],
        overrides: [String: String] = [:], in routes: some WalkedRoutes
    ) throws(WalkFailure) -> WalkLeg {
        let hops = hops + [hop]
        guard hops.count <= request.maximumHops else { throw .loop(hops) }
        let next: RouteURL
        do { next = try RouteURL(hop.to) } catch { throw .invalidTarget(error, hop) }
        return WalkLeg(
            routes.match(next, for: request, hop.interceptors), at: next, of: request, hops: hops,
            earlier: earlier + [url], ran: ran + interceptors.prefix(position + 1), inherited: parameters,
            overrides: overrides)
    }

    // MARK: Parameters

    /// The flat view of law 7, over hops as law 9 says.
    package var parameters: [String: String] {
        inherited.merging(url.flatParameters(route?.captures)) { $1 }.merging(overrides) { $1 }
    }

    /// One of ``parameters``, without making them all.
    package func parameter(_ name: String) -> String? {
        overrides[name] ?? route?.captures[name] ?? url.queryItems.last { $0.name == name }?.value ?? inherited[name]
    }
}

/// What leads a request from one URL to the next.
package struct WalkHop: Sendable {
    package let by: RedirectSource
    package let to: String
    /// Those that run at the next URL.
    package let interceptors: WalkedInterceptors
    /// Whether the target holds values that the client chose: then a URL that no route matches is the client's mistake.
    package let isChosenByClient: Bool

    init(by source: RedirectSource, to target: String, _ interceptors: WalkedInterceptors) {
        by = source
        to = target
        self.interceptors = interceptors
        isChosenByClient = false
    }

    fileprivate init(
        by source: RedirectSource, expanding target: URLTemplate, _ captures: Captures,
        _ interceptors: WalkedInterceptors
    ) {
        by = source
        to = target.expand(captures)
        self.interceptors = interceptors
        isChosenByClient = !target.captureNames.isEmpty
    }
}

/// What happens at one place of a leg.
package enum WalkStep: Sendable {
    /// An interceptor's code runs and decides: to pass on, to leave, to answer or to throw.
    case run
    case reject(Interceptor.Rejection)
    case leave(WalkHop)
    /// The route is reached.
    case serve
    /// The caller is told a URL to ask for.
    case redirectToClient(location: String, RedirectStatus)
    /// No route matches: the fallback serves.
    case unmatched
    /// A hop leads to a URL that no route matches. No fallback serves that.
    case redirectUnmatched(WalkHop)
}

/// Why a walk cannot go on to the next leg.
package enum WalkFailure: Error {
    /// More hops than law 9 allows; the last one was not followed.
    case loop([WalkHop])
    case invalidTarget(InvalidURL, WalkHop)
}
