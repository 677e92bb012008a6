import Metrics
import Waybill

/// The metrics of a reloader for swift-metrics, with names similar to those of Prometheus for its own configuration.
///
/// Generation and digest are one gauge, so that no reader sees one without the other.
struct ReloadMetrics: Sendable {
    private let factory: any MetricsFactory
    /// Made at the start, so that they exist with 0: an alert on an increase would miss the first failure otherwise.
    private let attempts: [ReloadResult: Counter]
    private let failures: [ReloadFailure: Counter]
    private let successful: Gauge
    private let successTime: Gauge
    private let stale: Gauge
    private let polling: Gauge
    private let live: Gauge
    private let writers: Gauge
    private let duration: Timer
    private let processorTime: Timer
    private let peakMemory: Gauge
    private let canaryShare: Gauge
    private let canaryWindow: Gauge
    private let canaryOpens: [CanaryRun.Side: Counter]
    private let canaryFailures: [CanaryRun.Side: Counter]

    init(_ factory: any MetricsFactory) {
        self.factory = factory
        attempts = Self.counters("waybill_config_reload_attempts_total", "result", factory)
        failures = Self.counters("waybill_config_reload_failures_total", "reason", factory)
        successful = Gauge(label: "waybill_config_last_reload_successful", factory: factory)
        successTime = Gauge(label: "waybill_config_last_reload_success_timestamp_seconds", factory: factory)
        stale = Gauge(label: "waybill_config_stale", factory: factory)
        polling = Gauge(label: "waybill_config_polling", factory: factory)
        live = Gauge(label: "waybill_config_generations_live", factory: factory)
        writers = Gauge(label: "waybill_config_writers", factory: factory)
        duration = Timer(label: "waybill_config_reload_duration_seconds", factory: factory)
        processorTime = Timer(label: "waybill_config_reload_processor_seconds", factory: factory)
        peakMemory = Gauge(label: "waybill_config_reload_peak_memory_bytes", factory: factory)
        canaryShare = Gauge(label: "waybill_config_canary_share", factory: factory)
        canaryWindow = Gauge(label: "waybill_config_canary_window_seconds", factory: factory)
        canaryOpens = Self.counters("waybill_config_canary_opens_total", "side", factory)
        canaryFailures = Self.counters("waybill_config_canary_failures_total", "side", factory)
    }

    /// - Parameter share: The share of the opens on a candidate; 0 if there is none.
    func recordCanary(share: Double, window: Duration) {
        canaryShare.record(share)
        canaryWindow.record(window / .seconds(1))
    }

    /// Counts an open during a canary.
    @Sendable func recordCanaryOpen(on side: CanaryRun.Side, isFault: Bool) {
        canaryOpens[side]?.increment()
        if isFault { canaryFailures[side]?.increment() }
    }

    /// Records the current generation. Each digest has its own gauge, whose value is the generation's number.
    func recordCurrent(_ generation: Int, digest: String, since previous: String?) {
        gauge(digest).record(generation)
        if let previous, previous != digest { gauge(previous).destroy() }
    }

    func record(_ attempt: ReloadAttempt) {
        attempts[attempt.result]?.increment()
        if let reason = attempt.reason { failures[reason]?.increment() }
        duration.recordSeconds(attempt.seconds)
    }

    func record(_ cost: ReloadCost) {
        if let seconds = cost.processorSeconds { processorTime.recordSeconds(seconds) }
        if let bytes = cost.peakMemory { peakMemory.record(bytes) }
    }

    /// - Parameter time: The time of the last publication, in seconds since 1970.
    func record(_ status: ReloadStatus, publishedAt time: Double) {
        successful.record(status.healthy ? 1 : 0)
        successTime.record(time)
        stale.record(status.stale ? 1 : 0)
        live.record(status.generationsLive)
    }

    func record(_ watching: Watching) { polling.record([.inotify, .store].contains(watching.mode) ? 0 : 1) }

    func recordWriters(_ count: Int) { writers.record(count) }

    /// Returns a counter for each value of a label.
    private static func counters<Value: RawRepresentable<String> & CaseIterable & Hashable>(
        _ label: String, _ dimension: String, _ factory: any MetricsFactory
    ) -> [Value: Counter] {
        let counters = Value.allCases.map { value in
            (value, Counter(label: label, dimensions: [(dimension, value.rawValue)], factory: factory))
        }
        return Dictionary(uniqueKeysWithValues: counters)
    }

    private func gauge(_ digest: String) -> Gauge {
        Gauge(label: "waybill_config_generation", dimensions: [("digest", digest)], factory: factory)
    }
}
