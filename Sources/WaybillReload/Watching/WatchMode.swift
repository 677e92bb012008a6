/// How a reloader sees that files change.
public enum WatchMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// By events of the kernel, with fallback polling.
    case inotify
    /// By events, of which some are missing: a folder cannot be watched, or the last change came without an event, as on
    /// network file systems. The files are read again and again too.
    case degraded
    /// By reading the files again and again, because the system gives no events.
    case poll
}

/// A watch mode, and why the system gives no events or not all: the name of an error such as `EMFILE`, or
/// ``unreportedChange``.
struct Watching: Hashable, Sendable {
    var mode: WatchMode
    var reason: String?

    static let unreportedChange = "unreported-change"
}
