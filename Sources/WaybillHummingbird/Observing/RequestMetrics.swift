import Hummingbird
import Metrics
import Synchronization
import Waybill

/// See ``RequestObserver/metrics(_:routeLimit:)``.
final class RequestMetrics: RequestObserving {
    private let factory: (any MetricsFactory)?
    private let routeLimit: Int
    private let state = Mutex(State())

    /// Created once for each combination, because a factory looks metrics up by their dimensions.
    private struct State {
        var routes: Set<String> = []
        var active: [String: Meter] = [:]
        var endpoints: [Endpoint: EndpointMetrics] = [:]
    }

    private struct Endpoint: Hashable {
        var route: String
        var method: String
        var status: Int
    }

    private struct EndpointMetrics {
        var requests: Counter
        var duration: Timer
        /// The counter of responses that report a fault.
        var errors: Counter?
    }

    init(factory: (any MetricsFactory)?, routeLimit: Int) {
        self.factory = factory
        self.routeLimit = routeLimit
    }

    func observe<Context: RequestContext>(
        _ request: Hummingbird.Request, _ context: Context, _ record: OpenRecord,
        _ answer: (Context) async throws -> Answer
    ) async throws -> Answer {
        let method = request.method.bounded
        let active = activeRequests(method)
        active.increment()
        return try await observingEnd {
            try await answer(context)
        } _: { [self] end in
            active.decrement()
            let metrics = metrics(route: context.endpointPath ?? "NotFound", method, end)
            metrics.requests.increment()
            metrics.duration.record(duration: record.elapsed)
            metrics.errors?.increment()
        }
    }

    private func activeRequests(_ method: String) -> Meter {
        state.withLock { state in
            if let meter = state.active[method] { return meter }
            let meter = Meter(
                label: "http.server.active_requests", dimensions: [("http.request.method", method)],
                factory: factory ?? MetricsSystem.factory)
            state.active[method] = meter
            return meter
        }
    }

    private func metrics(route: String, _ method: String, _ end: RequestEnd) -> EndpointMetrics {
        state.withLock { state in
            if state.routes.count < routeLimit { state.routes.insert(route) }
            let endpoint = Endpoint(
                route: state.routes.contains(route) ? route : "_OTHER", method: method, status: end.status)
            if let metrics = state.endpoints[endpoint] { return metrics }
            let metrics = make(endpoint, isFault: end.isFault)
            state.endpoints[endpoint] = metrics
            return metrics
        }
    }

    private func make(_ endpoint: Endpoint, isFault: Bool) -> EndpointMetrics {
        let factory = factory ?? MetricsSystem.factory
        let common = [("http.route", endpoint.route), ("http.request.method", endpoint.method)]
        let status = common + [("http.response.status_code", "\(endpoint.status)")]
        return EndpointMetrics(
            requests: Counter(label: "waybill.requests", dimensions: status, factory: factory),
            duration: Timer(label: "http.server.request.duration", dimensions: status, factory: factory),
            errors: !isFault
                ? nil
                : Counter(
                    label: "waybill.request.errors", dimensions: common + [("error.type", "\(endpoint.status)")],
                    factory: factory))
    }
}
