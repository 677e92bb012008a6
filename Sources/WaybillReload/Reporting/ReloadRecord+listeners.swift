import Synchronization

/// The streams of events.
extension ReloadRecord {
    func subscribe() -> AsyncStream<ReloadEvent> {
        // A listener that does not read gets only the newest events.
        let (stream, continuation) = AsyncStream<ReloadEvent>.makeStream(bufferingPolicy: .bufferingNewest(1000))
        let id: Int? = state.withLock { state in
            guard !state.hasFinished else { return nil }
            state.subscriptions += 1
            state.listeners[state.subscriptions] = continuation
            return state.subscriptions
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[id] = nil }
        }
        return stream
    }

    func report(_ event: ReloadEvent) {
        let listeners = state.withLock { $0.listeners }
        for listener in listeners.values { listener.yield(event) }
    }

    func finish() {
        let listeners = state.withLock { state in
            defer { state.listeners = [:] }
            state.hasFinished = true
            return state.listeners
        }
        for listener in listeners.values { listener.finish() }
    }
}
