import Hummingbird
import Tracing
import Waybill

/// See ``RequestObserver/traces(_:)``.
struct RequestTraces: RequestObserving {
    let tracer: (any Tracer)?

    func observe<Context: RequestContext>(
        _ request: Hummingbird.Request, _ context: Context, _ record: OpenRecord,
        _ answer: (Context) async throws -> Response
    ) async throws -> Response {
        let tracer: any Tracer = tracer ?? InstrumentationSystem.tracer
        let span: any Span = begin(tracer, request)
        let method = request.method.bounded
        return try await ServiceContext.withValue(span.context) {
            try await observingEnd {
                try await answer(context)
            } _: { end in
                Self.describe(span, method, context.endpointPath, record.steps, end)
                span.end()
            }
        }
    }

    private func begin(_ tracer: some Tracer, _ request: Hummingbird.Request) -> any Span {
        let name = request.method.bounded
        if let current = ServiceContext.current { return tracer.startSpan(name, context: current) }
        var context = ServiceContext.topLevel
        tracer.extract(request.headers, into: &context, using: HeaderExtractor())
        let span = tracer.startSpan(name, context: context, ofKind: .server)
        span.attributes["url.path"] = request.uri.path
        return span
    }

    private static func describe(
        _ span: any Span, _ method: String, _ route: String?, _ steps: OpenRecord.Steps, _ end: RequestEnd
    ) {
        if let route { span.operationName = "\(method) \(route)" }
        span.updateAttributes { attributes in
            attributes["http.request.method"] = method
            attributes["http.route"] = route
            attributes["http.response.status_code"] = end.status
            attributes["waybill.route"] = steps.routeID
            attributes["waybill.generation"] = steps.generation
            if !steps.interceptors.isEmpty { attributes["waybill.interceptors"] = steps.interceptors }
            if !steps.hops.isEmpty { attributes["waybill.hops"] = steps.hops.map(\.by.description) }
        }
        if let error = end.error { span.recordError(error) }
        if end.isFault { span.setStatus(SpanStatus(code: .error)) }
    }
}

private struct HeaderExtractor: Extractor {
    func extract(key name: String, from headers: HTTPFields) -> String? {
        HTTPFields.Element.Name(name).flatMap { headers[$0] }
    }
}
