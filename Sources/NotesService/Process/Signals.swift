import Foundation

/// What the process does with signals from its first moment on.
enum Signals {
    /// Keeps signals from ending the process before it handles them. Threads inherit this, so it comes before all others.
    ///
    /// `SIGHUP` reloads: one that comes before the reloader runs waits for it. The others mean nothing here, and a reader of
    /// the output that is gone is no reason to end.
    static func prepare() {
        for ignored in [SIGUSR1, SIGUSR2, SIGPIPE] { _ = signal(ignored, SIG_IGN) }
        // A thread of libdispatch blocks only the signals that it knows.
        _ = signal(SIGHUP) { _ in }
        var blocked = sigset_t()
        unsafe sigemptyset(&blocked)  // plain calls on a local value
        unsafe sigaddset(&blocked, SIGHUP)
        unsafe pthread_sigmask(SIG_BLOCK, &blocked, nil)
    }
}
