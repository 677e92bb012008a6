/// Settings of a router that code makes, not manifests. They hold for the router's whole life.
///
/// hummingbird has a type of this name: a file that imports both writes `Waybill.RouterOptions`.
public struct RouterOptions: Sendable {
    /// Measures `timeout:` and every other limit of time. Tests replace it.
    public var clock: any Clock<Duration>

    /// How deep modules may make or perform each other before it counts as an endless recursion and throws
    /// ``RoutingError/dependencyCycle(_:)``.
    public var recursionLimit: Int

    /// How long a replaced generation may finish its opens before the shared modules that only it has are retired.
    public var drainTimeout: Duration

    /// How many opens may wait for one lane at the same time; `nil` for any number. One more throws
    /// ``RoutingError/laneFull(lane:limit:)``.
    public var laneWaiterLimit: Int?

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
