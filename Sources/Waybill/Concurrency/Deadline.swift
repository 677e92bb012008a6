import Synchronization

/// A time limit that can be lifted while the work goes on.
final class Deadline: Sendable {
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

    /// Lifts the limit. Returns false if it has expired already.
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

    /// Ends the work's time. Returns false if the limit was lifted already.
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
/// Work that ignores its cancellation goes on, but nobody waits for it. If the caller is cancelled, the work is
/// cancelled.
/// - Parameter error: Thrown when the time is over.
func withDeadline<R: Sendable>(
    _ limit: Duration, clock: any Clock<Duration>, error: any Error,
    work: @escaping @Sendable (Deadline) async throws -> R
) async throws -> R {
    let deadline = Deadline()
    let settlement = Settlement<R>()
    let worker = Task {
        LaneClaim.joinInherited()
        do { settlement.settle(.success(try await work(deadline))) } catch { settlement.settle(.failure(error)) }
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
