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
        let snapshot = snapshots.begin()
        defer { snapshot.generation.life.end() }
        let url: RouteURL
        do { url = try RouteURL(text) } catch { throw .invalidURL(error) }
        let leg = WalkLeg(
            at: url, of: WalkedRequest(method: method, view: try TagView(opening: tags)), in: snapshot)
        let lane = leg.route.flatMap { snapshot.route($0.route).lane }
        hop = HopRun(
            Opening(snapshots: snapshots, snapshot: snapshot, url: url, tags: tags, lane: lane), leg)
    }

    public var url: RouteURL { hop.leg.url }
    /// The route that the URL leads to before any interceptor decides; `nil` if none matches.
    public var routeID: String? { hop.route?.id }
    /// The module that this route leads to.
    public var moduleID: String? { hop.route?.module?.id }
    /// Path and query parameters in one flat view.
    public var parameters: [String: String] { hop.leg.parameters }
    /// The interceptors that would run, in running order.
    public var interceptors: [String] { hop.leg.interceptors.indices.map { hop.interceptor(at: $0).id } }

    /// The number of the generation that its opens run on.
    public var generation: Int { hop.generation.number }

    /// Runs the interceptors and the route, and waits until they are done.
    /// - Throws: A ``RoutingError``, or what an interceptor, a handler or a factory threw.
    public func open(payload: (any Sendable)? = nil) async throws -> Outcome {
        try await open(payload: payload, presentationPath: nil)
    }

    package func open(payload: (any Sendable)?, presentationPath: (any Sendable)?) async throws -> Outcome {
        do {
            let outcome = try await run(RouteRequest(hop: hop, payload: payload, path: presentationPath))
            hop.opening.snapshot.record(outcome, for: payload)
            return outcome
        } catch {
            hop.opening.snapshot.record(error, for: payload)
            hop.generation.runtime.report(.open, error, target: hop.leg.url.text, module: hop.route?.module)
            throw error
        }
    }

    private func run(_ request: RouteRequest) async throws -> Outcome {
        guard let lane = hop.opening.lane else { return try await hop.run(request) }
        return try await lane.run { try await hop.run(request) }
    }
}
