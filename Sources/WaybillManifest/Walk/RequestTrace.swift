import WaybillProofs
package import WaybillTable

/// The way of one request through interceptors, routes and hops (law 9), without the decisions of Swift code.
///
/// Routes and interceptors are indices into the set, so that a trace is cheap. ``Explanation`` puts it into words.
package struct RequestTrace: Sendable {
    /// One visit for each URL of the request, in order. Empty if the requested text is not a valid URL.
    package var visits: [Visit] = []
    package var end = End.unmatched
    /// The given method, or the one that is assumed for the first URL.
    package var method: String?
    package let view: TagView
    /// The visit at which the walk ended.
    var last: URLVisit?

    package struct Visit: Sendable {
        package var url: RouteURL
        /// The interceptors that run at this URL, in order.
        package var interceptors: [Int] = []
        /// The route that matches, even if an interceptor rejects the request.
        package var route: RouteMatch?
        /// The hop from this URL to the next one, if the request goes on.
        package var hop: WalkHop?
    }

    package enum End: Sendable, Hashable {
        /// The request reached the route of the last visit.
        case reached
        /// No route matches; the fallback serves the request.
        case unmatched
        /// A hop leads to a URL that no route matches. The fallback does not serve it.
        case redirectUnmatched
        /// An interceptor rejected the request.
        case rejected(by: Int)
        /// The route of the last visit redirects: the caller must request `location`.
        case redirectToClient(location: String, status: RedirectStatus)
        /// More hops than law 9 allows.
        case loop
        /// The requested URL, or the target of the last hop, is not valid.
        case invalid(reason: String)
    }

    /// The route that serves the request, or that it would reach if no interceptor rejected it.
    package var route: RouteMatch? {
        switch end {
        case .reached, .rejected, .redirectToClient: visits.last?.route
        case .unmatched, .redirectUnmatched, .loop, .invalid: nil
        }
    }

    package var hops: [WalkHop] { visits.compactMap(\.hop) }

    /// Whether a redirect leads on twice.
    package var repeatsHop: Bool { Set(hops.map(\.by)).count < hops.count }

    /// The interceptors that run at all visits, in order.
    package var interceptors: [Int] { visits.flatMap(\.interceptors) }

    /// Whether the requested text is not a valid URL.
    package var isInvalid: Bool { visits.isEmpty }

    /// Whether no route matches the URL at which the request ends.
    package var isUnmatched: Bool { end == .unmatched || end == .redirectUnmatched }

    /// The flat parameters (law 7) of the URL at which the request ends.
    package var parameters: [String: String] {
        guard let visit = visits.last else { return [:] }
        return switch end {
        case .reached, .rejected, .redirectToClient, .unmatched, .redirectUnmatched:
            visit.url.flatParameters(visit.route?.captures)
        case .loop, .invalid: [:]
        }
    }

    /// The parameters that the handler reads, with those of earlier URLs (law 9). For tests.
    package var carriedParameters: [String: String] { last?.parameters(with: visits.last?.route?.captures) ?? [:] }
}

extension RouteURL {
    /// The flat parameters of law 7: of a repeated query key the last value counts, and a path parameter takes precedence
    /// over a query key of the same name.
    package func flatParameters(_ captures: Captures?) -> [String: String] {
        var parameters = Dictionary(queryItems.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        parameters.merge(captures?.asDictionary ?? [:], uniquingKeysWith: { $1 })
        return parameters
    }
}
