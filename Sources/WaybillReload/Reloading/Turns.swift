import Synchronization

/// Lets callers pass one after the other, in the order of their calls.
final class Turns: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Runs `body` when earlier callers are done.
    func take<R>(_ body: () async -> R) async -> R {
        await withCheckedContinuation { continuation in
            let isFirst = state.withLock { state in
                defer { state.isTaken = true }
                if state.isTaken { state.waiting.append(continuation) }
                return !state.isTaken
            }
            if isFirst { continuation.resume() }
        }
        defer { pass() }
        return await body()
    }

    private func pass() {
        let next = state.withLock { state in
            if state.waiting.isEmpty { state.isTaken = false }
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
        next?.resume()
    }
}
