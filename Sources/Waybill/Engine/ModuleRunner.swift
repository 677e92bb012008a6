/// Runs the modules that have a lifecycle, and limits the time of their retirement. `WaybillReload` implements it.
package protocol ModuleRunner: Sendable {
    /// Starts a module that was made.
    func start(_ module: RunnableModule) -> any RunningModule
    /// Runs a hook that retires a module, and stops waiting for it at the time limit.
    func retire(_ id: String, by hook: @escaping @Sendable () async -> Void) async
    /// The reasons why running modules ended early, by their ids.
    var failures: [String: String] { get }
}

/// A made module that was registered with `runs`.
package struct RunnableModule: Sendable {
    package let id: String
    package let run: @Sendable () async throws -> Void
    /// Describes an error without the values of the module's configuration.
    package let words: @Sendable (any Error) -> String
}

/// A running module.
package protocol RunningModule: Sendable {
    /// Stops it, and waits for its end.
    func stop() async
}
