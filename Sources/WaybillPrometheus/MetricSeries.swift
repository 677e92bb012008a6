import Metrics
import Synchronization

/// One metric with one value for each of its labels.
final class MetricSeries: Sendable {
    enum Kind: String { case counter, gauge, summary, histogram }

    struct Key {
        let kind: Kind
        let name: String
        /// The labels in the text format: `a="1",b="2"`.
        let labels: String

        init(_ kind: Kind, _ label: String, _ dimensions: [(String, String)]) {
            self.kind = kind
            name = Self.name(label) + kind.suffix(after: label)
            labels = dimensions.map { "\(Self.name($0))=\"\(MetricSeries.escaped($1, "\""))\"" }.sorted()
                .joined(separator: ",")
        }

        private static func name(_ text: String) -> String {
            let name = String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
            return name.first?.isNumber == false ? name : "_\(name)"
        }
    }

    private struct State {
        var value = 0.0
        var count = 0
        /// The number of values in each bucket, without those of lower ones.
        var buckets = [Int](repeating: 0, count: MetricSeries.bounds.count)
    }

    /// In seconds.
    private static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    let key: Key
    /// The label of the metric in the code.
    let label: String
    private let state = Mutex(State())

    init(_ key: Key, label: String) {
        self.key = key
        self.label = label
    }

    /// The lines before all series of a metric. swift-metrics knows only its label.
    var head: [String] {
        ["# HELP \(key.name) \(Self.escaped(label))", "# TYPE \(key.name) \(key.kind.rawValue)"]
    }

    var lines: [String] {
        let state = state.withLock(\.self)
        switch key.kind {
        case .counter, .gauge: return [line("", Self.text(state.value))]
        case .summary: return total(state)
        case .histogram:
            var sum = 0
            let buckets = zip(Self.bounds, state.buckets).map { bound, count in
                sum += count
                return line("_bucket", "\(sum)", "le=\"\(Self.text(bound))\"")
            }
            return buckets + [line("_bucket", "\(state.count)", "le=\"+Inf\"")] + total(state)
        }
    }

    /// Scalar by scalar, because a quote with an accent, or a line break of two characters, is one `Character`.
    private static func escaped(_ value: String, _ quote: Unicode.Scalar? = nil) -> String {
        var text = String.UnicodeScalarView()
        for scalar in value.unicodeScalars {
            if scalar == "\\" || scalar == "\n" || scalar == quote { text.append("\\") }
            text.append(scalar == "\n" ? "n" : scalar)
        }
        return String(text)
    }

    private func total(_ state: State) -> [String] {
        [line("_sum", Self.text(state.value)), line("_count", "\(state.count)")]
    }

    private func line(_ suffix: String, _ value: String, _ label: String? = nil) -> String {
        let labels = [key.labels, label ?? ""].filter { !$0.isEmpty }.joined(separator: ",")
        return key.name + suffix + (labels.isEmpty ? "" : "{\(labels)}") + " " + value
    }

    private static func text(_ value: Double) -> String {
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return value.isNaN ? "NaN" : Int(exactly: value).map(String.init) ?? "\(value)"
    }

    private func change(_ body: (inout Double) -> Void) { state.withLock { body(&$0.value) } }

    private func observe(_ value: Double) {
        state.withLock { state in
            state.value += value
            state.count += 1
            if let bucket = Self.bounds.firstIndex(where: { value <= $0 }) { state.buckets[bucket] += 1 }
        }
    }
}

extension MetricSeries.Kind {
    /// The unit, which is part of the name in Prometheus.
    fileprivate func suffix(after label: String) -> String {
        switch self {
        case .counter: label.hasSuffix("_total") ? "" : "_total"
        case .histogram: label.hasSuffix("_seconds") ? "" : "_seconds"
        case .gauge, .summary: ""
        }
    }
}

extension MetricSeries: CounterHandler, FloatingPointCounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    func increment(by amount: Int64) { change { $0 += Double(amount) } }
    func increment(by amount: Double) { change { $0 += amount } }
    func decrement(by amount: Double) { change { $0 -= amount } }
    func reset() { change { $0 = 0 } }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { change { $0 = value } }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        if key.kind == .gauge { set(value) } else { observe(value) }
    }

    func recordNanoseconds(_ duration: Int64) { observe(Double(duration) / 1e9) }
}
