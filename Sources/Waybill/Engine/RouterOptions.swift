/// What a router is told once, by code.
public struct RouterOptions: Sendable {
    /// Measures the `timeout:` of interceptors and routes.
    public var clock: any Clock<Duration>

    public init(clock: any Clock<Duration> = ContinuousClock()) {
        self.clock = clock
    }
}
