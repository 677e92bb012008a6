import Dispatch
public import Logging
public import ServiceLifecycle
import Synchronization
import UnixSignals

#if canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension ServiceGroup {
    /// Runs until `SIGTERM` or `SIGINT`. Then the services shut down gracefully, within a time limit.
    ///
    /// When the time is over, remaining work is cut off, and the process ends with status 0, because it was asked to
    /// end. A second signal ends it at once, with 128 plus the number of the signal. The group must not handle signals
    /// itself.
    ///
    /// - Parameters:
    ///   - limit: How long the services may take to shut down.
    ///   - delay: How long everything goes on after the signal, before the services shut down.
    /// - Throws: What a service throws.
    public func run(drain limit: Duration, delay: Duration = .zero, logger: Logger) async throws {
        try await run(drain: limit, delay: delay, logger: logger) {}
    }

    /// - Parameter onSignal: Called at the first signal.
    package func run(
        drain limit: Duration, delay: Duration, logger: Logger, onSignal: @escaping @Sendable () -> Void
    ) async throws {
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        let hasEnded = Atomic(false)
        let watch = Task.detached {
            var isEnding = false
            for await signal in signals {
                if isEnding { Self.endProcess(with: 128 + signal.rawValue) }
                isEnding = true
                let wait = delay > .zero ? "new connections are accepted for \(delay); then " : ""
                logger.info("received \(signal); \(wait)requests in progress have \(limit) to finish")
                onSignal()
                Self.after(delay) { Task { await self.triggerGracefulShutdown() } }
                Self.after(delay + limit) {
                    guard !hasEnded.load(ordering: .acquiring) else { return }
                    logger.warning("requests that did not finish within \(limit) are cut off")
                    Self.endProcess(with: 0)
                }
            }
        }
        defer {
            watch.cancel()
            hasEnded.store(true, ordering: .releasing)
        }
        try await run()
    }

    private static func after(_ time: Duration, _ work: @escaping @Sendable () -> Void) {
        DispatchQueue.global().asyncAfter(
            deadline: .now() + .milliseconds(Int(time / .milliseconds(1))), execute: work)
    }

    /// Ends the process, even if a request has left work behind.
    private static func endProcess(with status: CInt) -> Never {
        LogSink.standardError.flush()
        _exit(status)
    }
}
