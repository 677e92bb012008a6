/// Measures durations with a monotonic clock.
package struct Stopwatch: Sendable {
    private let read: @Sendable () -> Duration

    package init(_ clock: some Clock<Duration>) {
        let start = clock.now
        read = { start.duration(to: clock.now) }
    }

    package var elapsed: Duration { read() }

    package var seconds: Double { elapsed / .seconds(1) }
}
