public import WaybillTable

/// Something about a pattern of a route that its author ought to know.
public struct RouteFinding: Sendable, Hashable {
    public var kind: Kind
    public var place: RoutePlace
    /// The places that it is about besides, in the order of precedence.
    public var others: [RoutePlace]
    /// A request that shows it.
    public var witness: RequestWitness?
    /// The route that serves the example request, in a plain open or in `view`: an index into ``/WaybillTable/RoutingTable/routes``.
    public var server: Int?
    /// For partly shadowed places a request that the other one answers, and whose URL no pattern of the route matches; `nil`
    /// where the route's other patterns match all of them.
    public var onlyOther: RequestWitness?
    /// For shadowed places whether it is about all patterns of the route: then the route never serves.
    public var isWhole = false
    /// For shadowed places whether nothing but the routes of `others` ever serves their requests. Otherwise yet other routes take
    /// precedence over those for some.
    public var othersServeAll = false
    /// For shadowed places the highest priority of all routes that take precedence over them for some requests.
    public var highestPriority = Int.min
    /// The tag of the view in which the example request is served by `server`; `nil` for a plain open.
    public var view: String?

    public enum Kind: Sendable, Hashable, CaseIterable {
        /// No request matches.
        case impossible
        /// One route, that every view of this one shows, takes precedence for all requests, by as many patterns as it takes.
        case shadowed
        /// Several routes together take precedence for all requests, in every view, and none of them does it alone.
        case shadowedByUnion
        /// The other place, neither broader nor narrower and of the same priority, serves some requests of this one in a
        /// plain open, the example request among them.
        case partlyShadowed
        /// The other place is broader, takes precedence by its priority, and takes all requests of some methods, or all that
        /// are not made in a view. In a plain open it serves some of them, the example request among them.
        case invertedPriority
        /// Without its priority every request would go where it goes with it.
        case idlePriority
    }

    init(
        _ kind: Kind, at place: RoutePlace, others: [RoutePlace] = [], witness: RequestWitness? = nil,
        server: Int? = nil, onlyOther: RequestWitness? = nil
    ) {
        self.kind = kind
        self.place = place
        self.others = others
        self.witness = witness
        self.server = server
        self.onlyOther = onlyOther
    }
}
