import Synchronization
import WaybillManifest
import WaybillSyntax
public import WaybillTable

extension Router {
    /// Adds a route at run time. It takes precedence over the routes of the manifests and over earlier additions.
    ///
    /// Opens that begin after the call use it; opens that are already running do not. It stays when manifests are
    /// replaced. Additions are compiled together at the next lookup, in time linear in their number.
    ///
    ///     let handle = try router.map("app://secret/:id", owner: self) { request in secret(request["id"]) }
    ///
    /// - Parameters:
    ///   - methods: Upper-case tokens, as in a manifest; empty for all requests.
    ///   - params: Constraints of captures, as `params` of a manifest: `["id": .int]`.
    ///   - priority: A higher one takes precedence among additions; for the same priority, the newest does.
    ///   - timeout: How long `handler` may take.
    ///   - lane: A registered lane.
    ///   - owner: The route ends with this object; `nil` to keep it as long as the router lives, or until it is
    ///     removed. The router does not keep the object alive: make sure that `handler` does not either.
    /// - Throws: ``RoutingError/invalidPattern(_:reason:)``, ``RoutingError/invalidAddition(reason:)`` if it can never
    ///   match, or ``RoutingError/unknownLane(_:suggestions:)``.
    @discardableResult
    public func map<R: Sendable>(
        _ patterns: String..., methods: [String] = [], params: [String: ParameterConstraint] = [:],
        priority: Int = 0, tags: Set<RouteTag> = [], timeout: Duration? = nil, lane: LaneName? = nil,
        owner: AnyObject? = nil, _ handler: @escaping @Sendable (RouteRequest) async throws -> R
    ) throws(RoutingError) -> OverlayHandle {
        let number = nextNumber()
        let addition = try OverlayAddition(
            patterns, methods: methods, params: params, tags: tags.names, timeout: timeout, rank: priority)
        let id = "overlay \(number)"
        let target = BoundTarget(handler: id) { try await handler($0) }
        let route = BoundRoute(
            id: id, patterns: addition.patterns, destination: .serve, target: target, timeout: timeout,
            lane: try find(lane?.rawValue), tags: tags.names)
        return add(.route(route), addition, number, owner)
    }

    /// Adds an interceptor at run time. It runs before those of the manifests.
    /// - Parameters:
    ///   - methods: As in ``map(_:methods:params:priority:tags:timeout:lane:owner:_:)``; so are `params` and `owner`.
    ///   - order: Ascending among additions; for the same order, the newest runs first.
    ///   - everywhere: Whether it runs in every tag view.
    ///   - timeout: How long it may take to decide.
    /// - Throws: ``RoutingError/invalidPattern(_:reason:)``, or ``RoutingError/invalidAddition(reason:)`` if it can
    ///   never match.
    @discardableResult
    public func intercept(
        _ patterns: String..., methods: [String] = [], params: [String: ParameterConstraint] = [:], order: Int = 0,
        tags: Set<RouteTag> = [], everywhere: Bool = false, timeout: Duration? = nil, owner: AnyObject? = nil,
        _ body: @escaping InterceptorBody
    ) throws(RoutingError) -> OverlayHandle {
        let number = nextNumber()
        let addition = try OverlayAddition(
            patterns, methods: methods, params: params, tags: tags.names, timeout: timeout, rank: order)
        let interceptor = BoundInterceptor(id: "overlay \(number)", action: .run, body: body, timeout: timeout)
        return add(.interceptor(interceptor, appliesEverywhere: everywhere), addition, number, owner)
    }

    private func add(
        _ content: OverlayEntry.Content, _ addition: OverlayAddition, _ number: Int, _ owner: AnyObject?
    ) -> OverlayHandle {
        let entry = OverlayEntry(
            number: number, content: content, addition: addition, owner: owner.map(OverlayEntry.Owner.init))
        snapshots.dropOrphans()
        snapshots.update { $0.with($0.overlay.adding(entry)) }
        return OverlayHandle(number: number, router: self)
    }

    private func nextNumber() -> Int { overlayNumbers.wrappingAdd(1, ordering: .relaxed).newValue }

    private func find(_ lane: String?) throws(RoutingError) -> Lane? {
        guard let lane else { return nil }
        guard let found = runtime.lanes[lane] else {
            throw .unknownLane(lane, suggestions: didYouMean(lane, among: runtime.lanes.keys))
        }
        return found
    }
}

/// An addition to a router, which you can remove.
///
/// It does not keep the router alive. Releasing the handle removes nothing. Use it from any thread.
public struct OverlayHandle: Sendable {
    private let number: Int
    private let router: WeakReference

    fileprivate init(number: Int, router: Router) {
        self.number = number
        self.router = WeakReference(router)
    }

    /// Removes the addition. Opens that are already running still use it. Removing it again does nothing.
    public func remove() {
        (router.value as? Router)?.snapshots.drop([number])
    }
}
