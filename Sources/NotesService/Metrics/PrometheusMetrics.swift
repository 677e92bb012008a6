package import Metrics
import Synchronization

/// What swift-metrics reports, as text that Prometheus reads. Its memory is bounded: what would be a series beyond the limit is counted,
/// and not kept.
package final class PrometheusMetrics: MetricsFactory {
    private let limit: Int
    private let state = Mutex(State())

    private struct State {
        var series: [MetricSeries.Key: MetricSeries] = [:]
        var dropped = 0
    }

    package init(limit: Int = 10_000) { self.limit = limit }

    /// All series: sorted, so that two texts can be compared.
    package var text: String {
        let (series, dropped) = state.withLock { (Array($0.series.values), $0.dropped) }
        var lines: [String] = []
        var name: String?
        for series in series.sorted(by: { $0.key < $1.key }) {
            if series.key.name != name { lines.append("# TYPE \(series.key.name) \(series.key.kind.rawValue)") }
            name = series.key.name
            lines += series.lines
        }
        lines += ["# TYPE metrics_dropped_total counter", "metrics_dropped_total \(dropped)"]
        return lines.map { "\($0)\n" }.joined()
    }

    private func series(_ kind: MetricSeries.Kind, _ label: String, _ dimensions: [(String, String)]) -> MetricSeries {
        let key = MetricSeries.Key(kind, label, dimensions)
        return state.withLock { state in
            if let known = state.series[key] { return known }
            let series = MetricSeries(key)
            guard state.series.count < limit else {
                state.dropped += 1
                return series
            }
            state.series[key] = series
            return series
        }
    }

    private func remove(_ handler: AnyObject) {
        guard let series = handler as? MetricSeries else { return }
        state.withLock { state in
            if state.series[series.key] === series { state.series[series.key] = nil }
        }
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(.counter, label, dimensions)
    }

    package func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        series(.counter, label, dimensions)
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(.gauge, label, dimensions)
    }

    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        series(aggregate ? .summary : .gauge, label, dimensions)
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(.histogram, label, dimensions)
    }

    package func destroyCounter(_ handler: any CounterHandler) { remove(handler) }
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { remove(handler) }
    package func destroyMeter(_ handler: any MeterHandler) { remove(handler) }
    package func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }
    package func destroyTimer(_ handler: any TimerHandler) { remove(handler) }
}
