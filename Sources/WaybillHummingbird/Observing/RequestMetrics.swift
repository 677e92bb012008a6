import Hummingbird
import Metrics
import Synchronization
import Waybill

/// See ``RequestObserver/metrics(_:routeLimit:counts:)``.
final class RequestMetrics: RequestObserving {
    private let factory: (any MetricsFactory)?
    private let routeLimit: Int
    private let counts: RequestCounts?
    private let state = Mutex(State())

    /// Created once for each combination, because a factory looks metrics up by their dimensions.
    private struct State {
        /// The routers whose requests are observed.
        var routers: [Waybill.Router] = []
        /// The templates of the manifests' routes, and of which generations they are.
        var templates: Set<String> = []
        var generations = 0
        /// The templates with dimensions of their own.
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
        /// The counter of responses that report a fault. A response that does not makes one too, with 0: an alert on an
        /// increase would miss the first fault otherwise.
        var errors: Counter
        /// The counts of the route that was requested last; `nil` if requests are not counted, or no route was reached.
        var count: RequestCounts.Route?

        func destroy() {
            requests.destroy()
            duration.destroy()
            errors.destroy()
        }
    }

    init(factory: (any MetricsFactory)?, routeLimit: Int, counts: RequestCounts? = nil) {
        self.factory = factory
        self.counts = counts
        self.routeLimit = routeLimit
    }

    func attach(to router: Waybill.Router) { state.withLock { $0.routers.append(router) } }

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
            endRemovedRoutes()
            let steps = counts == nil ? nil : record.steps
            let metrics = metrics(route: context.endpointPath ?? "NotFound", method, end, id: steps?.routeID)
            metrics.requests.increment()
            metrics.duration.record(duration: record.elapsed)
            if end.isFault { metrics.errors.increment() }
            (metrics.count ?? counts?.unmatched)?.record(status: end.status, generation: steps?.generation)
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

    /// After a reload, ends the series of routes that the manifests no longer have, so that reloads do not add series
    /// forever.
    private func endRemovedRoutes() {
        let (routers, last) = state.withLock { ($0.routers, $0.generations) }
        let generations = routers.reduce(0) { $0 + $1.answeringNumbers }
        guard generations != last else { return }
        let templates = routers.reduce(into: Set<String>()) { $0.formUnion($1.answeringTemplates) }
        let ended = state.withLock { state -> [EndpointMetrics] in
            let removed = state.templates.subtracting(templates)
            state.templates = templates
            state.generations = generations
            state.routes.subtract(removed)
            let ended = state.endpoints.filter { removed.contains($0.key.route) }
            for endpoint in ended.keys { state.endpoints[endpoint] = nil }
            for endpoint in state.endpoints.keys { state.endpoints[endpoint]?.count = nil }
            return Array(ended.values)
        }
        for metrics in ended { metrics.destroy() }
        counts?.keep(routers.reduce(into: []) { $0.formUnion($1.answeringRoutes) })
    }

    /// - Parameter id: The id of the route, if its requests are counted.
    private func metrics(route: String, _ method: String, _ end: RequestEnd, id: String?) -> EndpointMetrics {
        state.withLock { state in
            if state.routes.count < routeLimit { state.routes.insert(route) }
            let endpoint = Endpoint(
                route: state.routes.contains(route) ? route : "_OTHER", method: method, status: end.status)
            let known = state.endpoints[endpoint]
            if let known, known.count?.id == id { return known }
            var metrics = known ?? make(endpoint, isFault: end.isFault)
            metrics.count = id.flatMap { counts?.route(id: $0) }
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
            errors: Counter(
                label: "waybill.request.errors",
                dimensions: common + [("error.type", "\(isFault ? endpoint.status : 500)")], factory: factory))
    }
}
