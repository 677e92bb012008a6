/// How a reloader detects changes of files.
public enum WatchMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// By events of the kernel, with fallback polling.
    case inotify
    /// By events, but some are missing: a folder cannot be watched, or the last change came without an event, as on
    /// network file systems. The files are also polled.
    case degraded
    /// By polling the files, because the system sends no events.
    case poll
    /// Not at all: a store reports each new set, and ``ReloadStatus/source`` says how fresh it is.
    case store
}

/// A watch mode, and the reason why the system gives no events or only some: the name of an error such as `EMFILE`, or
/// ``unreportedChange``.
struct Watching: Hashable, Sendable {
    var mode: WatchMode
    var reason: String?

    static let unreportedChange = "unreported-change"
}
