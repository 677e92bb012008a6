/// Sees that the files of a manifest set change.
///
/// Being woken says only that it is worth looking; the ``WriteLedger/Mark`` says whether what was read is whole.
protocol ChangeWatcher: Sendable {
    /// How changes are seen right now: a watcher that breaks falls back by itself.
    var watching: Watching { get }
    /// An element whenever something that concerns the set has happened. For one reader.
    var wakeups: AsyncStream<Void> { get }
    /// Takes in what has happened up to now.
    func mark() -> WriteLedger.Mark
    /// Watches these files too. Where that is news, it counts as a change: they may have changed before.
    func follow(_ files: [String])
    /// What is being written now, as paths.
    func openPaths() -> [String]
    /// Looks again at the writes that never ended. Called now and then.
    func reviewOpenWrites()
}

/// Sees nothing by itself: all is left to the reloader's own polling.
struct PollingOnly: ChangeWatcher {
    let watching: Watching
    let wakeups: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init(reason: String?) {
        watching = Watching(mode: .poll, reason: reason)
        (wakeups, continuation) = AsyncStream.makeStream()
    }

    func mark() -> WriteLedger.Mark { WriteLedger.Mark() }
    func follow(_ files: [String]) {}
    func openPaths() -> [String] { [] }
    func reviewOpenWrites() {}
}

/// The best watcher that the system has to give.
func makeWatcher(paths: [String], prefersPolling: Bool) -> any ChangeWatcher {
    #if os(Linux)
        guard !prefersPolling else { return PollingOnly(reason: nil) }
        do throws(Inotify.Failure) {
            return try InotifyWatcher(paths: paths)
        } catch {
            return PollingOnly(reason: error.name)
        }
    #else
        return PollingOnly(reason: nil)
    #endif
}
