import WaybillManifest
public import WaybillTable

/// A URL with the route that it leads to, on the generation that was current when it was resolved.
///
/// It opens any number of times, also at the same time, always on that generation; resolving again is the way to a
/// newer one. It holds the generation: do not keep it for long in a service that reloads. Use it from any thread.
public struct ResolvedURL: Sendable {
    private let hop: HopRun

    /// - Throws: ``RoutingError/invalidURL(_:)`` or ``RoutingError/emptyTagView``.
    init(
        _ text: String, method: String?, tags: Set<String>?, in snapshots: SnapshotHolder
    ) throws(RoutingError) {
        let request = WalkedRequest(method: method, view: try TagView(opening: tags))
        try self.init(text, request, on: snapshots.begin(), of: snapshots)
    }

    /// The same on the generation of an open that has not ended.
    init(_ text: String, method: String?, tags: Set<String>?, within open: HopRun) throws(RoutingError) {
        let request = WalkedRequest(method: method, view: try TagView(opening: tags))
        // It cannot fail: the open has begun it, and has not ended it yet.
        _ = open.snapshot.generation.life.begin()
        try self.init(text, request, on: open.snapshot, of: open.snapshots)
    }

    /// - Parameter snapshot: A begun one.
    private init(
        _ text: String, _ request: WalkedRequest, on snapshot: Snapshot, of snapshots: SnapshotHolder
    ) throws(RoutingError) {
        do {
            hop = try HopRun(at: text, of: request, on: snapshot, of: snapshots)
        } catch {
            snapshot.generation.life.end()
            throw .invalidURL(error)
        }
    }

    public var url: RouteURL { hop.leg.url }
    /// The route that the URL leads to before any interceptor decides; `nil` if none matches.
    public var routeID: String? { hop.route?.id }
    /// The pattern that matches, as metrics and traces name it: `/notes/{id}`; `nil` if none does.
    public var routeTemplate: String? { hop.leg.pattern?.pathTemplate }
    /// The module that this route leads to.
    public var moduleID: String? { hop.route?.module?.id }
    /// Path and query parameters in one flat view.
    public var parameters: RouteParameters { RouteParameters(hop.leg) }
    /// Whether any interceptor would run.
    package var hasInterceptors: Bool { !hop.leg.interceptors.isEmpty }
    /// The interceptors that would run, in running order.
    public var interceptors: [String] { hop.leg.interceptors.indices.map { hop.interceptor(at: $0).id } }

    /// The number of the generation that its opens run on.
    public var generation: Int { hop.generation.number }

    /// Runs the interceptors and the route, and waits until they are done.
    /// - Throws: A ``RoutingError``, or what an interceptor, a handler or a factory threw.
    public func open(payload: (any Sendable)? = nil) async throws -> Outcome {
        try await open(payload: payload, presentationPath: nil)
    }

    /// Opens it for another open, whose values it gets.
    func open(payload: (any Sendable)?, values: RequestValues) async throws -> Outcome {
        var request = RouteRequest(hop: hop, payload: payload)
        if !values.isEmpty { request.values = values }
        return try await open(request)
    }

    /// Opens it for a host that has routes of its own: where no route matches, they answer, and not the manifests' fallback.
    package func open(payload: (any Sendable)?, fallback: OwnFallback?) async throws -> Outcome {
        try await open(payload: payload, presentationPath: nil, fallback: fallback)
    }

    // Every open of a URL is this: without a frame of its own it costs less.
    @inline(__always)
    package func open(
        payload: (any Sendable)?, presentationPath: (any Sendable)?, fallback: OwnFallback? = nil
    ) async throws -> Outcome {
        try await open(RouteRequest(hop: hop, payload: payload, path: presentationPath, fallback: fallback))
    }

    @inline(__always)
    private func open(_ request: RouteRequest) async throws -> Outcome {
        do {
            let outcome = try await run(request)
            hop.snapshot.record(outcome, for: request.payload)
            return outcome
        } catch {
            hop.snapshot.record(error, for: request.payload)
            hop.generation.runtime.report(.open, error, target: hop.leg.url.text, module: hop.route?.module)
            throw error
        }
    }

    private func run(_ request: RouteRequest) async throws -> Outcome {
        guard let lane = hop.lane else { return try await hop.run(request) }
        return try await lane.run { try await hop.run(request) }
    }
}
