import Dispatch
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// Ends the service when `SIGTERM` or `SIGINT` asks for it: no new connections, and answers under way are sent whole.
struct Shutdown {
    /// How long answers under way may take. What is left then is cut.
    let limit: Duration
    let logger: Logger

    /// Watches for the signals while `group` runs. A second one ends the process at once.
    func run(_ group: ServiceGroup) async throws {
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        let watch = Task.detached {
            var isEnding = false
            for await signal in signals {
                if isEnding { end(with: 128 + signal.rawValue) }
                isEnding = true
                logger.info("\(signal): answers under way have \(limit) to end")
                DispatchQueue.global().asyncAfter(deadline: .now() + limit.timeInterval) {
                    logger.warning("requests or answers that were not complete after \(limit) are cut")
                    end(with: 0)
                }
                await group.triggerGracefulShutdown()
            }
        }
        defer { watch.cancel() }
        try await group.run()
    }

    /// Nothing that a request left behind keeps the process from ending.
    private func end(with status: Int32) -> Never {
        LogSink.standardError.flush()
        _exit(status)
    }
}

extension Duration {
    fileprivate var timeInterval: DispatchTimeInterval { .milliseconds(Int(self / .milliseconds(1))) }
}
