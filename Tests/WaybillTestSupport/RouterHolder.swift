import Synchronization
package import Waybill

/// Gives registered code access to the router that it is registered with.
package final class RouterHolder: Sendable {
    private let state = Mutex<(router: Router?, tasks: [Task<String, any Error>])>((nil, []))

    package init() {}

    package var router: Router? { state.withLock { $0.router } }
    package var tasks: [Task<String, any Error>] { state.withLock { $0.tasks } }
    /// The last one that was stored.
    package var task: Task<String, any Error>? { tasks.last }

    package func set(_ router: Router) { state.withLock { $0.router = router } }
    package func clear() { state.withLock { $0 = (nil, []) } }
    package func keep(_ task: Task<String, any Error>) { state.withLock { $0.tasks.append(task) } }
}
