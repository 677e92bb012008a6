/// Runs the modules that have a lifecycle, and limits the time of what ends modules. `WaybillReload` brings one.
package protocol ModuleRunner: Sendable {
    /// Starts a module that was made.
    func start(_ module: RunnableModule) -> any RunningModule
    /// Runs what retires a module, and stops waiting for it when its time is over.
    func retire(_ id: String, by hook: @escaping @Sendable () async -> Void) async
    /// Why modules ended that were to run on, by their ids.
    var failures: [String: String] { get }
}

/// A module that was made, and whose `runs` was registered.
package struct RunnableModule: Sendable {
    package let id: String
    package let run: @Sendable () async throws -> Void
    /// What an error says, without the values of the module's configuration.
    package let words: @Sendable (any Error) -> String
}

/// A module that runs.
package protocol RunningModule: Sendable {
    /// Ends it, and waits for its end.
    func stop() async
}
