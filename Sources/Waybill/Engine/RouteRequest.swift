import WaybillManifest
public import WaybillTable

/// One open, as an interceptor, a handler or a factory sees it.
///
/// A value of three words. An interceptor changes the ``payload`` and ``parameters`` of its copy and passes the copy
/// on. The request holds the generation that the open runs on. Parameters are read from the URL when you ask for them.
/// Use it from any thread.
public struct RouteRequest: Sendable {
    let hop: HopRun
    /// The payload, values and changes of the open, if there are any, on the heap to keep the request small.
    private var baggage: Baggage?
    /// The index of the running interceptor in the hop's chain; after the last one for the route.
    var position = 0

    private final class Baggage: Sendable {
        let contents: Contents

        init(_ contents: Contents) { self.contents = contents }
    }

    struct Contents: Sendable {
        var payload: (any Sendable)?
        /// See ``RouteParameters``.
        var changes: [String: String?] = [:]
        /// By their types.
        var values: RequestValues = [:]
        var presentationPath: (any Sendable)?
        var fallback: OwnFallback?
        var record: OpenRecord?
    }

    var contents: Contents {
        get { baggage?.contents ?? Contents() }
        set { baggage = Baggage(newValue) }
    }

    /// Creates the beginning of an open without payload and values.
    init(hop: HopRun) {
        self.hop = hop
    }

    /// Creates an open with its payload and values.
    init(hop: HopRun, contents: Contents) {
        self.hop = hop
        self.contents = contents
    }

    /// Returns the open at its next hop.
    init(hop: HopRun, after other: RouteRequest) {
        self.hop = hop
        baggage = other.baggage
        if !other.changes.isEmpty { contents.changes = [:] }
    }

    // MARK: Values of the open

    /// Any value that the caller or an interceptor adds.
    public var payload: (any Sendable)? {
        get { baggage?.contents.payload }
        set { contents.payload = newValue }
    }

    /// The value of a type that an interceptor has set, for example the user.
    ///
    ///     request[User.self] = user            // in an interceptor
    ///     let user = request[User.self]        // in later interceptors and the handler
    ///
    /// A value is never taken from a URL, and no other request sees it. It is kept over redirects, and in URLs that the
    /// request opens with ``open(_:method:payload:)``. An interceptor must pass on the changed request:
    /// `next(request)`, `next.redirect(request, to: …)` or `next.restart(request, with: …)`. `nil` removes a value.
    public subscript<Value: Sendable>(type: Value.Type) -> Value? {
        // A cast of the optional itself would turn `nil` into a value of `any Sendable`.
        get { baggage?.contents.values[ObjectIdentifier(type)].flatMap { $0 as? Value } }
        set { contents.values[ObjectIdentifier(type)] = newValue }
    }

    /// The values that ``open(_:method:payload:)`` passes on.
    var values: RequestValues {
        get { baggage?.contents.values ?? [:] }
        set { contents.values = newValue }
    }

    /// The presentation of a view that replaces that of its route. Only `WaybillPresentation` understands it.
    package var presentationPath: (any Sendable)? {
        get { baggage?.contents.presentationPath }
        set { contents.presentationPath = newValue }
    }

    /// The fallback that replaces that of the manifests.
    var fallback: OwnFallback? { baggage?.contents.fallback }

    /// The record of the open, if it is observed.
    var record: OpenRecord? {
        get { baggage?.contents.record }
        set { contents.record = newValue }
    }

    /// Path and query parameters, and those that interceptors set. ``subscript(_:)-(String)`` reads one.
    public var parameters: RouteParameters {
        get { hop.parameters(changes) }
        set { contents.changes = newValue.changes }
    }

    /// See ``RouteParameters``.
    var changes: [String: String?] { baggage?.contents.changes ?? [:] }

    /// One parameter; `nil` if there is none of this name.
    public subscript(name: String) -> String? {
        parameters[name]
    }

    /// One parameter as a type that is read from text; `nil` if it is missing or invalid.
    public subscript<Value: LosslessStringConvertible>(name: String, as type: Value.Type) -> Value? {
        self[name].flatMap(Value.init)
    }

    /// The request after the current interceptor.
    var passedOn: RouteRequest {
        var onward = self
        onward.position += 1
        return onward
    }

    /// Returns this request with the payload and values of `other`.
    func carrying(_ other: RouteRequest) -> RouteRequest {
        var result = self
        result.baggage = other.baggage
        if other.hop !== hop {
            for (name, value) in other.parameters.all { result.parameters[name] = value }
        }
        return result
    }
}

/// Values of a request by their types.
typealias RequestValues = [ObjectIdentifier: any Sendable]

/// The fallback of a host; `nil` leaves the request to the fallback of the manifests.
package typealias OwnFallback = @Sendable (RouteRequest) async throws -> (any Sendable)?

/// The URL, the route and the view of the open.
extension RouteRequest {
    /// The URL that the open has reached, after redirects.
    public var url: RouteURL { hop.visit.url }
    /// The URL that was opened.
    public var originalURL: RouteURL { hop.visit.firstURL }
    /// The method that it was opened with; `nil` without one.
    public var method: String? { hop.visit.request.method }
    /// The tags of the view that it was opened in; `nil` for a plain open.
    public var tags: Set<String>? { hop.visit.request.view.tags }
    /// The generation that the open runs on.
    public var generation: Generation { hop.generation }
    /// The redirects that led here.
    public var hops: [Hop] { hop.hops }
    /// The route that the URL leads to; `nil` if none matches.
    public var routeID: String? { hop.route?.id }
    /// The pattern that matches, as metrics and traces name it: `/notes/{id}`; `nil` if none does.
    public var routeTemplate: String? { hop.routeTemplate }

    /// The query in its order, including repeated keys.
    public var query: [QueryItem] { url.queryItems }
    /// The fragment, decoded; `nil` without one.
    public var fragment: String? { url.fragment }

    /// The captures of the running interceptor's own pattern; empty for a handler.
    public var captures: [String: String] {
        let visit = hop.visit
        guard visit.interceptors.indices.contains(position) else { return [:] }
        return hop.snapshot
            .captures(ofInterceptor: visit.interceptors[position], at: visit.url, for: visit.request).asDictionary
    }

    /// The methods that match a route at this URL, sorted, for the answer of a fallback with `other_methods: true`. Routes
    /// that code added count too. It looks the URL up again.
    public var allowedMethods: [String] {
        hop.snapshot.allowedMethods(at: url, for: hop.visit.request)
    }

    /// Whether a route would serve this URL with another method. Follows the redirects of routes, and runs no code.
    package func canOpen(method: String) -> Bool {
        hop.snapshot.canOpen(url.text, method: method, tags: tags)
    }

    /// Returns the outcome of a failed open that is answered anyway. ``Registry/onError(of:_:)`` is called with the
    /// error.
    package func outcome(recoveringFrom error: any Error) -> Outcome {
        generation.runtime.report(.open, error, target: url.text, module: hop.route?.module)
        return Outcome(self, destination: nil)
    }

    /// The tags of the route.
    package var routeTags: Set<String> { hop.route?.tags ?? [] }
    /// The holder that published the generation of the open. An open that outlives its router gets one of its own, in
    /// which nothing replaces this generation, also if the router had replaced it.
    package var snapshots: SnapshotHolder {
        if let snapshots = generation.runtime.snapshots { return snapshots }
        let own = generation.renumbered(generation.number)
        return SnapshotHolder(Snapshot(own, overlay: hop.snapshot.overlay))
    }
}

/// An open that is over, without the generation on which it ran, for objects that live as long as a screen.
package struct PastRequest: Sendable {
    private let reached: HopRun.Reached
    private let contents: RouteRequest.Contents

    package init(_ request: RouteRequest) {
        reached = request.hop.reached
        var contents = request.contents
        contents.record = nil
        self.contents = contents
    }

    /// Returns the request as it was at its end, on the current generation.
    package func request(in snapshots: SnapshotHolder) -> RouteRequest {
        let hop = HopRun(ended: reached, on: snapshots.hold())
        var request = RouteRequest(hop: hop, contents: contents)
        request.position = hop.visit.interceptors.count
        return request
    }
}

extension SnapshotHolder {
    /// Returns the current snapshot with a begun open, which the caller must end.
    fileprivate func hold() -> Snapshot {
        while true {
            let snapshot = current
            if snapshot.begin() { return snapshot }
        }
    }
}
