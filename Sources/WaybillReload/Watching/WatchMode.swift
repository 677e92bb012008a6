/// How a reloader sees that files change.
public enum WatchMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// By events of the kernel, with fallback polling.
    case inotify
    /// By reading the files again and again, because the system gives no events.
    case poll
}

/// A watch mode, and why the system gives no events: the name of an error such as `EMFILE`.
struct Watching: Hashable, Sendable {
    var mode: WatchMode
    var reason: String?
}
