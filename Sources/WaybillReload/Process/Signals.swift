import Synchronization

#if canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Prepares the signals of a process.
public enum Signals {
    /// Whether a `SIGHUP` has come that no reloader has handled yet.
    private static let hasEarlyHangup = Atomic(false)

    /// Keeps signals from ending the process before it handles them. Call it first in `main`, because threads inherit
    /// it.
    ///
    /// A `SIGHUP` that comes before the reloader runs waits for it. `SIGUSR1`, `SIGUSR2` and `SIGPIPE` are ignored, so
    /// a closed output does not end the process. Until the services handle `SIGTERM` and `SIGINT`, one of them ends the process at
    /// once, with 128 plus its number: also as process 1 of a container, where the system would ignore it.
    public static func prepare() {
        for ignored in [SIGUSR1, SIGUSR2, SIGPIPE] { _ = signal(ignored, SIG_IGN) }
        for ending in [SIGTERM, SIGINT] { _ = signal(ending) { _exit(128 + $0) } }
        // Creates the variable now, because a handler must not.
        _ = takeEarlyHangup()
        // A thread of libdispatch blocks only signals with a handler. The main thread waits with all signals unblocked, so
        // the handler runs there if nothing traps the signal yet.
        _ = signal(SIGHUP) { _ in Signals.hasEarlyHangup.store(true, ordering: .relaxed) }
        var blocked = sigset_t()
        unsafe sigemptyset(&blocked)  // a local value
        unsafe sigaddset(&blocked, SIGHUP)  // a local value
        unsafe pthread_sigmask(SIG_BLOCK, &blocked, nil)  // copied by the call
    }

    /// Whether a `SIGHUP` has come since the last call, before one was trapped.
    static func takeEarlyHangup() -> Bool { hasEarlyHangup.exchange(false, ordering: .relaxed) }
}
