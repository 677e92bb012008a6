import Synchronization

/// A result that is set once. Later results are ignored.
package final class Settlement<R: Sendable>: Sendable {
    private let state = Mutex(State.open)

    private enum State {
        case open
        case awaited(CheckedContinuation<R, any Error>)
        case settled(Result<R, any Error>)
    }

    package init() {}

    /// May be awaited once.
    package var value: R {
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

    /// - Returns: Whether this result is the first.
    @discardableResult
    package func settle(_ result: Result<R, any Error>) -> Bool {
        let before = state.withLock { state in
            let before = state
            if case .settled = before { return before }
            state = .settled(result)
            return before
        }
        switch before {
        case .open: return true
        case .settled: return false
        case .awaited(let continuation):
            continuation.resume(with: result)
            return true
        }
    }
}
