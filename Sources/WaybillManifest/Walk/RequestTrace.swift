package import WaybillProofs
package import WaybillTable

/// The way of one request through interceptors, routes and hops, as law 9 says, as far as YAML alone decides it.
///
/// It names routes and interceptors by their indices in the set and says nothing in words, so that many requests can be
/// followed for little; ``Explanation`` says it in words.
package struct RequestTrace: Sendable {
    /// The URLs that the request is at, one after the other; none where what was asked for is not a URL.
    package internal(set) var legs: [Leg] = []
    package internal(set) var end = End.unmatched
    /// Given, or assumed for the first URL.
    package internal(set) var method: String?
    package let view: TagView
    /// Where the walk ended.
    var lastLeg: WalkLeg?

    package struct Leg: Sendable {
        package var url: RouteURL
        /// Those that run here, in order.
        package var interceptors: [Int] = []
        /// The route of the URL, whether the request is let through to it or not.
        package var route: RouteMatch?
        /// What leads away from here, if something does.
        package var hop: WalkHop?
    }

    package typealias Origin = RedirectSource

    package enum End: Sendable, Hashable {
        /// At the route of the last leg.
        case reached
        /// The fallback serves.
        case unmatched
        /// A hop leads to a URL that no route matches; no fallback serves that.
        case redirectUnmatched
        /// By an interceptor.
        case rejected(by: Int)
        /// By the redirect of the last leg's route, which has a status: the caller is told a URL to ask for.
        case redirectToClient(location: String, status: RedirectStatus)
        /// More hops than law 9 allows.
        case loop
        /// The URL that was asked for, or that the last hop leads to, is none.
        case invalid(reason: String)
    }

    /// The route that serves the request, or that it would reach if no interceptor rejected it.
    package var route: RouteMatch? {
        switch end {
        case .reached, .rejected, .redirectToClient: legs.last?.route
        case .unmatched, .redirectUnmatched, .loop, .invalid: nil
        }
    }

    package var hops: [WalkHop] { legs.compactMap(\.hop) }

    /// All that run, in order, those of every hop.
    package var interceptors: [Int] { legs.flatMap(\.interceptors) }

    /// Whether what was asked for is not a URL.
    package var isInvalid: Bool { legs.isEmpty }

    /// Whether no route matches the URL at which the request ends.
    package var isUnmatched: Bool { end == .unmatched || end == .redirectUnmatched }

    /// The flat view of law 7, of the URL at which the request ends.
    package var parameters: [String: String] {
        guard let leg = legs.last else { return [:] }
        return switch end {
        case .reached, .rejected, .redirectToClient, .unmatched, .redirectUnmatched:
            leg.url.flatParameters(leg.route?.captures)
        case .loop, .invalid: [:]
        }
    }

    /// What a handler at the end of the way reads: those of earlier URLs too, as law 9 merges them.
    package var carriedParameters: [String: String] { lastLeg?.parameters ?? [:] }

    init(view: TagView) { self.view = view }
}

extension RouteURL {
    /// Law 7's flat view: the last of a repeated query key, and a path's parameter before a query's of its name.
    package func flatParameters(_ captures: Captures?) -> [String: String] {
        var parameters = Dictionary(queryItems.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        parameters.merge(captures?.asDictionary ?? [:], uniquingKeysWith: { $1 })
        return parameters
    }
}
