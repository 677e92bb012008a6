import Synchronization

/// A time limit that can be removed while the work continues.
package final class Deadline: Sendable {
    private let timer = Mutex(Timer.none)

    private enum Timer {
        case none
        case running(Task<Void, Never>)
        case disarmed
        case expired
    }

    func arm(_ task: Task<Void, Never>) {
        let isDisarmed = timer.withLock { timer in
            guard case .none = timer else { return true }
            timer = .running(task)
            return false
        }
        if isDisarmed { task.cancel() }
    }

    /// Removes the limit. Returns false if it has already expired.
    @discardableResult
    func disarm() -> Bool {
        let before = timer.withLock { timer in
            let before = timer
            if case .expired = before { return before }
            timer = .disarmed
            return before
        }
        if case .expired = before { return false }
        if case .running(let task) = before { task.cancel() }
        return true
    }

    /// Expires the limit. Returns false if it was already removed.
    func expire() -> Bool {
        timer.withLock { timer in
            if case .disarmed = timer { return false }
            timer = .expired
            return true
        }
    }
}

/// Runs `work` in its own task, and stops waiting for it when the time is over.
///
/// The work runs where the caller does: on its actor, its preferred executor and its lane. Work that ignores its
/// cancellation goes on and keeps the lane, but nobody waits for it. If the caller is cancelled, the work is cancelled.
/// - Parameter error: Thrown when the time is over.
// Never inlined: its task would make every caller allocate room for a priority, with or without a limit.
@inline(never)
package func withDeadline<R: Sendable>(
    _ limit: Duration, clock: any Clock<Duration>, error: any Error, isolation: isolated (any Actor)? = #isolation,
    work: @escaping @Sendable (Deadline) async throws -> R
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
        settlement.settle(result)
        deadline.disarm()
    }
    deadline.arm(
        Task {
            guard (try? await clock.sleep(for: limit)) != nil, !Task.isCancelled, deadline.expire() else { return }
            settlement.settle(.failure(error))
            worker.cancel()
        })
    return try await withTaskCancellationHandler {
        try await settlement.value
    } onCancel: {
        worker.cancel()
    }
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
