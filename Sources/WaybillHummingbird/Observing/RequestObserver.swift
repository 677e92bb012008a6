import Hummingbird
public import Logging
public import Metrics
public import Tracing
import Waybill

/// Reports each request of a ``WaybillMiddleware`` or a ``WaybillResponder``: requests that routes of the manifests
/// serve, and requests that go on to the app's own routes. The first observer is the outermost. It is a value type,
/// safe to use from any thread.
///
/// ```swift
/// router.add(middleware: try WaybillMiddleware(waybill.router, observers: [.metrics(), .traces(), .accessLog()]))
/// ```
public struct RequestObserver: Sendable {
    let observing: any RequestObserving

    /// Metrics by route template. Use it instead of hummingbird's `MetricsMiddleware`, not together with it.
    ///
    /// | metric | kind |
    /// |---|---|
    /// | `http.server.request.duration` | a timer, until the response is written |
    /// | `http.server.active_requests` | a meter, only by method |
    /// | `waybill.requests` | a counter |
    /// | `waybill.request.errors` | a counter of the responses with a status of 500 or above, with the status as `error.type`; 0 from the first request on |
    ///
    /// The dimensions are `http.route` (`/notes/{id}`, or `NotFound`), `http.request.method` (`_OTHER` for methods that
    /// no RFC has) and `http.response.status_code`. The number of values is limited, whatever clients send. The series of
    /// a route end with the first request after the reload that removes it.
    ///
    /// - Parameters:
    ///   - factory: The factory of metrics; `nil` for the factory of the process.
    ///   - routeLimit: How many templates have their own dimensions; further ones are `_OTHER`.
    ///   - counts: Where the requests of each route are also counted, for the page of `WaybillInspector`; `nil` for
    ///     nowhere.
    public static func metrics(
        _ factory: (any MetricsFactory)? = nil, routeLimit: Int = 10_000, counts: RequestCounts? = nil
    ) -> Self {
        Self(observing: RequestMetrics(factory: factory, routeLimit: routeLimit, counts: counts))
    }

    /// A span for each request, named by its method and its template, with the route and the interceptors that ran.
    ///
    /// If the tracer finds a span in the current `ServiceContext`, for example that of hummingbird's
    /// `TracingMiddleware`, the new span is its child. Otherwise it is the server's span, and continues the trace of
    /// the request's headers (`traceparent`); other values of the current context stay. Handlers, interceptors and the
    /// app's own routes run inside the span, and so does the closure of a streamed body.
    ///
    /// Errors are recorded if the status is 500 or above. An error of the engine is recorded as its `HTTPError`,
    /// without the URL.
    ///
    /// - Parameter tracer: The tracer; `nil` for the tracer of the process.
    public static func traces(_ tracer: (any Tracer)? = nil) -> Self {
        Self(observing: RequestTraces(tracer: tracer))
    }

    /// A log line for each request when its response is written. The logger's handler decides its format.
    ///
    /// Its metadata are `http.request.method`, `http.route`, `http.response.status_code`,
    /// `http.server.request.duration` in seconds, `hb.request.id`, `waybill.route` and `waybill.generation`. Paths and
    /// queries are not logged, because they may contain secrets. The status of a request whose task was cancelled is
    /// 499.
    ///
    /// The id of the request is its `X-Request-ID`, if that has at most 128 letters, digits and `-._:+/=@`; otherwise
    /// hummingbird's. It is the `id` of the context, of its logger and of `Logger.current`, in handlers, interceptors, the
    /// app's own routes and the closure of a streamed body. The response has it as `X-Request-ID`. So has a thrown `HTTPError`, but no error of another type.
    public static func accessLog(
        _ logger: Logger = Logger(label: "waybill.access"), level: Logger.Level = .info
    ) -> Self {
        Self(observing: AccessLog(logger: logger, level: level))
    }
}
