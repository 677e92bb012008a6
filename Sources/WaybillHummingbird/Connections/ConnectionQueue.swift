import Logging
import Metrics
import NIOCore
import Synchronization

/// Counts the connections of a server. Those above its limit wait for their turn, and it says so in log and metrics.
final class ConnectionQueue: Sendable {
    /// A connection that waits. Both functions are called on any thread.
    struct Waiting: Sendable {
        var admit: @Sendable () -> Void
        var refuse: @Sendable () -> Void
    }

    private struct State {
        var last = 0
        var admitted: Set<Int> = []
        /// The longest waiting is the first.
        var queue: [(id: Int, connection: Waiting)] = []
        var loggedAt: NIODeadline?
    }

    private let limit: Int
    private let logger: Logger
    private let open: Meter
    private let waiting: Meter
    private let refused: Counter
    private let state = Mutex(State())

    /// How many connections wait. The longest waiting one is refused if there are more, so that a probe always gets in.
    static let waitingLimit = 8

    init(_ limits: ConnectionLimits, logger: Logger, metrics: any MetricsFactory) {
        limit = limits.permitted
        self.logger = logger
        open = Meter(label: "waybill.connections", factory: metrics)
        waiting = Meter(label: "waybill.connections.waiting", factory: metrics)
        refused = Counter(label: "waybill.connections.refused", factory: metrics)
        Gauge(label: "waybill.connections.limit", factory: metrics).record(limit)
        if limit < limits.connections {
            logger.warning("the limit of open files permits only \(limit) connections, not \(limits.connections)")
        }
    }

    /// Adds a connection.
    /// - Returns: Its number for ``leave(_:)``, and whether it must wait.
    func enter(_ connection: Waiting) -> (id: Int, waits: Bool) {
        let (id, waits, refused) = state.withLock { state -> (id: Int, waits: Bool, refused: Waiting?) in
            state.last += 1
            guard state.admitted.count >= limit else {
                state.admitted.insert(state.last)
                return (state.last, false, nil)
            }
            state.queue.append((state.last, connection))
            let isFull = state.queue.count > Self.waitingLimit
            return (state.last, true, isFull ? state.queue.removeFirst().connection : nil)
        }
        (waits ? waiting : open).increment()
        if waits { log() }
        if let refused { refuse(refused) }
        return (id, waits)
    }

    /// Removes a connection. The longest waiting one gets its place.
    func leave(_ id: Int) {
        let (wasAdmitted, wasWaiting, next) = state.withLock { state -> (Bool, Bool, Waiting?) in
            let queued = state.queue.firstIndex { $0.id == id }
            if let queued { state.queue.remove(at: queued) }
            let wasAdmitted = state.admitted.remove(id) != nil
            guard wasAdmitted, !state.queue.isEmpty else { return (wasAdmitted, queued != nil, nil) }
            let next = state.queue.removeFirst()
            state.admitted.insert(next.id)
            return (wasAdmitted, queued != nil, next.connection)
        }
        if wasAdmitted { open.decrement() }
        if wasWaiting { waiting.decrement() }
        guard let next else { return }
        waiting.decrement()
        open.increment()
        next.admit()
    }

    private func refuse(_ connection: Waiting) {
        waiting.decrement()
        refused.increment()
        connection.refuse()
    }

    /// Says that connections wait, at most once a minute.
    private func log() {
        let isDue = state.withLock { state in
            let now = NIODeadline.now()
            guard state.loggedAt.map({ now - $0 >= .minutes(1) }) ?? true else { return false }
            state.loggedAt = now
            return true
        }
        if isDue { logger.warning("the limit of open connections, \(limit), is reached; further ones wait") }
    }
}
