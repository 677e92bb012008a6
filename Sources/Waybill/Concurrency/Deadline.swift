import Synchronization

/// A time limit that can be removed while the work continues.
package final class Deadline: Sendable {
    private enum State {
        case new
        case waiting(onExpiry: @Sendable () -> Void)
        case removed
        case expired
    }

    private let state = Mutex(State.new)

    package init() {}

    var isWaiting: Bool {
        state.withLock { state in
            if case .waiting = state { true } else { false }
        }
    }

    /// Begins to wait. Returns false if it was already removed.
    fileprivate func start(_ onExpiry: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            guard case .new = state else { return false }
            state = .waiting(onExpiry: onExpiry)
            return true
        }
    }

    /// Removes the limit. Returns false if it has already expired.
    @discardableResult
    package func remove() -> Bool {
        if case .expired = end(as: .removed) { false } else { true }
    }

    fileprivate func expire() {
        if case .waiting(let onExpiry) = end(as: .expired) { onExpiry() }
    }

    /// Sets its last state, unless it has ended. Returns the state before.
    private func end(as last: State) -> State {
        state.withLock { state in
            let before = state
            switch state {
            case .new, .waiting: state = last
            case .removed, .expired: break
            }
            return before
        }
    }
}

/// Lets deadlines expire.
///
/// If a task slept for each deadline, it would take memory until the end of the limit, however early the work ends, because
/// the runtime keeps a cancelled sleep until its time has come. So one task sleeps for all deadlines with the same limit,
/// and those that were removed are dropped.
package final class DeadlineTimer: Sendable {
    /// The deadlines with one limit, in the order in which they expire.
    private struct Queue {
        private var deadlines: [(time: Duration, deadline: Deadline)] = []
        /// The length at which removed deadlines are dropped.
        private var capacity = 16

        /// The time of the first deadline that was not removed.
        var nextTime: Duration? { deadlines.first { $0.deadline.isWaiting }?.time }

        mutating func append(_ deadline: Deadline, at time: Duration) {
            if deadlines.count >= capacity {
                deadlines.removeAll { !$0.deadline.isWaiting }
                capacity = max(16, deadlines.count * 2)
            }
            deadlines.append((time, deadline))
        }

        mutating func takeDue(at now: Duration) -> [Deadline] {
            let count = deadlines.firstIndex { $0.time > now } ?? deadlines.count
            defer { deadlines.removeFirst(count) }
            return deadlines.prefix(count).map(\.deadline)
        }
    }

    private let clock: any Clock<Duration>
    private let watch: Stopwatch
    /// By limit. A task sleeps for each queue, and ends when the queue is empty.
    private let queues = Mutex<[Duration: Queue]>([:])

    package init(_ clock: any Clock<Duration>) {
        self.clock = clock
        watch = Stopwatch(clock)
    }

    /// Lets a deadline expire after a limit, unless it is removed before.
    func start(_ deadline: Deadline, after limit: Duration, onExpiry: @escaping @Sendable () -> Void) {
        guard deadline.start(onExpiry) else { return }
        let limit = limit.asPause
        let isFirst = queues.withLock { queues in
            let isFirst = queues[limit] == nil
            // The time is read within the lock, so that a queue is in its order.
            queues[limit, default: Queue()].append(deadline, at: watch.elapsed + limit)
            return isFirst
        }
        if isFirst { Task.detached { await self.expireAll(after: limit) } }
    }

    /// Lets the deadlines of a queue expire, until it is empty.
    private func expireAll(after limit: Duration) async {
        while let time = nextTime(after: limit) {
            do {
                try await clock.sleep(for: time - watch.elapsed)
            } catch {
                // A clock that fails lets none of these expire. Later ones begin a queue of their own.
                return queues.withLock { $0[limit] = nil }
            }
            let due = queues.withLock { $0[limit]?.takeDue(at: max(time, watch.elapsed)) ?? [] }
            for deadline in due { deadline.expire() }
        }
    }

    /// Returns the time of the first deadline, or removes the queue if it has none.
    private func nextTime(after limit: Duration) -> Duration? {
        queues.withLock { queues in
            let time = queues[limit]?.nextTime
            if time == nil { queues[limit] = nil }
            return time
        }
    }
}

extension DeadlineTimer {
    /// Runs `work` in its own task, and stops waiting for it after the limit.
    ///
    /// The work runs where the caller does: on its actor, its preferred executor and its lanes. Work that ignores its
    /// cancellation goes on and keeps the lanes, but nobody waits for it. If the caller is cancelled, the work is cancelled.
    ///
    /// - Parameter error: Thrown when the time is over.
    package func run<R: Sendable>(
        within limit: Duration, error: any Error, isolation: isolated (any Actor)? = #isolation,
        work: @escaping @Sendable (Deadline) async throws -> R
    ) async throws -> R {
        let deadline = Deadline()
        let settlement = Settlement<R>()
        let claim = LaneClaim.current
        claim?.hold()
        let worker = Task(executorPreference: preferredExecutor) {
            let result: Result<R, any Error>
            do {
                result = .success(try await Isolated.run({ try await work(deadline) }, on: isolation))
            } catch { result = .failure(error) }
            claim?.release()
            deadline.remove()
            settlement.settle(result)
        }
        start(deadline, after: limit) {
            settlement.settle(.failure(error))
            // Cancelling runs handlers of the work, which must not delay other deadlines.
            Task.detached { worker.cancel() }
        }
        return try await withTaskCancellationHandler {
            try await settlement.value
        } onCancel: {
            worker.cancel()
        }
    }
}

extension Duration {
    /// A duration for which every clock can sleep: at least nothing, at most a hundred years.
    ///
    /// A clock adds it to its present time, and traps if the sum does not fit its parts.
    package var asPause: Duration { max(.zero, min(self, .seconds(100 * 366 * 86_400))) }
}

/// Measures durations with a monotonic clock.
package struct Stopwatch: Sendable {
    private let read: @Sendable () -> Duration

    package init(_ clock: some Clock<Duration>) {
        let start = clock.now
        read = { start.duration(to: clock.now) }
    }

    package var elapsed: Duration { read() }

    package var seconds: Double { elapsed / .seconds(1) }
}
