/// Measures how long something takes, by a clock that nobody sets.
struct Stopwatch {
    private let read: () -> Duration

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        read = { start.duration(to: clock.now) }
    }

    var seconds: Double {
        let (seconds, attoseconds) = read().components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
