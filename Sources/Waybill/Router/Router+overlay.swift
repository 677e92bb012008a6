import Synchronization
import WaybillManifest
import WaybillSyntax
import WaybillTable

extension Router {
    /// Adds a route at run time, above those of the manifests and of earlier additions.
    ///
    /// Opens that begin after the call see it; opens that are under way do not. It stays when manifests are replaced.
    /// Additions are compiled together at the next lookup, in time linear in their number.
    ///
    ///     let handle = try router.map("app://secret/:id", owner: self) { request in secret(request["id"]) }
    ///
    /// - Parameters:
    ///   - lane: A registered lane.
    ///   - owner: The route ends with this object; `nil` for as long as the router lives, or until it is removed. The
    ///     router does
    ///     not keep the object alive: make sure that `handler` does not either.
    /// - Throws: ``RoutingError/invalidPattern(_:reason:)``, or ``RoutingError/unknownLane(_:suggestions:)``.
    @discardableResult
    public func map<R: Sendable>(
        _ patterns: String..., methods: [String] = [], tags: Set<String> = [], lane: String? = nil,
        owner: AnyObject? = nil, _ handler: @escaping @Sendable (RouteRequest) async throws -> R
    ) throws(RoutingError) -> OverlayHandle {
        let number = nextNumber()
        let parsed = try parse(patterns)
        let id = "overlay \(number)"
        let target = BoundTarget(.handler(name: id) { try await handler($0) })
        let route = BoundRoute(id: id, destination: .serve, target: target, lane: try find(lane), tags: tags)
        let definition = RouteDefinition(id: id, patterns: parsed, methods: methods, tags: tags)
        return add(.route(route, definition), number, owner)
    }

    /// Adds an interceptor at run time. It runs before those of the manifests and of earlier additions.
    /// - Parameters:
    ///   - everywhere: Whether it runs in every tag view.
    ///   - owner: As in ``map(_:methods:tags:lane:owner:_:)``.
    /// - Throws: ``RoutingError/invalidPattern(_:reason:)``.
    @discardableResult
    public func intercept(
        _ patterns: String..., methods: [String] = [], tags: Set<String> = [], everywhere: Bool = false,
        owner: AnyObject? = nil, _ body: @escaping InterceptorBody
    ) throws(RoutingError) -> OverlayHandle {
        let number = nextNumber()
        let parsed = try parse(patterns)
        let id = "overlay \(number)"
        let interceptor = BoundInterceptor(id: id, action: .run, body: body)
        let definition = InterceptorDefinition(
            id: id, patterns: parsed, methods: methods, tags: tags, appliesEverywhere: everywhere)
        return add(.interceptor(interceptor, definition), number, owner)
    }

    private func add(_ content: OverlayEntry.Content, _ number: Int, _ owner: AnyObject?) -> OverlayHandle {
        let entry = OverlayEntry(number: number, content: content, owner: owner.map(OverlayEntry.Owner.init))
        snapshots.drop(snapshots.current.overlay.orphans)
        snapshots.update { $0.with($0.overlay.adding(entry)) }
        return OverlayHandle(number: number, router: self)
    }

    private func nextNumber() -> Int { overlayNumbers.wrappingAdd(1, ordering: .relaxed).newValue }

    private func parse(_ patterns: [String]) throws(RoutingError) -> [Pattern] {
        var parsed: [Pattern] = []
        for text in patterns {
            do { parsed.append(try Pattern(text)) } catch { throw .invalidPattern(text, reason: error.message) }
        }
        return parsed
    }

    private func find(_ lane: String?) throws(RoutingError) -> Lane? {
        guard let lane else { return nil }
        guard let found = runtime.lanes[lane] else {
            throw .unknownLane(lane, suggestions: didYouMean(lane, among: runtime.lanes.keys))
        }
        return found
    }
}

/// One addition to a router, for removing it.
///
/// It does not keep the router alive. Releasing the handle removes nothing. Use it from any thread.
public struct OverlayHandle: Sendable {
    private let number: Int
    private let router: WeakReference

    fileprivate init(number: Int, router: Router) {
        self.number = number
        self.router = WeakReference(router)
    }

    /// Removes the addition. Opens that are under way still see it. Removing it again does nothing.
    public func remove() {
        (router.value as? Router)?.snapshots.drop([number])
    }
}
