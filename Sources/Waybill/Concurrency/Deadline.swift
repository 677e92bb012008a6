import Synchronization

/// A time limit that can be removed while the work continues.
package final class Deadline: Sendable {
    private enum State {
        case new
        case waiting(onExpiry: @Sendable () -> Void, onRemoval: (@Sendable () -> Void)?)
        case removed
        case expired
    }

    private let state = Mutex(State.new)

    var isWaiting: Bool {
        state.withLock { state in
            if case .waiting = state { true } else { false }
        }
    }

    /// Begins to wait, unless it was already removed.
    ///
    /// - Parameter schedule: Lets it expire at its time. Returns what to do if it is removed before.
    fileprivate func start(
        onExpiry: @escaping @Sendable () -> Void, by schedule: (Deadline) -> @Sendable () -> Void
    ) {
        let isNew = state.withLock { state in
            guard case .new = state else { return false }
            state = .waiting(onExpiry: onExpiry, onRemoval: nil)
            return true
        }
        guard isNew else { return }
        let onRemoval = schedule(self)
        let isOver = state.withLock { state in
            guard case .waiting = state else { return true }
            state = .waiting(onExpiry: onExpiry, onRemoval: onRemoval)
            return false
        }
        if isOver { onRemoval() }
    }

    /// Removes the limit. Returns false if it has already expired.
    @discardableResult
    func remove() -> Bool {
        let before = end(as: .removed)
        if case .waiting(_, let onRemoval) = before { onRemoval?() }
        if case .expired = before { return false }
        return true
    }

    func expire() {
        if case .waiting(let onExpiry, _) = end(as: .expired) { onExpiry() }
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

/// Runs `work` in its own task, and stops waiting for it when the time is over.
///
/// The work runs where the caller does: on its actor, its preferred executor and its lane. Work that ignores its
/// cancellation goes on and keeps the lane, but nobody waits for it. If the caller is cancelled, the work is cancelled.
///
/// - Parameters:
///   - error: Thrown when the time is over.
///   - schedule: Lets the deadline expire at its time. Returns what to do if it is removed before.
// Never inlined: its task would make every caller allocate room for a priority, with or without a limit.
@inline(never)
func withDeadline<R: Sendable>(
    scheduledBy schedule: (Deadline) -> @Sendable () -> Void, error: any Error,
    isolation: isolated (any Actor)? = #isolation, work: @escaping @Sendable (Deadline) async throws -> R
) async throws -> R {
    let deadline = Deadline()
    let settlement = Settlement<R>()
    let claim = LaneScope.current
    claim?.hold()
    let worker = Task(executorPreference: preferredExecutor) {
        let result: Result<R, any Error>
        do {
            result = .success(
                try await LaneScope.run(claim) {
                    try await Isolated.run({ try await work(deadline) }, on: isolation)
                })
        } catch { result = .failure(error) }
        claim?.release()
        deadline.remove()
        settlement.settle(result)
    }
    deadline.start(
        onExpiry: {
            settlement.settle(.failure(error))
            // Cancelling runs handlers of the work, which must not delay other deadlines.
            Task.detached { worker.cancel() }
        }, by: schedule)
    return try await withTaskCancellationHandler {
        try await settlement.value
    } onCancel: {
        worker.cancel()
    }
}

/// Runs `work` in its own task, and stops waiting for it after a limit, as ``DeadlineTimer`` does for opens. A task
/// sleeps for it.
package func withDeadline<R: Sendable>(
    _ limit: Duration, clock: any Clock<Duration>, error: any Error, isolation: isolated (any Actor)? = #isolation,
    work: @escaping @Sendable () async throws -> R
) async throws -> R {
    try await withDeadline(
        scheduledBy: { deadline in
            let sleep = Task {
                guard (try? await clock.sleep(for: limit)) != nil, !Task.isCancelled else { return }
                deadline.expire()
            }
            return { sleep.cancel() }
        }, error: error, isolation: isolation, work: { _ in try await work() })
}

/// The executor that the current task prefers, for tasks that work in its place. Unlike a child task, a `Task { }` does
/// not inherit it.
private var preferredExecutor: (any TaskExecutor)? {
    #if compiler(>=6.3)
        if #available(macOS 26.4, iOS 26.4, watchOS 26.4, tvOS 26.4, visionOS 26.4, *) {
            // The task retains the executor during the call.
            return unsafe withUnsafeCurrentTask { unsafe $0?.unownedTaskExecutor?.asTaskExecutor() }
        }
    #endif
    return nil
}
