import Synchronization
import Waybill
import WaybillManifest

/// The state machine of everything that is performed: its state, and the possible next actions.
///
/// It never runs code of callers while it holds its lock, not even the `deinit` of a released object.
final class PerformedRoute: Sendable {
    let snapshots: SnapshotHolder
    let runtime: Runtime
    let target: RouteTarget
    /// The configuration of every perform.
    let baseConfiguration: PerformConfiguration<any Sendable>
    private let record: Mutex<Record>

    struct Record {
        var state = RouteState.unrouted
        var destination = Held.nothing
        /// The product of the module: the destination itself, unless an adapter wrapped it.
        var made = Held.nothing
        var module: BoundModule?
        /// The caller's values for the module.
        var change: ConfigurationChange?
        var shown: Shown?
        /// The name of the presenter that presented it; `nil` for the main one.
        var presenterName: String?
        var userInfo: [String: any Sendable] = [:]
        var lastError: (any Error)?
        /// The removal of the present destination, unless `remove` has other settings.
        var removal = RemoveConfiguration<any Sendable>()
        /// Without the generation of the open, because a route lives as long as a screen.
        var request: PastRequest?
        /// The current perform.
        var performance: Performance?
        /// The readers of the states, by number.
        fileprivate(set) var watchers: [Int: AsyncStream<RouteState>.Continuation] = [:]
        fileprivate var lastWatcher = 0
        /// The number of changes.
        fileprivate var revision = 0
    }

    init(
        _ target: RouteTarget, in snapshots: SnapshotHolder, baseConfiguration: PerformConfiguration<any Sendable>,
        record: Record = Record()
    ) {
        self.snapshots = snapshots
        runtime = snapshots.generation.runtime
        self.target = target
        self.baseConfiguration = baseConfiguration
        self.record = Mutex(record)
    }

    deinit {
        for watcher in current.watchers.values { watcher.finish() }
    }

    var current: Record { record.withLock { $0 } }
    var performer: Performer { runtime.presentation }

    /// The open that performed it, on the current generation.
    var request: RouteRequest? { current.request?.request(in: snapshots) }

    /// The present state, then every change. A stream without a reader is released.
    var states: AsyncStream<RouteState> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1024)) { watcher in
            let number = change { record in
                watcher.yield(record.state)
                record.lastWatcher += 1
                record.watchers[record.lastWatcher] = watcher
                return record.lastWatcher
            }
            watcher.onTermination = { [weak self] _ in self?.change { $0.watchers[number] = nil } }
        }
    }

    // MARK: Transactions

    /// Changes the record. Released objects are released after the lock.
    private func change<R>(_ body: (inout Record) -> R) -> R {
        let (before, result) = record.withLock { record in
            let before = record
            record.revision += 1
            return (before, body(&record))
        }
        return withExtendedLifetime(before) { result }
    }

    /// Enters a transitional state, unless `refusal` gives a reason against it.
    ///
    /// - Returns: The state to restore on failure.
    func begin(
        _ transition: RouteState, unless refusal: (Record) -> RouteRefusal?
    ) throws(RouteRefusal) -> RouteState {
        while true {
            let seen = current
            if let refusal = refusal(seen) { throw refusal }
            let isUnchanged = change { record in
                guard record.revision == seen.revision + 1 else { return false }
                record.move(to: transition)
                return true
            }
            if isUnchanged { return seen.state }
        }
    }

    /// Ends a successful transaction.
    func commit(_ body: (inout Record) -> Void) {
        change { record in
            body(&record)
            record.lastError = nil
        }
    }

    /// Ends a failed transaction: restores everything, and keeps the error.
    func rollBack(to state: RouteState, _ error: any Error) {
        change { record in
            record.lastError = error
            record.move(to: state)
        }
    }

    /// Moves its objects to a route of their own, before another perform replaces them.
    func handOver(_ record: Record) {
        guard record.destination.value != nil, let performance = record.performance else { return }
        var record = record
        record.watchers = [:]
        record.state = .routed
        record.performance = nil
        performance.handOver(
            to: PerformedRoute(target, in: snapshots, baseConfiguration: baseConfiguration, record: record))
    }

    func keep(_ error: any Error) { change { $0.lastError = error } }

    /// Records that the host's system removed the presented view.
    ///
    /// - Returns: The record before; `nil` if nothing was routed.
    func removeExternally() -> Record? {
        change { record in
            guard record.state == .routed else { return nil }
            defer { record.clear() }
            return record
        }
    }

    func report(_ action: RouteAction, _ error: any Error, _ module: BoundModule?) {
        runtime.report(action, error, target: target.name, module: module)
    }
}

extension PerformedRoute.Record {
    mutating func move(to new: RouteState) {
        guard new != state else { return }
        state = new
        for watcher in watchers.values { watcher.yield(new) }
    }

    /// Releases everything after a removal.
    mutating func clear() {
        destination = .nothing
        made = .nothing
        shown = nil
        change = nil
        userInfo = [:]
        request = nil
        move(to: .removed)
    }

    // MARK: Permitted steps

    /// Returns why it cannot be performed now. `refusalToPerform` of a handle and performing both use it.
    func refusalToPerform(_ kind: Module.Kind) -> RouteRefusal? {
        switch state {
        case .routing, .removing: .busy(state)
        case .routed where kind == .view && shown != nil && destination.value != nil: .mustBeRemovedFirst
        case .routed, .unrouted, .removed: nil
        }
    }

    /// Returns why it cannot be removed now. `refusalToRemove` of a handle and removing both use it.
    func refusalToRemove() -> RouteRefusal? {
        guard state == .routed else {
            return state == .unrouted || state == .removed ? .notRouted(state) : .busy(state)
        }
        guard let module, destination.value != nil else { return .destinationGone }
        let actions = module.factory.actions
        guard shown != nil || actions.removal != nil else { return .notRemovable(module: module.id) }
        // A presenter needs no product.
        guard let product = made.value else { return shown == nil ? .destinationGone : nil }
        return actions.removalRefusal(product).map { .impossible($0) }
    }
}

/// A route's reference to its destination.
enum Held: Sendable {
    case nothing
    case strong(any Sendable)
    case weak(WeakReference)

    init(_ value: any Sendable, retaining: Bool) {
        let isObject = type(of: value) is AnyClass
        self = isObject && !retaining ? .weak(WeakReference(value)) : .strong(value)
    }

    /// Whether it holds this object. For values it is true, because they have no identity.
    func holds(_ other: any Sendable) -> Bool {
        guard let value, type(of: value) is AnyClass else { return true }
        return value as AnyObject === other as AnyObject
    }

    var value: (any Sendable)? {
        switch self {
        case .nothing: nil
        case .strong(let value): value
        case .weak(let reference): reference.value
        }
    }
}

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
