import Synchronization

/// Lets the deadlines of opens expire.
///
/// If a task slept for each open, it would take memory until the end of the limit, however early the open ends, because
/// the runtime keeps a cancelled sleep until its time has come. So one task sleeps for all opens with the same limit, and
/// deadlines that were removed are dropped.
package final class DeadlineTimer: Sendable {
    /// The deadlines with one limit, in the order in which they expire.
    private struct Queue {
        private var deadlines: [(time: Duration, deadline: Deadline)] = []
        /// How many of them were removed, about.
        private var removed = 0

        /// The time of the first deadline that was not removed.
        var nextTime: Duration? { deadlines.first { $0.deadline.isWaiting }?.time }

        mutating func append(_ deadline: Deadline, at time: Duration) { deadlines.append((time, deadline)) }

        /// Drops all removed deadlines when they are more than the others.
        mutating func noteRemoval() {
            removed += 1
            guard removed > deadlines.count / 2 else { return }
            deadlines.removeAll { !$0.deadline.isWaiting }
            removed = 0
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

    /// Runs `work` in its own task, and stops waiting for it after the limit.
    ///
    /// - Parameter error: Thrown when the time is over.
    package func run<R: Sendable>(
        within limit: Duration, error: any Error, isolation: isolated (any Actor)? = #isolation,
        work: @escaping @Sendable (Deadline) async throws -> R
    ) async throws -> R {
        try await withDeadline(
            scheduledBy: { deadline in
                add(deadline, after: limit)
                return { self.queues.withLock { $0[limit]?.noteRemoval() } }
            }, error: error, isolation: isolation, work: work)
    }

    private func add(_ deadline: Deadline, after limit: Duration) {
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
