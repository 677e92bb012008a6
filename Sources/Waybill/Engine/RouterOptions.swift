/// What a router is told once, by code.
public struct RouterOptions: Sendable {
    /// Measures the `timeout:` of interceptors and routes.
    public var clock: any Clock<Duration>

    /// How many modules may make each other, one inside the other, before it is taken for a recursion without end.
    public var recursionLimit: Int

    public init(clock: any Clock<Duration> = ContinuousClock(), recursionLimit: Int = 100) {
        self.clock = clock
        self.recursionLimit = recursionLimit
    }
}
