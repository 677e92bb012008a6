/// Settings of a router that are not in manifests. They never change for one router.
///
/// hummingbird has a type with this name. In a file that imports both, write `Waybill.RouterOptions`.
public struct RouterOptions: Sendable {
    /// The clock for `timeout:` and all other time limits. Tests replace it. If its `sleep` throws, the limits that wait
    /// for it never end.
    public var clock: any Clock<Duration>

    /// How deeply modules may make or perform each other. A deeper nesting counts as an endless recursion and throws
    /// ``RoutingError/dependencyCycle(_:)``.
    public var recursionLimit: Int

    /// How long the opens of a replaced generation may take before the shared modules that only it has are retired.
    public var drainTimeout: Duration

    /// How many opens may wait for one lane at the same time; `nil` for any number. One more throws
    /// ``RoutingError/laneFull(lane:limit:)``.
    public var laneWaiterLimit: Int?

    /// Creates settings: by default the real clock, 100 nested modules, 30 seconds to drain, and any number of waiting
    /// opens.
    public init(
        clock: any Clock<Duration> = ContinuousClock(), recursionLimit: Int = 100,
        drainTimeout: Duration = .seconds(30), laneWaiterLimit: Int? = nil
    ) {
        self.clock = clock
        self.recursionLimit = recursionLimit
        self.drainTimeout = drainTimeout
        self.laneWaiterLimit = laneWaiterLimit
    }
}
