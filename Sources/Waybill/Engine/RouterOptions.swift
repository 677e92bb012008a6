/// What a router is told once, by code.
public struct RouterOptions: Sendable {
    /// Measures the `timeout:` of interceptors and routes.
    public var clock: any Clock<Duration>

    /// How many modules may make each other, one inside the other, before it is taken for a recursion without end.
    public var recursionLimit: Int

    /// How long a generation that was replaced may go on with its opens, before shared modules that it alone has are retired.
    public var drain: Duration

    /// Looks after removals for destinations that live on; `nil` does not.
    public var leakCheck: LeakCheck?

    public struct LeakCheck: Sendable {
        /// How long a removed destination may live on.
        public var delay: Duration
        public var report: @Sendable (LeakReport) -> Void

        public init(delay: Duration = .seconds(2), report: @escaping @Sendable (LeakReport) -> Void) {
            self.delay = delay
            self.report = report
        }
    }

    public init(
        clock: any Clock<Duration> = ContinuousClock(), recursionLimit: Int = 100, leakCheck: LeakCheck? = nil,
        drain: Duration = .seconds(30)
    ) {
        self.clock = clock
        self.recursionLimit = recursionLimit
        self.leakCheck = leakCheck
        self.drain = drain
    }
}
