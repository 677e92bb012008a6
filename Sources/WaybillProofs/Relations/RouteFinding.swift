public import WaybillTable

/// Something about a pattern of a route that its author ought to know.
public struct RouteFinding: Sendable, Hashable {
    public var kind: Kind
    public var place: RoutePlace
    /// The places that it is about besides, in the order of precedence.
    public var others: [RoutePlace]
    /// A request that shows it.
    public var witness: RequestWitness?
    /// The route that serves the witness in a plain open: an index into ``WaybillTable/RoutingTable/routes``.
    public var server: Int?
    /// For partly shadowed routes a request that the other one answers, and whose URL it matches alone.
    public var onlyOther: RequestWitness?

    public enum Kind: Sendable, Hashable, CaseIterable {
        /// No request matches.
        case impossible
        /// One other place, that every view of this one shows, takes all requests.
        case shadowed
        /// Several others take all requests together, in every view.
        case shadowedByUnion
        /// The other place, neither broader nor narrower and of the same priority, serves some requests of this one in a
        /// plain open, the witness among them.
        case partlyShadowed
        /// The other place is broader, takes precedence by its priority, and takes all requests of some methods, or all that
        /// are not made in a view. In a plain open it serves some of them, the witness among them.
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
