import WaybillManifest
public import WaybillTable

/// One open as an interceptor, a handler or a factory sees it.
///
/// A value of three words: an interceptor changes its copy's ``payload`` and ``parameters`` and passes that on. It
/// holds the generation that the open runs on. Parameters are read from the URL when they are asked for, so that a
/// request without readers costs nothing. Use it from any thread.
public struct RouteRequest: Sendable {
    @usableFromInline let hop: HopRun
    /// What travels with the open, if there is anything: on the heap, to keep the request small.
    private var baggage: Baggage?
    /// The index of the running interceptor in the hop's chain; after the last one for the route.
    var position = 0

    private final class Baggage: Sendable {
        let payload: (any Sendable)?
        /// Set as soon as a parameter was changed; until then ``parameters`` are read from the URL.
        let changed: [String: String]?
        let presentationPath: (any Sendable)?

        init(_ payload: (any Sendable)?, changed: [String: String]? = nil, path: (any Sendable)?) {
            self.payload = payload
            self.changed = changed
            presentationPath = path
        }
    }

    init(hop: HopRun, payload: (any Sendable)?, path: (any Sendable)? = nil) {
        self.hop = hop
        if payload != nil || path != nil { baggage = Baggage(payload, path: path) }
    }

    // MARK: What travels with the open

    /// Anything that the caller or an interceptor sends along.
    public var payload: (any Sendable)? {
        get { baggage?.payload }
        set { baggage = Baggage(newValue, changed: baggage?.changed, path: presentationPath) }
    }

    /// How to present a view instead of the way that its route names. Only `WaybillPresentation` understands it.
    package var presentationPath: (any Sendable)? {
        get { baggage?.presentationPath }
        set { baggage = Baggage(payload, changed: baggage?.changed, path: newValue) }
    }

    /// Path and query parameters in one flat view: a path parameter wins over a query item, and the last of a repeated
    /// query key.
    ///
    /// After a redirect: the parameters before it, then the new URL's, then what the interceptor set. Reading makes the
    /// dictionary; ``subscript(_:)`` reads one parameter without it.
    public var parameters: [String: String] {
        get { baggage?.changed ?? hop.leg.parameters }
        set { baggage = Baggage(payload, changed: newValue, path: presentationPath) }
    }

    /// All parameters, if one was changed.
    var changedParameters: [String: String]? { baggage?.changed }

    /// One parameter; `nil` if there is none of this name.
    public subscript(name: String) -> String? {
        if let changed = baggage?.changed { changed[name] } else { hop.leg.parameter(name) }
    }

    /// One parameter as a type that can be read from text; `nil` if it is missing or cannot be read.
    public subscript<Value: LosslessStringConvertible>(name: String, as type: Value.Type) -> Value? {
        self[name].flatMap(Value.init)
    }

    /// This request, after the interceptor whose turn it was.
    var passedOn: RouteRequest {
        var onward = self
        onward.position += 1
        return onward
    }

    /// This request, with what `other` carries.
    func carrying(_ other: RouteRequest) -> RouteRequest {
        var result = self
        result.baggage =
            other.hop === hop
            ? other.baggage : Baggage(other.payload, changed: other.parameters, path: other.presentationPath)
        return result
    }
}

/// What the open is about.
extension RouteRequest {
    /// The URL that the open has reached, after redirects.
    public var url: RouteURL { hop.leg.url }
    /// The URL that was opened.
    public var originalURL: RouteURL { hop.leg.firstURL }
    /// The method that it was opened with; `nil` without one.
    public var method: String? { hop.leg.request.method }
    /// The tags of the view that it was opened in; `nil` for a plain open.
    public var tags: Set<String>? { hop.leg.request.view.tags }
    /// The generation that the open runs on.
    public var generation: Generation { hop.generation }
    /// The redirects that led here.
    public var hops: [Hop] { hop.hops }
    /// The route that the URL leads to; `nil` if none matches.
    public var routeID: String? { hop.route?.id }

    /// The query in its order, repeated keys included.
    public var query: [QueryItem] { url.queryItems }
    /// The fragment, decoded; `nil` without one.
    public var fragment: String? { url.fragment }

    /// What the running interceptor's own pattern captured; empty for a handler.
    public var captures: [String: String] {
        let leg = hop.leg
        guard leg.interceptors.indices.contains(position) else { return [:] }
        return hop.snapshot
            .captures(ofInterceptor: leg.interceptors[position], at: leg.url, for: leg.request).asDictionary
    }

    /// The methods that match a route at this URL, sorted: what a fallback answers with. It looks the URL up once more.
    public var allowedMethods: [String] {
        generation.table.allowedMethods(for: url, in: hop.leg.request.view)
    }

    /// The tags of the route.
    package var routeTags: Set<String> { hop.route?.tags ?? [] }
    /// What published the generation that the open runs on.
    package var snapshots: SnapshotHolder { hop.snapshots }
}
