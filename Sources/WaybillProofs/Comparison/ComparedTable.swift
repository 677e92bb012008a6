package import WaybillTable

/// A table with the effects of its routes and interceptors, for a comparison with another.
package struct ComparedTable: Sendable {
    package private(set) var table: RoutingTable
    /// By route.
    package private(set) var routes: [Effect]
    /// By interceptor.
    package let interceptors: [Effect]
    /// The servers of requests that match no route: the first whose tag the view has, else the one without a tag.
    package let fallbacks: [Fallback]
    /// The code of what happens to requests whose URL has routes, but none for their method; `nil` if the fallbacks serve
    /// them, as they do any other.
    package let otherMethods: Int?
    /// By additional route: a pattern of the given table, which has the same URLs.
    private(set) var addedRoutes: [RoutePlace] = []

    /// The effect of a route or an interceptor on a request.
    package struct Effect: Sendable, Hashable {
        /// The identity of the effect without captured values. Equal codes of both tables are equal effects.
        package var code: Int
        package var reads: Reading
        /// Whether it is an interceptor that no request passes: neither later interceptors nor the route follow.
        package var isTerminating: Bool
        /// Whether it is a route that sends requests on to its target.
        package var isForward: Bool

        package init(code: Int, reads: Reading, isTerminating: Bool = false, isForward: Bool = false) {
            self.code = code
            self.reads = reads
            self.isTerminating = isTerminating
            self.isForward = isForward
        }

        /// The target to which it sends requests on.
        var target: URLTemplate? {
            if case .target(let template) = reads, isTerminating || isForward { template } else { nil }
        }
    }

    /// The captured values that matter.
    package enum Reading: Sendable, Hashable {
        case nothing
        /// Code may read each of them, by its name.
        case all
        /// The values that the target uses, whatever their names.
        case target(URLTemplate)
    }

    package struct Fallback: Sendable, Hashable {
        /// `nil` for plain opens and for views with none of the tags.
        package var tag: String?
        package var code: Int

        package init(tag: String?, code: Int) {
            self.tag = tag
            self.code = code
        }
    }

    /// - Parameter fallbacks: At most one for each tag. If none is without a tag, nothing serves such requests, which
    ///   is an effect, too.
    package init(
        _ table: RoutingTable, routes: [Effect], interceptors: [Effect], fallbacks: [Fallback] = [],
        otherMethods: Int? = nil
    ) {
        self.table = table
        self.routes = routes
        self.interceptors = interceptors
        self.otherMethods = otherMethods
        let tagged = fallbacks.filter { $0.tag != nil }.sorted { ($0.tag ?? "") < ($1.tag ?? "") }
        self.fallbacks = tagged + [fallbacks.first { $0.tag == nil } ?? Fallback(tag: nil, code: Self.nothing)]
    }

    /// Adds routes below all others, with the effect of ``otherMethods``.
    mutating func add(_ added: [(route: RouteDefinition, place: RoutePlace)]) {
        guard let code = otherMethods, !added.isEmpty else { return }
        table = RoutingTable(
            settings: table.settings, routes: Array(table.routes) + added.map(\.route),
            interceptors: table.interceptors)
        routes += added.map { _ in Effect(code: code, reads: .nothing) }
        addedRoutes = added.map(\.place)
    }

    /// Whether the target of a redirect keeps the trailing slash of a request, so that slashes matter even if the table
    /// ignores them.
    var keepsSlashes: Bool {
        (routes + interceptors).contains { effect in
            if case .target(let template) = effect.reads { template.endsInCatchAll } else { false }
        }
    }

    /// The code for serving nothing.
    package static let nothing = -1
}
