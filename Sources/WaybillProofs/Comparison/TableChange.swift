package import WaybillTable

/// Requests that two tables treat differently, all in the same way: one of the classes into which a comparison divides them.
package struct TableChange: Sendable {
    package enum Side: Sendable, Hashable, CaseIterable { case old, new }

    /// What serves in one of the tables.
    package enum Server: Sendable, Hashable {
        case route(RoutePlace)
        /// Index into ``ComparedTable/fallbacks``.
        case fallback(Int)

        package var place: RoutePlace? { if case .route(let place) = self { place } else { nil } }
    }

    package var old: Server
    package var new: Server
    /// Whether something else is done with the requests: another effect, or a redirect to another target.
    package var movesDestination: Bool
    /// Whether the same is done, with other values.
    package var changesParameters: Bool
    /// The interceptors of the old table that run no more, and those of the new one that run now; of those that run twice or
    /// in another place of the chain the surplus.
    package var lost: [Int]
    package var gained: [Int]
    /// Whether the same interceptors run in another order.
    package var isReordered: Bool
    /// What belongs to the class, in parts that share nothing. There is at least one.
    package var parts: [Part]

    /// Requests that match some patterns and are none of some others'.
    package struct Part: Sendable {
        /// What the URLs match, all of it; the narrowest first. Empty for all that no route of either table matches.
        package var patterns: [Clause]
        package var methods: NameSet<String?>
        package var views: ViewSet
        /// What does not belong to it; all of them share some with the rest.
        package var exceptions: [Exception]
        /// A member: both tables have been asked about it.
        package var witness: ViewedWitness
    }

    /// The requests of one pattern that are left out: by these methods and in these views, and no others.
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
            case interceptor(Int, pattern: Int)
            /// URLs of exactly so many segments, whatever they are.
            case length(Int)
            /// What a fallback is for: all requests in some views.
            case fallback(Int)
        }
    }
}

/// A request that shows something, and the view that it is opened in.
package struct ViewedWitness: Sendable, Hashable {
    package var request: RequestWitness
    package var view: TagView
}

/// What a comparison found.
package struct TableComparison: Sendable {
    /// Classes that share no request. A request that is in none of them is treated alike by both tables, where
    /// ``undecided`` is empty.
    package var changes: [TableChange] = []
    /// What serves in the old table and in the new one where the limits ended a question first.
    package var undecided: [(old: TableChange.Server, new: TableChange.Server)] = []
    /// Whether the limits let everything that may differ be looked at.
    package var isComplete = true
}
