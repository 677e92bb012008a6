public import WaybillTable

/// Where a URL leads, on the generation that served when it was resolved. Opens any number of times.
public struct ResolvedURL: Sendable {
    private let hop: HopRun

    init(
        _ text: String, method: String?, tags: Set<String>?, of router: Router
    ) throws(RoutingError) {
        let snapshot = router.snapshots.begin()
        defer { snapshot.generation.life.end() }
        let url = try RoutingError.catchingInvalidURL { () throws(InvalidURL) in try RouteURL(text) }
        let view = try TagView(opening: tags)
        let opening = Opening(
            router: router, snapshot: snapshot, url: url, method: method, tags: tags, view: view)
        hop = HopRun(opening, url: url, chain: snapshot.chain(for: url, method: method, in: view))
    }

    public var url: RouteURL { hop.url }
    /// The route that the URL leads to before any interceptor has its say; `nil` where none matches.
    public var routeID: String? { hop.route?.id }
    /// The module that this route leads to.
    public var moduleID: String? { hop.route?.module?.id }
    public var parameters: [String: String] { hop.parameters }
    /// The interceptors that would run, in running order.
    public var interceptors: [String] { hop.chain.map(\.interceptor.id) }

    /// The number of the generation that its opens run on.
    public var generation: Int { hop.generation.number }

    /// Runs the interceptors and the route, to the end.
    /// - Parameter path: How a view is shown, in place of what its route says.
    /// - Throws: A ``RoutingError``, or what an interceptor, a handler or a factory threw.
    public func open(payload: (any Sendable)? = nil, by path: PresentationPath? = nil) async throws -> Outcome {
        do {
            let outcome = try await run(RouteRequest(hop: hop, payload: payload, path: path))
            hop.opening.snapshot.note(nil)
            return outcome
        } catch {
            hop.opening.snapshot.note(error)
            let module = hop.route?.module
            hop.opening.router.runtime.report(
                RouteFailure(
                    action: .open, error: error, target: hop.url.text, moduleID: module?.id,
                    kind: module?.declaration.kind))
            throw error
        }
    }

    private func run(_ request: RouteRequest) async throws -> Outcome {
        guard let lane = hop.route?.lane else { return try await hop.run(request) }
        return try await lane.run { try await hop.run(request) }
    }
}

extension TagView {
    init(opening tags: Set<String>?) throws(RoutingError) {
        guard let tags else {
            self = .everything
            return
        }
        guard !tags.isEmpty else { throw .emptyTagView }
        self.init(tags)
    }
}

extension RoutingError {
    static func catchingInvalidURL<R>(_ body: () throws(InvalidURL) -> R) throws(RoutingError) -> R {
        do { return try body() } catch { throw .invalidURL(error) }
    }
}
