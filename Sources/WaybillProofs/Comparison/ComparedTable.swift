package import WaybillTable

/// A table with the effects of its routes and interceptors, for a comparison with another.
package struct ComparedTable: Sendable {
    package var table: RoutingTable
    /// By route.
    package var routes: [Effect]
    /// By interceptor.
    package var interceptors: [Effect]
    /// The servers of requests that match no route: the first whose tag the view has, else the one without a tag.
    package var fallbacks: [Fallback]

    /// The effect of a route or an interceptor on a request.
    package struct Effect: Sendable, Hashable {
        /// The identity of the effect without captured values. Equal codes of both tables are equal effects.
        package var code: Int
        package var reads: Reading
        /// Whether it is an interceptor that no request passes: neither later interceptors nor the route follow.
        package var isTerminating: Bool

        package init(code: Int, reads: Reading, isTerminating: Bool = false) {
            self.code = code
            self.reads = reads
            self.isTerminating = isTerminating
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
        _ table: RoutingTable, routes: [Effect], interceptors: [Effect], fallbacks: [Fallback] = []
    ) {
        self.table = table
        self.routes = routes
        self.interceptors = interceptors
        let tagged = fallbacks.filter { $0.tag != nil }.sorted { ($0.tag ?? "") < ($1.tag ?? "") }
        self.fallbacks = tagged + [fallbacks.first { $0.tag == nil } ?? Fallback(tag: nil, code: Self.nothing)]
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
