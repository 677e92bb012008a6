/// How a reloader sees that files change.
public enum WatchMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// By the kernel's events, with a slow poll underneath.
    case inotify
    /// By reading the files again and again: where the system has no events, or has none left to give.
    case poll
}

/// A watch mode, and why it is no better one: the name of an error such as `EMFILE`.
struct Watching: Hashable, Sendable {
    var mode: WatchMode
    var reason: String?
}
