import Synchronization
import WaybillManifest

/// The one state machine of everything that is performed: what it stands at, and what it may do next.
///
/// Nothing that callers gave runs while the lock is held.
final class PerformedRoute: Sendable {
    let router: Router
    let target: RouteTarget
    /// What holds for every perform.
    let standing: PerformConfiguration<any Sendable>
    private let record: Mutex<Record>

    struct Record {
        var state = RouteState.unrouted
        var destination = Held.nothing
        /// What the module made: the destination itself, unless an adapter stands before it.
        var made = Held.nothing
        var module: BoundModule?
        var shown: Shown?
        /// Of the presenter that showed it; `nil` for the main one.
        var presenterName: String?
        var userInfo: [String: any Sendable] = [:]
        var lastError: (any Error)?
        /// How the present destination is removed, unless `remove` says otherwise.
        var removal = RemoveConfiguration<any Sendable>()
        var request: RouteRequest?
        fileprivate var watchers: [AsyncStream<RouteState>.Continuation] = []
    }

    init(_ target: RouteTarget, of router: Router, standing: PerformConfiguration<any Sendable>) {
        self.router = router
        self.target = target
        self.standing = standing
        record = Mutex(Record())
    }

    deinit {
        for watcher in record.withLock({ $0.watchers }) { watcher.finish() }
    }

    var current: Record { record.withLock { $0 } }

    /// The present state, then every change.
    var states: AsyncStream<RouteState> {
        AsyncStream { watcher in
            record.withLock { record in
                watcher.yield(record.state)
                record.watchers.append(watcher)
            }
        }
    }

    // MARK: Transactions

    /// Takes the route into a passing state, unless `refusal` says why not.
    /// - Returns: The state to go back to.
    func begin(_ passing: RouteState, unless refusal: (Record) -> RouteRefusal?) throws(RoutingError) -> RouteState {
        let result: Result<RouteState, RouteRefusal> = record.withLock { record in
            if let refusal = refusal(record) { return .failure(refusal) }
            let before = record.state
            record.move(to: passing)
            return .success(before)
        }
        switch result {
        case .success(let before): return before
        case .failure(let refusal): throw .refused(refusal)
        }
    }

    /// Ends a transaction well.
    func commit(_ change: (inout Record) -> Void) {
        record.withLock { record in
            change(&record)
            record.lastError = nil
        }
    }

    /// Ends a transaction that failed: everything is as it was before, but for the error.
    func rollBack(to state: RouteState, _ error: any Error) {
        record.withLock { record in
            record.lastError = error
            record.move(to: state)
        }
    }

    func note(_ error: any Error) { record.withLock { $0.lastError = error } }

    /// What happened by itself: the system removed what was shown.
    /// - Returns: What stood there; `nil` where nothing was routed.
    func removeExternally() -> Record? {
        record.withLock { record in
            guard record.state == .routed else { return nil }
            defer { record.clear() }
            return record
        }
    }
}

extension PerformedRoute.Record {
    mutating func move(to new: RouteState) {
        guard new != state else { return }
        state = new
        for watcher in watchers { watcher.yield(new) }
    }

    /// What is left when it is removed: nothing.
    mutating func clear() {
        (destination, made, shown, userInfo, request) = (.nothing, .nothing, nil, [:], nil)
        move(to: .removed)
    }

    // MARK: What may be done next

    /// Why it cannot be performed now. The one predicate, for asking and for doing.
    func refusalToPerform(_ kind: Module.Kind) -> RouteRefusal? {
        switch state {
        case .routing, .removing: .busy(state)
        case .routed where kind == .view && shown != nil && destination.value != nil: .mustBeRemovedFirst
        case .routed, .unrouted, .removed: nil
        }
    }

    /// Why it cannot be removed now. The one predicate, for asking and for doing.
    func refusalToRemove() -> RouteRefusal? {
        guard state == .routed else {
            return state == .unrouted || state == .removed ? .notRouted(state) : .busy(state)
        }
        guard let module, let destination = destination.value else { return .destinationGone }
        guard shown != nil || module.factory.removes else { return .notRemovable(module: module.id) }
        return module.factory.refusalToRemove(made.value ?? destination).map { .impossible($0) }
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

    var value: (any Sendable)? {
        switch self {
        case .nothing: nil
        case .strong(let value): value
        case .weak(let reference): reference.value
        }
    }
}
