import Synchronization

/// One perform of a route, which a ``Performed`` removes.
///
/// Its product belongs to its route until the route is performed again while it is routed. Then the product gets a
/// route of its own, so that it can still be removed, and nothing else is removed instead of it.
final class Performance: Sendable {
    private let successor = Mutex<PerformedRoute?>(nil)

    /// The route of its own; `nil` while it belongs to the route that performed it.
    var route: PerformedRoute? { successor.withLock { $0 } }

    func handOver(to route: PerformedRoute) { successor.withLock { $0 = route } }
}
