package import WaybillProofs
package import WaybillTable

/// What a walk asks of routes and interceptors. Both are known by their numbers.
package protocol WalkedRoutes {
    /// Parses a URL, and finds its route and the interceptors that run there, in running order.
    func match(
        _ url: String, for request: WalkedRequest, _ interceptors: WalkedInterceptors
    ) throws(InvalidURL) -> RequestMatch

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

extension WalkedRoutes {
    /// The first leg of a request's way.
    package func leg(at url: String, of request: WalkedRequest) throws(InvalidURL) -> WalkLeg {
        WalkLeg(try match(url, for: request, .ofView), of: request)
    }
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
    /// Without the interceptors that ran on earlier legs.
    private let match: RequestMatch
    /// `nil` on the first leg.
    private let past: Past?

    /// What earlier legs leave to a later one.
    private final class Past: Sendable {
        /// At least one.
        let hops: [WalkHop]
        /// The URLs of earlier legs.
        let urls: [RouteURL]
        /// The interceptors that ran on earlier legs.
        let ran: [Int]
        /// The parameters that the request had before the last hop.
        let parameters: [String: String]
        /// What the interceptor that sent the request here set.
        let overrides: [String: String]

        init(
            hops: [WalkHop], urls: [RouteURL], ran: [Int], parameters: [String: String], overrides: [String: String]
        ) {
            self.hops = hops
            self.urls = urls
            self.ran = ran
            self.parameters = parameters
            self.overrides = overrides
        }
    }

    /// The first leg.
    fileprivate init(_ match: RequestMatch, of request: WalkedRequest) {
        self.request = request
        self.match = match
        past = nil
    }

    private init(_ match: RequestMatch, of request: WalkedRequest, after past: Past) {
        self.request = request
        self.match = match
        self.past = past
    }

    package var url: RouteURL { match.url }
    /// The route that the URL leads to.
    package var route: RoutePlace? { match.route }
    /// The one of its patterns that the URL matches.
    package var pattern: Pattern? { match.pattern }
    /// The same, with what it captured.
    package var routeMatch: RouteMatch? { match.routeMatch }
    /// Those that run here, in running order: none of them has run on an earlier leg.
    package var interceptors: [Int] { match.interceptors }

    /// The hops that led here.
    package var hops: [WalkHop] { past?.hops ?? [] }

    /// The URL of the first leg.
    package var firstURL: RouteURL { past?.urls.first ?? url }

    package var isFirst: Bool { past == nil }

    // MARK: Steps

    /// What happens next to a request that has passed some of the interceptors.
    ///
    /// - Parameter position: How many it has passed; all of them for the route.
    package func step(after position: Int, in routes: some WalkedRoutes) -> WalkStep {
        guard position < match.interceptors.count else { return arrival(in: routes) }
        let number = match.interceptors[position]
        switch routes.action(ofInterceptor: number) {
        case .run: return .run
        case .reject(let rejection): return .reject(rejection)
        case .rewrite(let target):
            let captures = routes.captures(ofInterceptor: number, at: url, for: request)
            return .leave(WalkHop(by: .interceptor(number), expanding: target, captures, .everywhere))
        }
    }

    private func arrival(in routes: some WalkedRoutes) -> WalkStep {
        guard let route = match.route else {
            guard let hop = past?.hops.last, !hop.isChosenByClient else { return .unmatched }
            return .redirectUnmatched(hop)
        }
        switch routes.destination(ofRoute: route.route) {
        case .serve: return .serve
        case .redirect(let target):
            return .leave(WalkHop(by: .route(route.route), expanding: target, match.captures ?? Captures(), .ofView))
        case .clientRedirect(let target, let status):
            let location = target.location(match.captures ?? Captures(), after: (past?.urls ?? []) + [url])
            return .redirectToClient(location: location, status)
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
        var next: RequestMatch
        do { next = try routes.match(hop.to, for: request, hop.interceptors) } catch {
            throw .invalidTarget(error, hop)
        }
        let past = Past(
            hops: hops, urls: (past?.urls ?? []) + [url], ran: (past?.ran ?? []) + interceptors.prefix(position + 1),
            parameters: parameters, overrides: overrides)
        next.interceptors.removeAll { past.ran.contains($0) }
        return WalkLeg(next, of: request, after: past)
    }

    // MARK: Parameters

    /// The flat view of law 7, over hops as law 9 says.
    package var parameters: [String: String] {
        let own = url.flatParameters(match.captures)
        guard let past else { return own }
        return past.parameters.merging(own) { $1 }.merging(past.overrides) { $1 }
    }

    /// What the interceptor that sent the request here set.
    package var overrides: [String: String] { past?.overrides ?? [:] }

    /// One of ``parameters``, without making them all.
    package func parameter(_ name: String) -> String? {
        past?.overrides[name] ?? match.captures?[name]
            ?? url.queryItems.last { $0.name == name }?.value ?? past?.parameters[name]
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
