import Foundation
import Metrics
import NotesService
import Testing

@Suite("The notes service's metrics", .timeLimit(.minutes(1)))
@MainActor  // not in the pool, where tests that compute keep others waiting
struct MetricsTests {
    @Test("Operators read them, with the templates of the routes and what reloads count")
    func served() async throws {
        let folder = try RoutesFolder()
        let service = try ServiceProcess("--routes", folder.routes, "--port", "0")
        let http = NotesClient(address: try #require(await service.address(), "\(service.errors)"))
        let id = UUID().uuidString
        #expect(try await http("GET", "/notes/\(id)").status == 404)
        #expect(try await http("GET", "/_waybill/metrics").status == 401)
        let answer = try await http("GET", "/_waybill/metrics", headers: NotesClient.asOperator)
        #expect(answer.status == 200 && answer.headers["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
        #expect(
            answer.body.contains(
                #"waybill_requests_total{http_request_method="GET",http_response_status_code="404",http_route="/notes/{id}"} 1"#
            ), "\(answer.body)")
        #expect(answer.body.contains("# TYPE http_server_request_duration_seconds histogram"))
        #expect(answer.body.contains("waybill_config_last_reload_successful 1"))
        #expect(!answer.body.contains(id))
        #expect(await service.stop() == 0)
    }

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
            ["# TYPE _9_lives gauge", "_9_lives 9"]
            + ["# TYPE a_count_total counter", #"a_count_total{b_c="x\"\\\n"} 2"#, "# TYPE a_total counter"]
            + ["a_total 0.5", "# TYPE level gauge", "level 2", "# TYPE sizes summary", "sizes_sum 5", "sizes_count 2"]
            + ["# TYPE time_seconds histogram"]
            + zip(buckets, counts).map { "time_seconds_bucket{le=\"\($0)\"} \($1)" }
            + ["time_seconds_sum 20.02", "time_seconds_count 2"]
            + ["# TYPE metrics_dropped_total counter", "metrics_dropped_total 0"]
        #expect(metrics.text.split(separator: "\n").map(String.init) == expected)
    }

    @Test("Series beyond the limit are counted, and one that is destroyed makes room")
    func limit() {
        let metrics = PrometheusMetrics(limit: 1)
        let first = Counter(label: "first", factory: metrics)
        Counter(label: "second", factory: metrics).increment()
        #expect(!metrics.text.contains("second") && metrics.text.contains("metrics_dropped_total 1"))
        first.destroy()
        Counter(label: "second", factory: metrics).increment()
        #expect(metrics.text.contains("second_total 1") && !metrics.text.contains("first"))
    }
}
