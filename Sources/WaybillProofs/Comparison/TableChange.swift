package import WaybillTable

/// Requests that two tables treat differently, all in the same way: one class of a comparison.
package struct TableChange: Sendable {
    package enum Side: Sendable, Hashable, CaseIterable { case old, new }

    /// The server in one of the tables.
    package enum Server: Sendable, Hashable {
        case route(RoutePlace)
        /// Nothing: the URL has routes, but none for the method, and no fallback serves it.
        case otherMethods
        /// Index into ``ComparedTable/fallbacks``.
        case fallback(Int)

        package var place: RoutePlace? { if case .route(let place) = self { place } else { nil } }
    }

    package var old: Server
    package var new: Server
    /// Whether the destination differs: another effect, or a redirect to another target.
    package var movesDestination: Bool
    /// Whether the destination is the same, with other values.
    package var changesParameters: Bool
    /// The interceptors of the old table that no longer run, and those of the new table that run now. Of interceptors
    /// with an equal effect that run repeatedly or elsewhere in the chain, only the surplus counts.
    package var lost: [Int]
    package var gained: [Int]
    /// Whether the same interceptors run in another order.
    package var isReordered: Bool
    /// The interceptors that end the requests before they reach the servers, if the tables differ in that.
    package var ends: Ends?
    /// The requests of the class, in disjoint parts. There is at least one.
    package var parts: [Part]

    /// The interceptors that end requests, by table; `nil` where the server is reached.
    package struct Ends: Sendable, Hashable {
        package var old: Int?
        package var new: Int?
    }

    /// Requests that match some patterns, without those of some others.
    package struct Part: Sendable {
        /// The patterns that all of the URLs match, the most specific first. Empty for URLs that match no route in
        /// either table.
        package var patterns: [Clause]
        package var methods: NameSet<String?>
        package var views: ViewSet
        /// The requests that are left out. Each exception overlaps with the patterns.
        package var exceptions: [Exception]
        /// An example request, confirmed by both tables.
        package var witness: ViewedWitness
        /// Further ones, if a table sends the requests on to other URLs: these may have various answers.
        package var others: [ViewedWitness] = []

        package var witnesses: [ViewedWitness] { [witness] + others }
    }

    /// The requests of one pattern that are left out, by these methods and in these views.
    package struct Exception: Sendable, Hashable {
        package var clause: Clause
        package var methods: NameSet<String?>
        package var views: ViewSet
    }

    /// The requests of one pattern.
    package struct Clause: Sendable, Hashable {
        package var side: Side
        package var item: Item

        package enum Item: Sendable, Hashable {
            case route(RoutePlace)
            /// The URLs of a route's pattern, with any method.
            case otherMethods(RoutePlace)
            case interceptor(Int, pattern: Int)
            /// URLs with exactly this number of segments.
            case length(Int)
            /// URLs with a trailing slash.
            case slash
            /// The requests of a fallback: all requests in some views.
            case fallback(Int)
        }
    }
}

/// An example request with its view.
package struct ViewedWitness: Sendable, Hashable {
    package var request: RequestWitness
    package var view: TagView
}

/// The result of a comparison.
package struct TableComparison: Sendable {
    /// Disjoint classes. If ``undecided`` is empty, both tables treat all other requests alike.
    package var changes: [TableChange] = []
    /// The servers of both tables whose comparison exceeded the limits.
    package var undecided: [(old: TableChange.Server, new: TableChange.Server)] = []
    /// Whether everything that may differ was examined within the limits.
    package var isComplete = true
}
