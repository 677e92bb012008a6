public import WaybillTable

/// One open as an interceptor, a handler or a factory sees it.
///
/// A value: an interceptor changes its copy's ``payload`` and ``parameters`` and passes that on.
public struct Request: Sendable {
    let leg: Leg
    /// Anything that travels with the open.
    public var payload: (any Sendable)?
    /// Set once somebody changed a parameter; until then ``parameters`` are read from the URL.
    private var changed: [String: String]?
    /// Index of the interceptor that has it, in the leg's chain; behind the last one for the route.
    var position = 0

    init(leg: Leg, payload: (any Sendable)?) {
        self.leg = leg
        self.payload = payload
    }

    /// The URL that the open is at, after redirects.
    public var url: RouteURL { leg.url }
    /// The URL that was opened.
    public var originalURL: RouteURL { leg.opening.url }
    public var method: String? { leg.opening.method }
    /// The tags of the view that it was opened in; `nil` for a plain open.
    public var tags: Set<String>? { leg.opening.tags }
    public var generation: Generation { leg.generation }
    /// The redirects on the way here.
    public var hops: [Hop] { leg.hops }
    /// The route that the URL leads to; `nil` where none matches.
    public var routeID: String? { leg.route?.id }

    /// Path and query parameters in one flat view: the path wins, and the last of a repeated query key.
    ///
    /// After a redirect: the parameters before it, then the new URL's, then what the interceptor set.
    public var parameters: [String: String] {
        get { changed ?? leg.parameters }
        set { changed = newValue }
    }

    /// A parameter, without making the whole dictionary.
    public subscript(name: String) -> String? {
        if let changed { changed[name] } else { leg.parameter(name) }
    }

    /// The query in its order, repeated keys included.
    public var query: [QueryItem] { url.queryItems }
    public var fragment: String? { url.fragment }

    /// What the running interceptor's own pattern captured; empty for a handler.
    public var captures: [String: String] {
        leg.chain.indices.contains(position) ? leg.chain[position].captures.asDictionary : [:]
    }

    /// The methods that would reach a route at this URL, sorted: what a fallback answers with.
    public var allowedMethods: [String] {
        generation.table.allowedMethods(for: url, in: leg.opening.view)
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
    func carrying(_ other: Request) -> Request {
        var result = self
        result.payload = other.payload
        result.changed = other.leg === leg ? other.changed : other.parameters
        return result
    }
}
