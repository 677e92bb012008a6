public import Metrics
import Synchronization

/// A factory for swift-metrics whose values are read as text in Prometheus' format.
///
/// ```swift
/// let metrics = PrometheusMetrics()
/// MetricsSystem.bootstrap(metrics)
/// waybill.mountOperations(on: router.group("_waybill"), access: .bearer(token), metrics: { metrics.text })
/// ```
///
/// A metric has the label that the code gave it as its help. Counters end in `_total`. Timers are histograms in seconds, and end in `_seconds`; recorders are summaries without quantiles.
/// Characters that Prometheus does not allow in a name become `_`. A metric has one kind: a series of another kind with the same name is
/// not kept. The memory is bounded: a metric has a limit of series, and there is a limit of metrics. What is beyond is not kept, and
/// `metrics_dropped_total` counts it. Each metric has its own limit, so one with many series takes no room from the others.
///
/// Use it from any thread. A metric that is made costs a lookup by name and labels; a value costs a lock of its own series.
public final class PrometheusMetrics: MetricsFactory {
    /// How many metrics are kept. Their names are in the code, so more than these are a fault of it.
    private static let nameLimit = 1000

    private let limit: Int
    private let state = Mutex<[String: Metric]>([:])

    /// All series of one name, by their labels.
    private struct Metric {
        let kind: MetricSeries.Kind
        var series: [String: MetricSeries] = [:]
    }

    private let dropped: MetricSeries

    /// - Parameter limit: How many series of each metric are kept: one for each set of labels.
    public init(limit: Int = 10_000) {
        self.limit = limit
        dropped = MetricSeries(
            .init(.counter, "metrics_dropped", []), label: "Series beyond the limit, which are dropped.")
        state.withLock { $0[dropped.key.name] = Metric(kind: .counter, series: ["": dropped]) }
    }

    /// All series in the text format 0.0.4, sorted by name and labels. Takes time and memory in proportion to their number.
    public var text: String {
        let metrics = state.withLock(\.self)
        var lines: [String] = []
        for (_, metric) in metrics.sorted(by: { $0.key < $1.key }) {
            let series = metric.series.sorted { $0.key < $1.key }.map(\.value)
            lines += (series.first?.head ?? []) + series.flatMap(\.lines)
        }
        return lines.map { "\($0)\n" }.joined()
    }

    private func series(_ kind: MetricSeries.Kind, _ label: String, _ dimensions: [(String, String)]) -> MetricSeries {
        let new = MetricSeries(.init(kind, label, dimensions), label: label)
        let name = new.key.name
        let labels = new.key.labels
        return state.withLock { metrics in
            let metric = metrics[name] ?? Metric(kind: kind)
            let known = metric.series[labels]
            let isNew = metric.series.isEmpty
            let hasRoom = isNew ? metrics.count < Self.nameLimit : metric.series.count < limit
            guard metric.kind == kind, known != nil || hasRoom else {
                dropped.increment(by: Int64(1))
                return new
            }
            if let known { return known }
            metrics[name, default: metric].series[labels] = new
            return new
        }
    }

    private func remove(_ handler: AnyObject) {
        guard let key = (handler as? MetricSeries)?.key else { return }
        state.withLock { metrics in
            guard metrics[key.name]?.series[key.labels] === handler else { return }
            metrics[key.name]?.series[key.labels] = nil
            if metrics[key.name]?.series.isEmpty == true { metrics[key.name] = nil }
        }
    }

    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(.counter, label, dimensions)
    }

    public func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        series(.counter, label, dimensions)
    }

    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(.gauge, label, dimensions)
    }

    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        series(aggregate ? .summary : .gauge, label, dimensions)
    }

    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(.histogram, label, dimensions)
    }

    public func destroyCounter(_ handler: any CounterHandler) { remove(handler) }
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { remove(handler) }
    public func destroyMeter(_ handler: any MeterHandler) { remove(handler) }
    public func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }
    public func destroyTimer(_ handler: any TimerHandler) { remove(handler) }
}
