import Hummingbird
public import Logging
public import Metrics
public import Tracing
import Waybill

/// What a ``WaybillMiddleware`` or a ``WaybillResponder`` reports of each request: those that routes of the manifests serve, and those
/// that go on to the app's own routes. The first observer is the outermost. A value: use it from any thread.
///
/// ```swift
/// router.add(middleware: try WaybillMiddleware(waybill.router, observers: [.metrics(), .traces(), .accessLog()]))
/// ```
public struct RequestObserver: Sendable {
    let observing: any RequestObserving

    /// Metrics by route template: instead of hummingbird's `MetricsMiddleware`, not beside it.
    ///
    /// | metric | what |
    /// |---|---|
    /// | `http.server.request.duration` | a timer, until the response is written |
    /// | `http.server.active_requests` | a meter, by method alone |
    /// | `waybill.requests` | a counter |
    /// | `waybill.request.errors` | a counter of the responses with a status of 500 or above, with `error.type` for the status |
    ///
    /// Their dimensions are `http.route` (`/notes/{id}`, or `NotFound`), `http.request.method` (`_OTHER` for methods that no RFC has)
    /// and `http.response.status_code`. No client can add values without bounds.
    ///
    /// - Parameters:
    ///   - factory: Where metrics go; `nil` for the factory of the process.
    ///   - routeLimit: How many templates have dimensions of their own, over all reloads; further ones are `_OTHER`.
    public static func metrics(_ factory: (any MetricsFactory)? = nil, routeLimit: Int = 10_000) -> Self {
        Self(observing: RequestMetrics(factory: factory, routeLimit: routeLimit))
    }

    /// A span for each request, named by its method and its template, with the route and the interceptors that ran.
    ///
    /// Where the tracer finds a span in the current `ServiceContext`, that of hummingbird's `TracingMiddleware` for example, it is a
    /// child of that: where the tracer would pass one on to another service. Otherwise it is the server's span, and continues the
    /// trace of the request's headers (`traceparent`); what else is in the current context stays there. Handlers, interceptors and
    /// the app's own routes run inside of it.
    ///
    /// Errors are recorded where the status is 500 or above; what the engine throws is recorded as its `HTTPError`, without the URL.
    ///
    /// - Parameter tracer: Where spans go; `nil` for the tracer of the process.
    public static func traces(_ tracer: (any Tracer)? = nil) -> Self {
        Self(observing: RequestTraces(tracer: tracer))
    }

    /// A line for each request when its response is written, in whatever form the handler of the logger writes.
    ///
    /// Its metadata are `http.request.method`, `http.route`, `http.response.status_code`, `http.server.request.duration` in seconds,
    /// `hb.request.id`, `waybill.route` and `waybill.generation`. Paths and queries are not logged: they may hold secrets. The status
    /// of a request whose task was cancelled is 499.
    ///
    /// The id of the request is its `X-Request-ID`, if that has at most 128 letters, digits and `-._:+/=@`; otherwise hummingbird's. It is
    /// the `id` of the context, and in its logger, in handlers, interceptors and the app's own routes. The response has it as
    /// `X-Request-ID`; so has an `HTTPError` that is thrown, and no error of another type.
    public static func accessLog(
        _ logger: Logger = Logger(label: "waybill.access"), level: Logger.Level = .info
    ) -> Self {
        Self(observing: AccessLog(logger: logger, level: level))
    }
}
