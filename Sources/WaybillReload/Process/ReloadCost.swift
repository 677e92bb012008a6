import Waybill
import WaybillSyntax

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What an attempt has cost.
package struct ReloadCost: Sendable {
    /// By a monotonic clock.
    package var seconds: Double
    /// The processor time of reading, compiling and binding; `nil` if it was not measured.
    package var processorSeconds: Double?
    /// The highest resident memory of the process during the attempt, in bytes; `nil` if the system does not tell it.
    package var peakMemory: Int?

    package init(seconds: Double, processorSeconds: Double? = nil, peakMemory: Int? = nil) {
        self.seconds = seconds
        self.processorSeconds = processorSeconds
        self.peakMemory = peakMemory
    }
}

/// Measures an attempt. Attempts do not overlap, so their peaks of memory do not either.
package struct ReloadMeter: Sendable {
    private let watch: Stopwatch
    let processor = ProcessorMeter()
    private let tellsPeak: Bool

    package init(_ clock: any Clock<Duration> = ContinuousClock()) {
        watch = Stopwatch(clock)
        tellsPeak = PeakMemory.reset()
    }

    /// Does the work of the attempt, also on other threads, all with a low priority.
    package func timing<Result>(_ work: () -> Result) -> Result {
        ProcessorMeter.$current.withValue(processor) { Concurrently.$hasLowPriority.withValue(true, operation: work) }
    }

    /// Does the same for asynchronous work.
    func measuring<Result>(_ work: () async -> Result) async -> Result {
        await ProcessorMeter.$current.withValue(processor) {
            await Concurrently.$hasLowPriority.withValue(true, operation: work)
        }
    }

    /// The cost so far. Ask for it on the thread that started.
    package var cost: ReloadCost {
        ReloadCost(
            seconds: watch.seconds, processorSeconds: processor.seconds,
            peakMemory: tellsPeak ? PeakMemory.current : nil)
    }
}

/// The highest resident memory of the process since it was reset, as Linux keeps it.
private enum PeakMemory {
    /// - Returns: Whether the system has reset it. A container may forbid it; then it would be that of the whole run.
    static func reset() -> Bool {
        (try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))) != nil
    }

    /// In bytes.
    static var current: Int? {
        guard let data = FileManager.default.contents(atPath: "/proc/self/status") else { return nil }
        let line = String(decoding: data, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(separator: " ").compactMap { Int($0) }.first.map { $0 * 1024 }
    }
}
