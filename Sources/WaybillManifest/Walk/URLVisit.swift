package import WaybillProofs
package import WaybillTable

/// The routes and interceptors of a walk, identified by their numbers.
package protocol WalkedRoutes {
    /// Parses a URL, and finds its route and the interceptors that run there, in running order.
    func match(
        _ url: String, for request: WalkedRequest, _ interceptors: WalkedInterceptors
    ) throws(InvalidURL) -> RequestMatch

    /// Returns what the interceptor's pattern captures from a URL that it matches.
    func captures(ofInterceptor number: Int, at url: RouteURL, for request: WalkedRequest) -> Captures

    func action(ofInterceptor number: Int) -> WalkedAction

    /// Returns the pattern of a route that a match names.
    func pattern(at place: RoutePlace) -> Pattern

    func destination(ofRoute number: Int) -> WalkedDestination

    /// Returns the methods that routes in the view of a request answer at a URL, sorted.
    func allowedMethods(at url: RouteURL, for request: WalkedRequest) -> [String]
}

/// The values that stay the same at every visit of a request.
package struct WalkedRequest: Sendable {
    /// The method, which is decided once, at the start.
    package let method: String?
    package let view: TagView

    package init(method: String?, view: TagView) {
        self.method = method
        self.view = view
    }

    /// Law 9's limit.
    package static let maximumHops = 8
}

/// The interceptors that run at a URL.
package enum WalkedInterceptors: Sendable {
    /// All that the view shows.
    case ofView
    /// Only those that apply everywhere.
    case everywhere
}

/// The action of an interceptor. Indirect, so that it is one word, because most of them run code.
package indirect enum WalkedAction: Sendable {
    /// Swift code decides.
    case run
    case rewrite(URLTemplate)
    case reject(Interceptor.Rejection)
}

/// The destination of a route. Indirect, so that it is one word, because most of them serve.
package indirect enum WalkedDestination: Sendable {
    /// A module or a handler.
    case serve
    /// The walk continues at the target.
    case forward(URLTemplate)
    /// The walk ends, and the caller follows the redirect.
    case redirect(URLTemplate, RedirectStatus)
}

/// A visit: one URL on the way of a request, with what matches there and what the request carries from earlier URLs.
///
/// Visits are immutable, and they are the only implementation of law 9. A walk takes steps at a visit, one for each
/// interceptor and one for the route, until a step leads to the next visit or ends the walk. The engine runs Swift code at
/// the steps; `trace(_:)` follows a walk without running code.
package struct URLVisit: Sendable {
    package let request: WalkedRequest
    /// The route and the interceptors that match, without the interceptors that ran at earlier visits.
    @usableFromInline let match: RequestMatch
    /// `nil` at the first visit.
    private let past: Past?

    /// Creates the first visit of a request.
    package init(_ match: RequestMatch, of request: WalkedRequest) {
        self.request = request
        self.match = match
        past = nil
    }

    private init(_ match: RequestMatch, of request: WalkedRequest, after past: Past) {
        self.request = request
        self.match = match
        self.past = past
    }

    // Inlinable, because a call from another module would copy the whole visit.

    /// The visited URL.
    @inlinable package var url: RouteURL { match.url }
    /// The route that matches the URL.
    @inlinable package var route: RoutePlace? { match.route }
    /// The interceptors that run at this URL, in running order. None of them ran at an earlier visit.
    @inlinable package var interceptors: [Int] { match.interceptors }

    /// Returns one of ``interceptors``, without a reference to the array.
    @inlinable package func interceptor(at position: Int) -> Int { match.interceptors[position] }

    /// The hops from the first URL to this one.
    package var hops: [WalkHop] { past?.hops ?? [] }

    // MARK: Steps

    /// Returns what happens next to a request that has passed some of the interceptors.
    ///
    /// - Parameter position: The number of interceptors that it has passed.
    package func step(after position: Int, in routes: some WalkedRoutes) -> WalkStep {
        guard position < interceptors.count else { return arrival(in: routes) }
        let number = interceptors[position]
        switch routes.action(ofInterceptor: number) {
        case .run: return .run
        case .reject(let rejection): return .reject(rejection)
        case .rewrite(let target):
            let captures = routes.captures(ofInterceptor: number, at: url, for: request)
            return leave(WalkHop(by: .interceptor(number), expanding: target, captures, .everywhere))
        }
    }

    private func arrival(in routes: some WalkedRoutes) -> WalkStep {
        guard let route else {
            guard let hop = past?.hops.last, !hop.isChosenByClient else { return .unmatched }
            // The method is the client's: the request is answered as at the target itself.
            return allowedMethods(in: routes).isEmpty ? .redirectUnmatched(hop) : .unmatched
        }
        switch routes.destination(ofRoute: route.route) {
        case .serve: return .serve
        case .forward(let target):
            let captures = captures(by: routes.pattern(at: route))
            return leave(WalkHop(by: .route(route.route), expanding: target, captures, .ofView))
        case .redirect(let target, let status):
            let captures = captures(by: routes.pattern(at: route))
            let location = target.location(captures, after: (past?.urls ?? []) + [url])
            return location.map { .redirectToClient(location: $0, status) } ?? .unmatched
        }
    }

    /// Returns the methods that routes answer at this URL, if the request's is none of them. Empty if the method is not the
    /// reason why the request is unmatched: no route has the URL, or one with its method matches and leads nowhere.
    package func allowedMethods(in routes: some WalkedRoutes) -> [String] {
        route == nil ? routes.allowedMethods(at: url, for: request) : []
    }

    /// A target that the request must not have is one that no route serves.
    private func leave(_ hop: WalkHop?) -> WalkStep { hop.map(WalkStep.leave) ?? .unmatched }

    /// Returns the hop to a URL that the Swift code of an interceptor chose.
    ///
    /// - Parameter position: The interceptor's place among ``interceptors``.
    package func hop(to url: String, chosenAt position: Int, _ interceptors: WalkedInterceptors) -> WalkHop {
        WalkHop(by: .interceptor(self.interceptors[position]), to: url, interceptors)
    }

    /// Follows a hop, and returns the next visit.
    ///
    /// - Parameters:
    ///   - position: The number of interceptors of this visit that the request has passed.
    ///   - parameters: The parameters that the request carries to the next visit.
    ///   - overrides: Parameters that take precedence over those of the next URL.
    ///   - maximumHops: More hops than this are a loop.
    package func leave(
        by hop: WalkHop, after position: Int, carrying parameters: [String: String],
        overrides: [String: String] = [:], maximumHops: Int = WalkedRequest.maximumHops,
        in routes: some WalkedRoutes
    ) throws(WalkFailure) -> URLVisit {
        let hops = hops + [hop]
        guard hops.count <= maximumHops else { throw .loop(hops) }
        var next: RequestMatch
        do { next = try routes.match(hop.to, for: request, hop.interceptors) } catch {
            throw .invalidTarget(error, hop)
        }
        let past = Past(
            hops: hops, urls: (past?.urls ?? []) + [url], ran: (past?.ran ?? []) + interceptors.prefix(position + 1),
            parameters: parameters, overrides: overrides)
        next.interceptors.removeAll { past.ran.contains($0) }
        return URLVisit(next, of: request, after: past)
    }

    // MARK: Captures and parameters

    /// Returns what the pattern of the route captures.
    package func captures(by pattern: Pattern) -> Captures { match.captures(by: pattern) }

    /// Returns the route with its captures.
    package func routeMatch(in routes: some WalkedRoutes) -> RouteMatch? {
        route.map { RouteMatch($0, captures(by: routes.pattern(at: $0))) }
    }

    /// Returns the flat parameters (law 7), merged with those of earlier visits (law 9).
    ///
    /// - Parameter captures: Those of the route, if there is one.
    package func parameters(with captures: Captures?) -> [String: String] {
        let own = url.flatParameters(captures)
        guard let past else { return own }
        return past.parameters.merging(own) { $1 }.merging(past.overrides) { $1 }
    }

    /// Returns one of these parameters, without building the dictionary.
    package func parameter(_ name: String, with captures: @autoclosure () -> Captures?) -> String? {
        past?.overrides[name] ?? captures()?[name]
            ?? url.queryItems.last { $0.name == name }?.value ?? past?.parameters[name]
    }

    /// The parameters that were set by the interceptor that redirected the request to this URL.
    package var overrides: [String: String] { past?.overrides ?? [:] }

    /// The URL of the first visit.
    package var firstURL: RouteURL { past?.urls.first ?? url }
}

extension URLVisit {
    /// The facts about earlier visits that a later one needs.
    fileprivate final class Past: Sendable {
        /// At least one.
        let hops: [WalkHop]
        /// The URLs of earlier visits.
        let urls: [RouteURL]
        /// The interceptors that ran at earlier visits.
        let ran: [Int]
        /// The parameters that the request had before the last hop.
        let parameters: [String: String]
        /// The parameters that were set by the interceptor that redirected the request to this URL.
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
}

/// The hop of a request from one URL to the next.
package struct WalkHop: Sendable {
    package let by: RedirectSource
    package let to: String
    /// The interceptors that run at the next URL.
    package let interceptors: WalkedInterceptors
    /// Whether the target contains values from the client. If no route matches such a target, the request is unmatched.
    package let isChosenByClient: Bool

    package init(by source: RedirectSource, to target: String, _ interceptors: WalkedInterceptors) {
        by = source
        to = target
        self.interceptors = interceptors
        isChosenByClient = false
    }

    /// Returns `nil` where ``/WaybillTable/URLTemplate/target(for:)`` does.
    fileprivate init?(
        by source: RedirectSource, expanding target: URLTemplate, _ captures: Captures,
        _ interceptors: WalkedInterceptors
    ) {
        guard let to = target.target(for: captures) else { return nil }
        by = source
        self.to = to
        self.interceptors = interceptors
        isChosenByClient = !target.captureNames.isEmpty
    }
}

/// One step of a visit. Indirect, so that it is one word, because most steps run code or serve.
package indirect enum WalkStep: Sendable {
    /// The Swift code of an interceptor runs. It passes on, redirects, answers or throws.
    case run
    case reject(Interceptor.Rejection)
    case leave(WalkHop)
    /// The route is reached.
    case serve
    /// The caller must request another URL.
    case redirectToClient(location: String, RedirectStatus)
    /// No route matches. The fallback serves the request, unless it leaves those that have the wrong method.
    case unmatched
    /// A hop leads to a URL that no route matches. The fallback does not serve it.
    case redirectUnmatched(WalkHop)
}

/// The reason why a walk cannot go on to the next visit.
package enum WalkFailure: Error {
    /// The walk has more hops than law 9 allows. The last one was not followed.
    case loop([WalkHop])
    case invalidTarget(InvalidURL, WalkHop)
}
