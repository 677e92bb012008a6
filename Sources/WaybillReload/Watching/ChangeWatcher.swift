/// Detects changes of the files of a manifest set.
///
/// Its ``WriteLedger/Mark`` says whether a reading is complete.
protocol ChangeWatcher: Sendable {
    /// The current way of detecting changes. A watcher that failed gives the reason.
    var watching: Watching { get }
    /// Reads all events up to now.
    func mark() -> WriteLedger.Mark
    /// Watches these files and folders too. A new list counts as a change, because they may have changed before.
    func follow(_ paths: [String])
    /// Walks the tree again, because a mount, or a folder far above that moved, replaces watched folders without an
    /// event. Other folders than before count as a change. Called from time to time.
    func replan()
    /// The paths of the files that are being written now.
    func openPaths() -> [String]
    /// Drops a write whose end is never reported: `truncate(2)` and a link to an unnamed file close nothing.
    func endWrite(of path: String)
}

/// Why the system gives no events: the name of an error such as `EMFILE`.
struct WatchFailure: Error, Hashable {
    var name: String
}

/// Makes a watcher, which calls `wake` whenever something may have changed.
typealias MakeWatcher =
    @Sendable (_ paths: [String], _ wake: @escaping @Sendable () -> Void) throws(WatchFailure) ->
    any ChangeWatcher

/// The watcher of this system; `nil` if it has none.
let systemWatcher: MakeWatcher? = {
    #if os(Linux)
        { (paths, wake) throws(WatchFailure) in try InotifyWatcher(paths: paths, wake: wake) }
    #else
        nil
    #endif
}()
