import Synchronization
import Waybill

/// Lets registered code reach the router that it is registered for.
final class RouterHolder: Sendable {
    private let state = Mutex<(router: Router?, task: Task<String, any Error>?)>((nil, nil))

    var router: Router? { state.withLock { $0.router } }
    var task: Task<String, any Error>? { state.withLock { $0.task } }

    func set(_ router: Router) { state.withLock { $0.router = router } }
    func keep(_ task: Task<String, any Error>) { state.withLock { $0.task = task } }
}
