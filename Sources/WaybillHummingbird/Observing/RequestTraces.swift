import Hummingbird
import Tracing
import Waybill

/// See ``RequestObserver/traces(_:)``.
struct RequestTraces: RequestObserving {
    let tracer: (any Tracer)?

    func observe<Context: RequestContext>(
        _ request: Hummingbird.Request, _ context: Context, _ record: OpenRecord,
        _ answer: (Context) async throws -> Answer
    ) async throws -> Answer {
        let tracer: any Tracer = tracer ?? InstrumentationSystem.tracer
        let span: any Span = begin(tracer, request)
        let method = request.method.bounded
        return try await ServiceContext.withValue(span.context) {
            try await observingEnd {
                try await answer(context)
            } writing: { body, writer in
                try await ServiceContext.withValue(span.context) { try await body.write(writer) }
            } _: { end in
                Self.describe(span, method, context.endpointPath, record.steps, end)
                span.end()
            }
        }
    }

    private func begin(_ tracer: some Tracer, _ request: Hummingbird.Request) -> any Span {
        let name = request.method.bounded
        var context = ServiceContext.current ?? .topLevel
        if tracer.hasSpan(in: context) { return tracer.startSpan(name, context: context) }
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
        guard end.isFault else { return }
        if let error = end.error { span.recordError(error) }
        span.setStatus(SpanStatus(code: .error))
    }
}

extension Tracer {
    /// Whether the tracer would pass on a span of this context to another service. Tracers have no other way to ask for
    /// it.
    fileprivate func hasSpan(in context: ServiceContext) -> Bool {
        var fields: [String: String] = [:]
        inject(context, into: &fields, using: FieldInjector())
        return !fields.isEmpty
    }
}

private struct FieldInjector: Injector {
    func inject(_ value: String, forKey name: String, into fields: inout [String: String]) { fields[name] = value }
}

private struct HeaderExtractor: Extractor {
    func extract(key name: String, from headers: HTTPFields) -> String? {
        HTTPFields.Element.Name(name).flatMap { headers[$0] }
    }
}
