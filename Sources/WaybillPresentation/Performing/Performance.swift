import Synchronization

/// One perform of a route: what a ``Performed`` removes.
///
/// What it made is its route's until that is performed again while it is routed. Then it is handed over to a route of its
/// own, so that it can still be removed, and nothing else is removed instead of it.
final class Performance: Sendable {
    private let successor = Mutex<PerformedRoute?>(nil)

    /// The route of its own; `nil` while it is that of the route that it was performed by.
    var route: PerformedRoute? { successor.withLock { $0 } }

    func handOver(to route: PerformedRoute) { successor.withLock { $0 = route } }
}
