public import WaybillTable

/// One open as an interceptor, a handler or a factory sees it.
///
/// A value: an interceptor changes its copy's ``payload`` and ``parameters`` and passes that on.
public struct RouteRequest: Sendable {
    @usableFromInline let hop: HopRun
    /// What travels with the open, where there is any: on the heap, so that a request is three words.
    private var baggage: Baggage?
    /// Index of the interceptor that has it, in the hop's chain; behind the last one for the route.
    var position = 0

    private final class Baggage: Sendable {
        let payload: (any Sendable)?
        /// Set once somebody changed a parameter; until then ``parameters`` are read from the URL.
        let changed: [String: String]?
        let path: PresentationPath?

        init(_ payload: (any Sendable)?, changed: [String: String]? = nil, path: PresentationPath? = nil) {
            self.payload = payload
            self.changed = changed
            self.path = path
        }
    }

    init(hop: HopRun, payload: (any Sendable)?, path: PresentationPath? = nil) {
        self.hop = hop
        if payload != nil || path != nil { baggage = Baggage(payload, path: path) }
    }

    /// Anything that travels with the open.
    public var payload: (any Sendable)? {
        get { baggage?.payload }
        set { baggage = Baggage(newValue, changed: baggage?.changed, path: path) }
    }

    /// How a view is shown, in place of what its route says; `nil` for that. It must be a way that its module allows.
    public var path: PresentationPath? {
        get { baggage?.path }
        set { baggage = Baggage(payload, changed: baggage?.changed, path: newValue) }
    }

    /// The URL that the open is at, after redirects.
    public var url: RouteURL { hop.url }
    /// The URL that was opened.
    public var originalURL: RouteURL { hop.opening.url }
    public var method: String? { hop.opening.method }
    /// The tags of the view that it was opened in; `nil` for a plain open.
    public var tags: Set<String>? { hop.opening.tags }
    public var generation: Generation { hop.generation }
    /// The redirects on the way here.
    public var hops: [Hop] { hop.hops }
    /// The route that the URL leads to; `nil` where none matches.
    public var routeID: String? { hop.route?.id }

    /// The tags of that route.
    var routeTags: Set<String> { hop.route?.tags ?? [] }

    /// Path and query parameters in one flat view: the path wins, and the last of a repeated query key.
    ///
    /// After a redirect: the parameters before it, then the new URL's, then what the interceptor set.
    public var parameters: [String: String] {
        get { baggage?.changed ?? hop.parameters }
        set { baggage = Baggage(payload, changed: newValue, path: path) }
    }

    /// A parameter, without making the whole dictionary.
    public subscript(name: String) -> String? {
        if let changed = baggage?.changed { changed[name] } else { hop.parameter(name) }
    }

    /// A parameter as a type that can be read from text; `nil` where it is missing, or is none.
    public subscript<Value: LosslessStringConvertible>(name: String, as type: Value.Type) -> Value? {
        self[name].flatMap(Value.init)
    }

    /// The query in its order, repeated keys included.
    public var query: [QueryItem] { url.queryItems }
    public var fragment: String? { url.fragment }

    /// What the running interceptor's own pattern captured; empty for a handler.
    public var captures: [String: String] {
        hop.chain.indices.contains(position) ? hop.chain[position].captures.asDictionary : [:]
    }

    /// The methods that would reach a route at this URL, sorted: what a fallback answers with.
    public var allowedMethods: [String] {
        generation.table.allowedMethods(for: url, in: hop.opening.view)
    }

    /// Makes what provides `P`, by the generation that this open runs on.
    public func make<P>(_ key: Routable<P>) throws(RoutingError) -> P {
        try generation.make(P.self)
    }

    /// Makes the module with this identifier, by the generation that this open runs on.
    public func make(identifier: String) throws(RoutingError) -> Any {
        try generation.make(identifier: identifier)
    }

    /// This request, with what `other` carries.
    func carrying(_ other: RouteRequest) -> RouteRequest {
        var result = self
        result.baggage =
            other.hop === hop ? other.baggage : Baggage(other.payload, changed: other.parameters, path: other.path)
        return result
    }
}
