/// A watcher that is started again after a failure. Until then the reloader polls.
struct SupervisedWatcher {
    /// One element for each event that concerns the set. For one reader.
    let wakeups: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let paths: [String]
    private let make: MakeWatcher?
    private var watcher: (any ChangeWatcher)?
    private var failure: String?
    private var followed: [String] = []
    /// The mark at which a change without an event was found.
    private var unreported: WriteLedger.Mark?
    /// The changes that earlier watchers counted.
    private var earlierChanges = 0
    private var failures = 0
    /// The number of rounds before the next attempt to start.
    private var rest = 0

    /// Starts watching.
    /// - Parameter make: Makes a watcher; `nil` if the system has none.
    init(paths: [String], make: MakeWatcher?) {
        self.paths = paths
        self.make = make
        (wakeups, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        start()
    }

    var watching: Watching {
        guard let watching = watcher?.watching, watching.mode != .poll else {
            return Watching(mode: .poll, reason: watcher?.watching.reason ?? failure)
        }
        guard let unreported, watching.mode == .inotify, unreported == mark() else { return watching }
        return Watching(mode: .degraded, reason: Watching.unreportedChange)
    }

    /// Records a change without an event. The next event ends this state.
    mutating func recordUnreported() { unreported = mark() }

    func mark() -> WriteLedger.Mark {
        var mark = watcher?.mark() ?? WriteLedger.Mark()
        mark.changes += earlierChanges
        return mark
    }

    mutating func follow(_ paths: [String]) {
        followed = paths
        watcher?.follow(paths)
    }

    func openPaths() -> [String] { watcher?.openPaths() ?? [] }

    func endWrite(of path: String) { watcher?.endWrite(of: path) }

    /// Plans again at once, because the folders that are watched may not be those of the set any more.
    func replan() { watcher?.replan() }

    /// Plans again, and starts a failed watcher again, with a growing delay. Called from time to time.
    mutating func maintain() {
        replan()
        guard make != nil, watcher?.watching.mode ?? .poll == .poll else { return }
        rest -= 1
        guard rest < 0 else { return }
        start()
        if failure == nil { continuation.yield() }
    }

    private mutating func start() {
        guard let make else { return }
        do throws(WatchFailure) {
            let continuation = continuation
            let watcher = try make(paths) { continuation.yield() }
            if let failure = watcher.watching.reason { throw WatchFailure(name: failure) }
            watcher.follow(followed)
            // Without a watcher, changes may have been missed.
            earlierChanges += (self.watcher?.mark().changes ?? 0) + 1
            self.watcher = watcher
            failure = nil
            failures = 0
        } catch {
            failure = error.name
            rest = (1 << min(failures, 6)) - 1
            failures += 1
        }
    }
}
