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

    /// Lifts the limit. What was cut off already stays cut off, and gets `false`.
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

    /// Cuts off, unless the limit was lifted before.
    func expire() -> Bool {
        timer.withLock { timer in
            if case .disarmed = timer { return false }
            timer = .expired
            return true
        }
    }
}

/// Runs `work` in a task of its own, and gives up on it when the time is over.
///
/// Work that does not heed its cancellation is abandoned: it goes on, and nobody waits for it. Cancelling the caller
/// cancels the work.
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

/// A result that comes once; the first one counts.
final class Settlement<R: Sendable>: Sendable {
    private let state = Mutex(State.open)

    private enum State {
        case open
        case awaited(CheckedContinuation<R, any Error>)
        case settled(Result<R, any Error>)
    }

    /// May be awaited once.
    var value: R {
        get async throws {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<R, any Error>? = state.withLock { state in
                    if case .settled(let result) = state { return result }
                    state = .awaited(continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        }
    }

    /// - Returns: Whether it is the first.
    @discardableResult
    func settle(_ result: Result<R, any Error>) -> Bool {
        let (waiting, isFirst) = state.withLock { state -> (CheckedContinuation<R, any Error>?, Bool) in
            switch state {
            case .open:
                state = .settled(result)
                return (nil, true)
            case .awaited(let continuation):
                state = .settled(result)
                return (continuation, true)
            case .settled: return (nil, false)
            }
        }
        waiting?.resume(with: result)
        return isFirst
    }
}
