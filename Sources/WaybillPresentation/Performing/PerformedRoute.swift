import Synchronization
import Waybill
import WaybillManifest

/// The one state machine of everything that is performed: its state, and what may be done next.
///
/// It never runs code of callers while it holds its lock, the `deinit` of what it releases included.
final class PerformedRoute: Sendable {
    let snapshots: SnapshotHolder
    let runtime: Runtime
    let target: RouteTarget
    /// What holds for every perform.
    let standing: PerformConfiguration<any Sendable>
    private let record: Mutex<Record>

    struct Record {
        var state = RouteState.unrouted
        var destination = Held.nothing
        /// What the module made: the destination itself, unless an adapter made that of it.
        var made = Held.nothing
        var module: BoundModule?
        var shown: Shown?
        /// The name of the presenter that presented it; `nil` for the main one.
        var presenterName: String?
        var userInfo: [String: any Sendable] = [:]
        var lastError: (any Error)?
        /// How the present destination is removed, unless `remove` says otherwise.
        var removal = RemoveConfiguration<any Sendable>()
        /// Without the generation of the open: a route lives as long as a screen.
        var request: PastRequest?
        /// The perform that all of this is of.
        var performance: Performance?
        /// Who reads the states, by number.
        fileprivate(set) var watchers: [Int: AsyncStream<RouteState>.Continuation] = [:]
        fileprivate var lastWatcher = 0
        /// Counts the changes.
        fileprivate var revision = 0
    }

    init(
        _ target: RouteTarget, in snapshots: SnapshotHolder, standing: PerformConfiguration<any Sendable>,
        record: Record = Record()
    ) {
        self.snapshots = snapshots
        runtime = snapshots.generation.runtime
        self.target = target
        self.standing = standing
        self.record = Mutex(record)
    }

    deinit {
        for watcher in current.watchers.values { watcher.finish() }
    }

    var current: Record { record.withLock { $0 } }
    var performer: Performer { runtime.presentation }

    /// The open that performed it, on the current generation.
    var request: RouteRequest? { current.request?.request(in: snapshots) }

    /// The present state, then every change. A stream that nobody reads any more is let go.
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

    /// Changes the record. What that releases is released after the lock is left.
    private func change<R>(_ body: (inout Record) -> R) -> R {
        let (before, result) = record.withLock { record in
            let before = record
            record.revision += 1
            return (before, body(&record))
        }
        return withExtendedLifetime(before) { result }
    }

    /// Enters a transitional state, unless `refusal` gives a reason not to.
    /// - Returns: The state to go back to.
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

    /// Ends a transaction that succeeded.
    func commit(_ body: (inout Record) -> Void) {
        change { record in
            body(&record)
            record.lastError = nil
        }
    }

    /// Ends a transaction that failed: restores everything, and keeps the error.
    func rollBack(to state: RouteState, _ error: any Error) {
        change { record in
            record.lastError = error
            record.move(to: state)
        }
    }

    /// Gives what it holds a route of its own, before another perform takes its place.
    func handOver(_ record: Record) {
        guard record.destination.value != nil, let performance = record.performance else { return }
        var record = record
        record.watchers = [:]
        record.state = .routed
        record.performance = nil
        performance.handOver(to: PerformedRoute(target, in: snapshots, standing: standing, record: record))
    }

    func keep(_ error: any Error) { change { $0.lastError = error } }

    /// Records that the host's system removed what was presented.
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

    /// Releases everything, because it is removed.
    mutating func clear() {
        destination = .nothing
        made = .nothing
        shown = nil
        userInfo = [:]
        request = nil
        move(to: .removed)
    }

    // MARK: What may be done next

    /// Why it cannot be performed now. Asking and performing use this one predicate.
    func refusalToPerform(_ kind: Module.Kind) -> RouteRefusal? {
        switch state {
        case .routing, .removing: .busy(state)
        case .routed where kind == .view && shown != nil && destination.value != nil: .mustBeRemovedFirst
        case .routed, .unrouted, .removed: nil
        }
    }

    /// Why it cannot be removed now. Asking and removing use this one predicate.
    func refusalToRemove() -> RouteRefusal? {
        guard state == .routed else {
            return state == .unrouted || state == .removed ? .notRouted(state) : .busy(state)
        }
        guard let module, let destination = destination.value else { return .destinationGone }
        let actions = module.factory.actions
        guard shown != nil || actions.removal != nil else { return .notRemovable(module: module.id) }
        return actions.removalRefusal(made.value ?? destination).map { .impossible($0) }
    }
}

/// How a route holds its destination.
enum Held: Sendable {
    case nothing
    case strong(any Sendable)
    case weak(WeakReference)

    init(_ value: any Sendable, retaining: Bool) {
        let isObject = type(of: value) is AnyClass
        self = isObject && !retaining ? .weak(WeakReference(value)) : .strong(value)
    }

    /// Whether it holds this object. Of values any may be meant.
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
