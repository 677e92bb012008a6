import Synchronization

/// A clock that advances only when a test says so.
package final class ManualClock: Clock {
    package struct Instant: InstantProtocol {
        package var offset: Swift.Duration = .zero

        package func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
        package static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private struct State {
        var now = Instant()
        var sleepers: [Int: (until: Instant, wake: CheckedContinuation<Void, any Error>)] = [:]
        var cancelled: Set<Int> = []
        var started = 0
        /// Where it moves by itself: so far, whenever so many sleep.
        var step: (duration: Swift.Duration, sleepers: Int)?
        var watchers: [(condition: (State) -> Bool, wake: CheckedContinuation<Void, Never>)] = []

        /// Removes and returns the watchers whose condition holds now.
        mutating func takeSatisfied() -> [CheckedContinuation<Void, Never>] {
            let before = self
            watchers.removeAll { $0.condition(before) }
            return before.watchers.filter { $0.condition(before) }.map(\.wake)
        }
    }

    private let state = Mutex(State())

    package init() {}

    package var now: Instant { state.withLock { $0.now } }
    package var minimumResolution: Duration { .zero }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.started += 1
            return state.started
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                var (isCancelled, isOver) = (false, false)
                change { state in
                    isCancelled = state.cancelled.contains(id)
                    isOver = deadline <= state.now
                    if !isCancelled && !isOver { state.sleepers[id] = (deadline, continuation) }
                }
                if isCancelled {
                    continuation.resume(throwing: CancellationError())
                } else if isOver {
                    continuation.resume()
                }
                advanceByItself()
            }
        } onCancel: {
            var sleeper: CheckedContinuation<Void, any Error>?
            change { state in
                state.cancelled.insert(id)
                sleeper = state.sleepers.removeValue(forKey: id)?.wake
            }
            sleeper?.resume(throwing: CancellationError())
        }
    }

    /// Advances the clock, and wakes the sleepers whose time has come.
    package func advance(by duration: Duration) {
        var due: [CheckedContinuation<Void, any Error>] = []
        change { state in
            state.now = state.now.advanced(by: duration)
            let now = state.now
            due = state.sleepers.values.filter { $0.until <= now }.map(\.wake)
            state.sleepers = state.sleepers.filter { $0.value.until > now }
        }
        for sleeper in due { sleeper.resume() }
    }

    /// Moves by itself until `body` ends: by a duration, whenever so many sleep.
    package func advancing<Result>(
        by duration: Duration, whenever sleepers: Int, _ body: () async throws -> Result
    ) async rethrows -> Result {
        change { $0.step = (duration, sleepers) }
        defer { change { $0.step = nil } }
        advanceByItself()
        return try await body()
    }

    private func advanceByItself() {
        while let duration = state.withLock({ state in
            state.step.flatMap { state.sleepers.count >= $0.sleepers ? $0.duration : nil }
        }) {
            advance(by: duration)
        }
    }

    /// Waits until a task sleeps.
    package func taskSleeps() async { await sleepers(1) }

    /// Waits until a number of tasks sleep.
    package func sleepers(_ count: Int) async { await wait { $0.sleepers.count >= count } }

    private func wait(until condition: @escaping @Sendable (State) -> Bool) async {
        await withCheckedContinuation { continuation in
            change { $0.watchers.append((condition, continuation)) }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let satisfied = state.withLock { state in
            body(&state)
            return state.takeSatisfied()
        }
        for watcher in satisfied { watcher.resume() }
    }
}

/// An event that happens once and that any number of tasks may wait for. Waiting ignores cancellation.
package final class Event: Sendable {
    private struct State {
        var hasHappened = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    package init() {}

    package func happen() {
        let waiting = state.withLock { state in
            state.hasHappened = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    package func wait() async {
        await withCheckedContinuation { continuation in
            let hasHappened = state.withLock { state in
                if !state.hasHappened { state.waiting.append(continuation) }
                return state.hasHappened
            }
            if hasHappened { continuation.resume() }
        }
    }
}
