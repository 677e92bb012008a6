import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Measures the processor time of a piece of work: that of its thread, and of the threads on which ``Concurrently``
/// spreads it. Other threads of the process do not count.
package final class ProcessorMeter: Sendable {
    /// The meter of the current work, to which its other threads report.
    @TaskLocal package static var current: ProcessorMeter?

    private let start = ProcessorMeter.threadTime
    private let helpers = Atomic<Int>(0)

    /// Starts to measure on the current thread.
    package init() {}

    /// The seconds since the start. Ask for them on the thread that started.
    package var seconds: Double {
        Double(Self.threadTime - start + helpers.load(ordering: .relaxed)) / 1e9
    }

    /// Adds the time of a thread that worked for nothing else.
    func addWholeThread() { helpers.wrappingAdd(Self.threadTime, ordering: .relaxed) }

    /// The processor time of the current thread, in nanoseconds.
    private static var threadTime: Int {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }  // a local out parameter
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
