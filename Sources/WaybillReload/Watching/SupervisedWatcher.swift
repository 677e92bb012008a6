import Synchronization

/// A watcher that is started again after it failed. Until then the reloader polls.
final class SupervisedWatcher: Sendable {
    /// One element whenever something that concerns the set has happened. For one reader.
    let wakeups: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let paths: [String]
    private let make: MakeWatcher?
    private let state = Mutex(State())

    private struct State {
        var watcher: (any ChangeWatcher)?
        var failure: String?
        var followed: [String] = []
        /// The changes that earlier watchers counted.
        var earlierChanges = 0
        var failures = 0
        /// How many rounds to wait before the next attempt to start.
        var rest = 0
    }

    /// Starts watching.
    /// - Parameter make: Makes a watcher; `nil` if the system has none.
    init(paths: [String], make: MakeWatcher?) {
        self.paths = paths
        self.make = make
        (wakeups, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        state.withLock { start(&$0) }
    }

    var watching: Watching {
        state.withLock { state in
            if let watching = state.watcher?.watching, watching.mode != .poll { return watching }
            return Watching(mode: .poll, reason: state.watcher?.watching.reason ?? state.failure)
        }
    }

    func mark() -> WriteLedger.Mark {
        state.withLock { state in
            var mark = state.watcher?.mark() ?? WriteLedger.Mark()
            mark.changes += state.earlierChanges
            return mark
        }
    }

    func follow(_ paths: [String]) {
        state.withLock { state in
            state.followed = paths
            state.watcher?.follow(paths)
        }
    }

    func openPaths() -> [String] { state.withLock { $0.watcher?.openPaths() ?? [] } }

    /// Reviews open writes, and starts a failed watcher again, with a growing delay. Called from time to time.
    func maintain() {
        state.withLock { state in
            state.watcher?.reviewOpenWrites()
            guard make != nil, state.watcher?.watching.mode ?? .poll == .poll else { return }
            state.rest -= 1
            guard state.rest < 0 else { return }
            start(&state)
            if state.failure == nil { continuation.yield() }
        }
    }

    private func start(_ state: inout State) {
        guard let make else { return }
        do throws(WatchFailure) {
            let continuation = continuation
            let watcher = try make(paths) { continuation.yield() }
            if let failure = watcher.watching.reason { throw WatchFailure(name: failure) }
            watcher.follow(state.followed)
            // Anything may have happened without a watcher.
            state.earlierChanges += (state.watcher?.mark().changes ?? 0) + 1
            state.watcher = watcher
            state.failure = nil
            state.failures = 0
        } catch {
            state.failure = error.name
            state.rest = (1 << min(state.failures, 6)) - 1
            state.failures += 1
        }
    }
}
