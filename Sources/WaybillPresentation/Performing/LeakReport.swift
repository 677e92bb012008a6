import Waybill

/// A removed destination that still exists, or that was released late. It is a value type, safe to use from any thread.
public struct LeakReport: Sendable, Hashable {
    /// What has become of a removed destination.
    public enum State: Sendable, Hashable {
        /// It still exists after the delay. Reported once.
        case alive
        /// It was reported as ``alive``, and is released now.
        case reclaimed
    }

    /// The id of the module that made the destination.
    public let moduleID: String
    /// The type of the destination.
    public let type: String
    /// Whether the destination still exists.
    public let state: State
}

/// Checks for leaks after a removal.
struct LeakCheck: Sendable {
    /// The time after which a removed destination counts as a leak.
    var delay: Duration
    var report: @Sendable (LeakReport) -> Void

    /// Checks after the delay whether the destination is released, and again until it is.
    func watch(_ destination: any Sendable, of module: BoundModule, clock: any Clock<Duration>) {
        guard module.instance == nil, type(of: destination) is AnyClass else { return }
        let reference = WeakReference(destination)
        let type = "\(type(of: destination))"
        Task {
            var isReported = false
            while (try? await clock.sleep(for: delay.asPause)) != nil {
                guard reference.value != nil else {
                    if isReported { report(LeakReport(moduleID: module.id, type: type, state: .reclaimed)) }
                    return
                }
                if !isReported { report(LeakReport(moduleID: module.id, type: type, state: .alive)) }
                isReported = true
            }
        }
    }
}
