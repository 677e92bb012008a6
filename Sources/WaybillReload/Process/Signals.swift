#if canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What the process does with signals from its first moment on.
public enum Signals {
    /// Keeps signals from ending the process before it handles them. Call it first in `main`, because threads inherit it.
    ///
    /// `SIGHUP` reloads: one that comes before the reloader runs waits for it. `SIGUSR1`, `SIGUSR2` and `SIGPIPE` are ignored: a
    /// reader of the output that is gone is no reason to end.
    public static func prepare() {
        for ignored in [SIGUSR1, SIGUSR2, SIGPIPE] { _ = signal(ignored, SIG_IGN) }
        // A thread of libdispatch blocks only the signals that it knows.
        _ = signal(SIGHUP) { _ in }
        var blocked = sigset_t()
        unsafe sigemptyset(&blocked)  // plain calls on a local value
        unsafe sigaddset(&blocked, SIGHUP)
        unsafe pthread_sigmask(SIG_BLOCK, &blocked, nil)
    }
}
