public import WaybillTable

/// A problem of a pattern of a route, or a remark about it.
public struct RouteProblem: Sendable, Hashable {
    public var kind: Kind
    public var place: RoutePlace
    /// Other places that are involved, in the order of precedence.
    public var others: [RoutePlace]
    /// An example request.
    public var witness: RequestWitness?
    /// The route that serves the example request, in a plain open or in `view`: an index into
    /// ``/WaybillTable/RoutingTable/routes``.
    public var server: Int?
    /// For partly shadowed places: a request that the other one answers, and whose URL no pattern of the route matches;
    /// `nil` if the route's other patterns match all of them.
    public var onlyOther: RequestWitness?
    /// For shadowed places: whether all patterns of the route are shadowed, so that it never serves.
    public var isWhole = false
    /// For shadowed places: whether only the routes of `others` serve their requests. Otherwise other routes take
    /// precedence for some of them.
    public var othersServeAll = false
    /// For shadowed places: the highest priority of all routes that take precedence for some of their requests.
    public var highestPriority = Int.min
    /// The tag of the view in which `server` serves the example request; `nil` for a plain open.
    public var view: String?

    /// The kinds of problems.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// No request matches.
        case impossible
        /// One route takes precedence for all requests, and is visible in every view that shows this place.
        case shadowed
        /// Several routes together take precedence for all requests, in every view, and none of them does so alone.
        case shadowedByUnion
        /// The other place has the same priority and is neither broader nor narrower, and serves some requests of this
        /// one in a plain open, such as the example request.
        case partlyShadowed
        /// The other place is broader, takes precedence by its priority, and takes all requests of some methods, or all
        /// that are not made in a view. In a plain open it serves some of them, such as the example request.
        case invertedPriority
        /// Without its priority every request would have the same result.
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
