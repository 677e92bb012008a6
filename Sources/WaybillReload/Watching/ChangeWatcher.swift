/// Sees that the files of a manifest set change.
///
/// The ``WriteLedger/Mark`` says whether what was read is whole.
protocol ChangeWatcher: Sendable {
    /// How changes are seen right now: a watcher that breaks says why.
    var watching: Watching { get }
    /// Takes in what has happened up to now.
    func mark() -> WriteLedger.Mark
    /// Watches these files and folders too. Where that is news, it counts as a change: they may have changed before.
    func follow(_ paths: [String])
    /// What is being written now, as paths.
    func openPaths() -> [String]
    /// Looks again at the writes that never ended. Called now and then.
    func reviewOpenWrites()
}

/// Why the system gives no events: the name of an error such as `EMFILE`.
struct WatchFailure: Error, Hashable {
    var name: String
}

/// Makes a watcher, which calls `wake` whenever it is worth looking.
typealias MakeWatcher =
    @Sendable (_ paths: [String], _ wake: @escaping @Sendable () -> Void) throws(WatchFailure) ->
    any ChangeWatcher

/// The best watcher that the system has to give; nil where it has none.
let systemWatcher: MakeWatcher? = {
    #if os(Linux)
        { (paths, wake) throws(WatchFailure) in try InotifyWatcher(paths: paths, wake: wake) }
    #else
        nil
    #endif
}()
