import Logging
import ServiceLifecycle
import Synchronization
import Waybill

/// Runs the modules that have a lifecycle, each in a service group of its own, because each is shut down at its own time.
final class ModuleServices: ModuleRunner {
    private let logger: Logger
    private let limit: Duration
    private let clock: any Clock<Duration>
    private let state = Mutex(State())

    private struct State {
        var started = 0
        /// By the number of the start, because a module may be replaced by one with its id.
        var failed: [Int: (id: String, words: String)] = [:]
    }

    /// - Parameter limit: How long a graceful shutdown may take, and then a cancellation.
    init(limit: Duration, clock: any Clock<Duration>, logger: Logger) {
        self.limit = limit
        self.clock = clock
        self.logger = logger
    }

    var failures: [String: String] {
        let failed = state.withLock { $0.failed.sorted { $0.key < $1.key } }
        return Dictionary(failed.map { ($0.value.id, $0.value.words) }) { _, last in last }
    }

    func start(_ module: RunnableModule) -> any RunningModule {
        let number = state.withLock { state in
            state.started += 1
            return state.started
        }
        return ModuleService(module, limit: limit, clock: clock, logger: logger) { words in
            self.state.withLock { $0.failed[number] = words.map { (module.id, $0) } }
        }
    }
}

/// A module that runs.
private final class ModuleService: RunningModule {
    private let id: String
    private let limit: Duration
    private let clock: any Clock<Duration>
    private let logger: Logger
    private let group: ServiceGroup
    private let task: Task<Void, Never>
    /// Ends when the module has begun to run: a group that does not run yet ignores its shutdown.
    private let start: AsyncStream<Never>
    private let setFailure: @Sendable (String?) -> Void

    /// - Parameter setFailure: Called with the error if it ends with one, and with `nil` when it is stopped.
    init(
        _ module: RunnableModule, limit: Duration, clock: any Clock<Duration>, logger: Logger,
        setFailure: @escaping @Sendable (String?) -> Void
    ) {
        let (start, began) = AsyncStream<Never>.makeStream()
        let service = ServiceGroupConfiguration.ServiceConfiguration(
            service: ModuleBody(run: module.run, began: began), successTerminationBehavior: .gracefullyShutdownGroup)
        // What is to be said about its end is said here.
        let silent = Logger(label: "waybill.module") { _ in SwiftLogNoOpLogHandler() }
        let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: [service], logger: silent))
        (self.group, self.start, self.setFailure) = (group, start, setFailure)
        (id, self.limit, self.clock, self.logger) = (module.id, limit, clock, logger)
        // Detached: it must not hear of the shutdown or the cancellation of whoever made it.
        task = Task.detached {
            do { try await group.run() } catch is CancellationError {} catch {
                let words = module.words(error)
                setFailure(words)
                logger.error("module '\(module.id)' ended: \(words)")
            }
        }
    }

    func stop() async {
        defer { setFailure(nil) }
        for await _ in start {}
        await group.triggerGracefulShutdown()
        if await hasEnded() { return }
        logger.warning("module '\(id)' does not end by itself, and is cancelled")
        task.cancel()
        if await !hasEnded() { logger.error("module '\(id)' does not end, although it is cancelled") }
    }

    /// Waits for its end, until the limit.
    private func hasEnded() async -> Bool {
        let end = task
        return (try? await withDeadline(limit, clock: clock, error: CancellationError()) { _ in await end.value })
            != nil
    }
}

private struct ModuleBody: Service {
    let run: @Sendable () async throws -> Void
    let began: AsyncStream<Never>.Continuation

    func run() async throws {
        began.finish()
        try await run()
    }
}
