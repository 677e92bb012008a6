public import WaybillTable

/// Where a URL leads, on the generation that served when it was resolved. Opens any number of times.
public struct ResolvedURL: Sendable {
    private let leg: Leg

    init(
        _ text: String, method: String?, tags: Set<String>?, of router: Router
    ) throws(RoutingError) {
        let snapshot = router.snapshots.begin()
        defer { snapshot.generation.life.end() }
        let url = try RoutingError.catchingInvalidURL { () throws(InvalidURL) in try RouteURL(text) }
        let view = try TagView(opening: tags)
        let opening = Opening(
            router: router, snapshot: snapshot, url: url, method: method, tags: tags, view: view)
        leg = Leg(opening, url: url, chain: snapshot.chain(for: url, method: method, in: view))
    }

    public var url: RouteURL { leg.url }
    /// The route that the URL leads to before any interceptor has its say; `nil` where none matches.
    public var routeID: String? { leg.route?.id }
    /// The module that this route leads to.
    public var moduleID: String? { leg.route?.module?.id }
    public var parameters: [String: String] { leg.parameters }
    /// The interceptors that would run, in running order.
    public var interceptors: [String] { leg.chain.map(\.interceptor.id) }

    /// The number of the generation that its opens run on.
    public var generation: Int { leg.generation.number }

    /// Runs the interceptors and the route, to the end.
    /// - Parameter path: How a view is shown, in place of what its route says.
    /// - Throws: A ``RoutingError``, or what an interceptor, a handler or a factory threw.
    public func open(payload: (any Sendable)? = nil, by path: PresentationPath? = nil) async throws -> Outcome {
        do {
            let outcome = try await run(Request(leg: leg, payload: payload, path: path))
            leg.opening.snapshot.note(nil)
            return outcome
        } catch {
            leg.opening.snapshot.note(error)
            let module = leg.route?.module
            leg.opening.router.runtime.report(
                RouteFailure(
                    action: .open, error: error, target: leg.url.text, moduleID: module?.id,
                    kind: module?.declaration.kind))
            throw error
        }
    }

    private func run(_ request: Request) async throws -> Outcome {
        guard let lane = leg.route?.lane else { return try await leg.run(request) }
        return try await lane.run { try await leg.run(request) }
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
