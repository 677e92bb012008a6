import Metrics
import Testing
import WaybillPrometheus

@Suite("Metrics as Prometheus' text")
struct PrometheusMetricsTests {
    @Test("Each kind of metric has its form, and names and values are escaped")
    func forms() {
        let metrics = PrometheusMetrics()
        Counter(label: "a.count", dimensions: [("b.c", "x\"\\\n")], factory: metrics).increment(by: 2)
        FloatingPointCounter(label: "a_total", factory: metrics).increment(by: 0.5)
        let meter = Meter(label: "level", factory: metrics)
        meter.set(3)
        meter.decrement()
        Gauge(label: "9-lives", factory: metrics).record(9)
        let sizes = Recorder(label: "sizes", factory: metrics)
        sizes.record(2)
        sizes.record(3)
        let timer = Timer(label: "time", factory: metrics)
        timer.recordMilliseconds(20)
        timer.recordSeconds(20)
        let buckets = ["0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "2.5", "5", "10", "+Inf"]
        let counts = [0, 0] + Array(repeating: 1, count: 9) + [2]
        let expected =
            ["# HELP _9_lives 9-lives", "# TYPE _9_lives gauge", "_9_lives 9"]
            + ["# HELP a_count_total a.count", "# TYPE a_count_total counter", #"a_count_total{b_c="x\"\\\n"} 2"#]
            + ["# HELP a_total a_total", "# TYPE a_total counter", "a_total 0.5"]
            + ["# HELP level level", "# TYPE level gauge", "level 2"]
            + ["# HELP metrics_dropped_total Series beyond the limit, which are dropped."]
            + ["# TYPE metrics_dropped_total counter", "metrics_dropped_total 0"]
            + ["# HELP sizes sizes", "# TYPE sizes summary", "sizes_sum 5", "sizes_count 2"]
            + ["# HELP time_seconds time", "# TYPE time_seconds histogram"]
            + zip(buckets, counts).map { "time_seconds_bucket{le=\"\($0)\"} \($1)" }
            + ["time_seconds_sum 20.02", "time_seconds_count 2"]
        #expect(metrics.text.split(separator: "\n").map(String.init) == expected)
    }

    @Test("Labels are sorted, so that their order does not create another series")
    func labelOrder() {
        let metrics = PrometheusMetrics()
        Counter(label: "a", dimensions: [("x", "1"), ("b", "2")], factory: metrics).increment()
        Counter(label: "a", dimensions: [("b", "2"), ("x", "1")], factory: metrics).increment()
        #expect(metrics.text.hasPrefix("# HELP a_total a\n# TYPE a_total counter\na_total{b=\"2\",x=\"1\"} 2\n"))
    }

    @Test(
        "No value can end its line or its quotes",
        arguments: [("\r\n", "\r\\n"), ("\"\u{301}", "\\\"\u{301}"), ("\\\u{301}", "\\\\\u{301}")])
    func hostileValues(value: String, escaped: String) {
        let metrics = PrometheusMetrics()
        Counter(label: "a", dimensions: [("b", value)], factory: metrics).increment()
        #expect(Array(metrics.text.utf8).contains(Array("a_total{b=\"\(escaped)\"} 1\n".utf8)))
    }

    @Test("A label with a line break stays in the line of its help")
    func hostileLabel() {
        let metrics = PrometheusMetrics()
        Counter(label: "a\r\nb\\", factory: metrics).increment()
        #expect(Array(metrics.text.utf8).contains(Array("# HELP a_b__total a\r\\nb\\\\\n".utf8)))
    }

    @Test("A series of another kind than its metric is not kept, until the metric is destroyed")
    func kinds() {
        let metrics = PrometheusMetrics()
        let gauge = Gauge(label: "a", dimensions: [("b", "1")], factory: metrics)
        Recorder(label: "a", dimensions: [("b", "2")], factory: metrics).record(1)
        #expect(!metrics.text.contains("a_sum") && metrics.text.contains("metrics_dropped_total 1"))
        gauge.destroy()
        Recorder(label: "a", dimensions: [("b", "2")], factory: metrics).record(1)
        #expect(metrics.text.contains("# TYPE a summary") && metrics.text.contains("a_sum{b=\"2\"} 1\n"))
    }

    @Test("A metric has one HELP and one TYPE line for all of its series")
    func typeLines() {
        let metrics = PrometheusMetrics()
        for path in ["/b", "/a"] {
            Recorder(label: "sizes", dimensions: [("path", path)], factory: metrics).record(1)
        }
        let lines = metrics.text.split(separator: "\n").filter { $0.contains("sizes") }
        #expect(
            lines == [
                "# HELP sizes sizes", "# TYPE sizes summary", #"sizes_sum{path="/a"} 1"#, #"sizes_count{path="/a"} 1"#,
                #"sizes_sum{path="/b"} 1"#, #"sizes_count{path="/b"} 1"#,
            ])
    }

    @Test("The bound of a bucket comes after the labels of its histogram")
    func bucketLabels() {
        let metrics = PrometheusMetrics()
        Timer(label: "time", dimensions: [("path", "/a")], factory: metrics).recordSeconds(2)
        #expect(metrics.text.contains("time_seconds_bucket{path=\"/a\",le=\"2.5\"} 1\n"))
        #expect(metrics.text.contains("time_seconds_bucket{path=\"/a\",le=\"1\"} 0\n"))
    }

    @Test("Values that are not finite have the words of the format")
    func notFinite() {
        let metrics = PrometheusMetrics()
        for (label, value) in [("a", Double.nan), ("b", .infinity), ("c", -.infinity)] {
            Gauge(label: label, factory: metrics).record(value)
        }
        for line in ["a NaN", "b +Inf", "c -Inf"] { #expect(metrics.text.contains("\(line)\n")) }
    }

    @Test("Series of a metric beyond its limit are counted, and one that is destroyed makes room")
    func limit() {
        let metrics = PrometheusMetrics(limit: 1)
        let first = Counter(label: "requests", dimensions: [("route", "/first")], factory: metrics)
        Counter(label: "requests", dimensions: [("route", "/second")], factory: metrics).increment()
        #expect(!metrics.text.contains("second") && metrics.text.contains("metrics_dropped_total 1"))
        first.destroy()
        Counter(label: "requests", dimensions: [("route", "/second")], factory: metrics).increment()
        #expect(metrics.text.contains("requests_total{route=\"/second\"} 1\n") && !metrics.text.contains("first"))
    }

    @Test("A metric with too many series takes no room from another, also if that one begins later")
    func budgets() {
        let metrics = PrometheusMetrics(limit: 5)
        for number in 0..<20 {
            Counter(label: "requests", dimensions: [("route", "/\(number)")], factory: metrics).increment()
        }
        Gauge(label: "generation", dimensions: [("digest", "a")], factory: metrics).record(2)
        #expect(metrics.text.contains("generation{digest=\"a\"} 2\n"))
        #expect(metrics.text.split(separator: "\n").count { $0.hasPrefix("requests_total{") } == 5)
    }

    @Test("The number of metrics is bounded too")
    func names() {
        let metrics = PrometheusMetrics(limit: 5)
        for number in 0..<2000 { Counter(label: "count.\(number)", factory: metrics).increment() }
        #expect(metrics.text.split(separator: "\n").count { $0.hasPrefix("# TYPE") } == 1000)
    }
}
