package import WaybillTable

/// A table, and what its routes and interceptors do, so that it can be compared with another.
package struct ComparedTable: Sendable {
    package var table: RoutingTable
    /// By route.
    package var routes: [Effect]
    /// By interceptor.
    package var interceptors: [Effect]
    /// What serves requests that no route matches: the first in the order of tags whose tag the view has, else the one
    /// without a tag.
    package var fallbacks: [Fallback]

    /// What a route or an interceptor does with a request.
    package struct Effect: Sendable, Hashable {
        /// What it is, but for the values that its pattern captures. In both tables the same code is the same effect.
        package var code: Int
        package var reads: Reading

        package init(code: Int, reads: Reading) {
            self.code = code
            self.reads = reads
        }
    }

    /// Which captured values count.
    package enum Reading: Sendable, Hashable {
        case nothing
        /// Code may ask for each of them, by its name.
        case all
        /// Those that the target names, whatever their names.
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

    /// - Parameter fallbacks: Any of different tags. Where none has no tag, nothing serves: that is an effect of its own.
    package init(
        _ table: RoutingTable, routes: [Effect], interceptors: [Effect], fallbacks: [Fallback] = []
    ) {
        self.table = table
        self.routes = routes
        self.interceptors = interceptors
        let tagged = fallbacks.filter { $0.tag != nil }.sorted { ($0.tag ?? "") < ($1.tag ?? "") }
        self.fallbacks = tagged + [fallbacks.first { $0.tag == nil } ?? Fallback(tag: nil, code: Self.nothing)]
    }

    /// The code for serving nothing.
    package static let nothing = -1
}
