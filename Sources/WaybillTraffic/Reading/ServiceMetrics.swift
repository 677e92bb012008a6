/// The requests that a running service has counted, read from its metrics in the text format of Prometheus.
public struct ServiceMetrics: Sendable {
    /// The requests of one route with one method and one status.
    struct Series: Sendable, Hashable {
        /// `/notes/{id}`, or `NotFound` for requests without a route.
        var template: String
        var method: String
        var status: Int
        var requests: Int
    }

    let series: [Series]

    /// The name of requests without a route.
    static let withoutRoute = "NotFound"
    private static let names = ["waybill_requests_total", "waybill_requests"]

    /// Reads metrics. Returns `nil` if the text has no lines of that format.
    public init?(_ text: String) {
        var series: [Series] = []
        var isMetrics = false
        for line in text.split(whereSeparator: \.isNewline) {
            isMetrics = isMetrics || line.hasPrefix("# TYPE ")
            guard let open = line.firstIndex(of: "{"), Self.names.contains(String(line[..<open])),
                let close = line.lastIndex(of: "}"), open < close
            else { continue }
            let labels = Self.labels(line[line.index(after: open)..<close])
            let value = line[line.index(after: close)...].split(separator: " ").first.flatMap { Double($0) }
            guard let template = labels["http_route"], let value, (0..<1e18).contains(value) else { continue }
            series.append(
                Series(
                    template: template, method: labels["http_request_method"] ?? "GET",
                    status: labels["http_response_status_code"].flatMap { Int($0) } ?? 0, requests: Int(value)))
        }
        guard isMetrics || !series.isEmpty else { return nil }
        self.series = series
    }

    /// Reads `a="1",b="2"`. A value may have escapes.
    private static func labels(_ text: Substring) -> [String: String] {
        var labels: [String: String] = [:]
        var rest = text
        while let equals = rest.firstIndex(of: "="), rest[equals...].dropFirst().first == "\"" {
            let name = String(rest[..<equals])
            rest = rest[equals...].dropFirst(2)
            var value = ""
            while let character = rest.popFirst(), character != "\"" {
                guard character == "\\", let escaped = rest.popFirst() else {
                    value.append(character)
                    continue
                }
                value.append(escaped == "n" ? "\n" : escaped)
            }
            labels[name] = value
            if rest.first == "," { rest.removeFirst() }
        }
        return labels
    }
}
