import Logging
import ServiceLifecycle
import Synchronization
import Waybill

/// Runs the modules that have a lifecycle. Each has a service group of its own, because each is shut down at its own
/// time.
final class ModuleServices: ModuleRunner {
    fileprivate let logger: Logger
    private let limit: Duration
    private let timer: DeadlineTimer
    private let state = Mutex(State())

    private struct State {
        var started = 0
        /// The modules that were not stopped, by the number of the start, because a module may be replaced by one with
        /// the same id.
        var modules: [Int: (id: String, failure: String?)] = [:]
    }

    /// - Parameter limit: The limit of a graceful shutdown, then of a cancellation, and of a function that retires a
    ///   module.
    init(limit: Duration, clock: any Clock<Duration>, logger: Logger) {
        self.limit = limit
        timer = DeadlineTimer(clock)
        self.logger = logger
    }

    var failures: [String: String] {
        let modules = state.withLock { $0.modules.sorted { $0.key < $1.key }.map(\.value) }
        return Dictionary(modules.compactMap { id, failure in failure.map { (id, $0) } }) { _, last in last }
    }

    func start(_ module: RunnableModule) -> any RunningModule {
        let number = state.withLock { state in
            state.started += 1
            state.modules[state.started] = (module.id, nil)
            return state.started
        }
        return ModuleService(module, number, in: self)
    }

    func retire(_ id: String, by hook: @escaping @Sendable () async -> Void) async {
        if await !ends(hook) {
            logger.error(
                "module '\(id)' was not retired within \(limit); the service no longer waits for it",
                metadata: ["module": "\(id)"])
        }
    }

    /// Records that a module ended without being stopped, which is a failure.
    fileprivate func recordEnd(of module: RunnableModule, _ number: Int, _ error: (any Error)?) {
        let words = error.map(module.words) ?? "its 'run' returned before it was stopped"
        let hasFailed = state.withLock { state in
            guard state.modules[number] != nil else { return false }
            state.modules[number] = (module.id, words)
            return true
        }
        let isShutdown = error == nil || error is CancellationError
        guard hasFailed || !isShutdown else { return }
        logger.error("module '\(module.id)' ended: \(words)", metadata: ["module": "\(module.id)"])
    }

    fileprivate func recordStop(of number: Int) { state.withLock { _ = $0.modules.removeValue(forKey: number) } }

    /// Whether the work ends within the limit.
    fileprivate func ends(_ work: @escaping @Sendable () async -> Void) async -> Bool {
        (try? await timer.run(within: limit, error: CancellationError()) { _ in await work() }) != nil
    }
}

/// A running module.
private final class ModuleService: RunningModule {
    private let id: String
    private let number: Int
    private let services: ModuleServices
    private let group: ServiceGroup
    private let task: Task<Void, Never>

    /// - Parameter number: The number of its start.
    init(_ module: RunnableModule, _ number: Int, in services: ModuleServices) {
        let service = ServiceGroupConfiguration.ServiceConfiguration(
            service: ModuleBody(run: module.run), successTerminationBehavior: .gracefullyShutdownGroup)
        // Its end is logged here, and not by the service group.
        let silent = Logger(label: "waybill.module") { _ in SwiftLogNoOpLogHandler() }
        let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: [service], logger: silent))
        id = module.id
        self.number = number
        self.services = services
        self.group = group
        // Detached, because the shutdown or the cancellation of the task that created it must not affect it.
        task = Task.detached {
            do {
                try await group.run()
                services.recordEnd(of: module, number, nil)
            } catch { services.recordEnd(of: module, number, error) }
        }
    }

    func stop() async {
        services.recordStop(of: number)
        // A group that does not run yet shuts down when it starts.
        await group.triggerGracefulShutdown()
        if await hasEnded() { return }
        let metadata: Logger.Metadata = ["module": "\(id)"]
        services.logger.warning("module '\(id)' did not stop in time; it is cancelled", metadata: metadata)
        task.cancel()
        if await !hasEnded() {
            services.logger.error(
                "module '\(id)' did not stop after its cancellation; end 'run' when its task is cancelled",
                metadata: metadata)
        }
    }

    /// Waits for its end, up to the limit. Returns whether it ended.
    private func hasEnded() async -> Bool {
        let end = task
        return await services.ends { await end.value }
    }
}

private struct ModuleBody: Service {
    let run: @Sendable () async throws -> Void

    func run() async throws { try await run() }
}
