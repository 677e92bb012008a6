public import Hummingbird
public import Logging
public import WaybillReload

extension WaybillService {
    /// Answers operators: whether the service lives and is ready, its status and history, reloads and rollbacks. See
    /// ``/WaybillReload/ReloadEndpoint`` for the requests.
    ///
    /// The app must have no routes of these names below `routes` itself. Mount them before a ``WaybillMiddleware`` is added: then no manifest can take them over or make them public.
    ///
    /// ```swift
    /// waybill.mountOperations(on: router.group("_waybill"), access: .bearer(token))
    /// router.add(middleware: try WaybillMiddleware(waybill.router))
    /// ```
    ///
    /// - Parameters:
    ///   - access: Which requests are answered. `.loopback` is for a server of the operators' own alone, with a context that is
    ///     a `RemoteAddressRequestContext`: a proxy on the same machine forwards strangers.
    ///   - metrics: What `metrics` answers, in Prometheus' text format: an exporter of swift-metrics has it. Without it, there is no
    ///     such resource.
    ///   - logger: Where wrong tokens are logged.
    public func mountOperations<Context: RequestContext>(
        on routes: some RouterMethods<Context>, access: ReloadEndpoint.Access,
        metrics: (@Sendable () async -> String)? = nil, logger: Logger = Logger(label: "waybill.operators")
    ) {
        let endpoint = ReloadEndpoint(reloader, access: access, prefix: "", metrics: metrics, logger: logger)
        for resource in endpoint.resources {
            // The endpoint says itself which methods are allowed.
            for method in [HTTPRequest.Method.get, .head, .post, .put, .patch, .delete, .options, .trace, .connect] {
                routes.on(RouterPath(resource), method: method) { request, context in
                    let question = ReloadEndpoint.Request(request, context, resource: resource)
                    guard let answer = await endpoint.answer(question) else { throw HTTPError(.notFound) }
                    return Response(answer, to: request)
                }
            }
        }
    }
}

extension ReloadEndpoint.Request {
    /// - Parameter resource: The path below the endpoint; `nil` for the path of the request.
    public init(_ request: Hummingbird.Request, _ context: some RequestContext, resource: String? = nil) {
        var headers = request.headers.map { ($0.name.canonicalName, $0.value) }
        if let host = request.head.authority { headers.append(("host", host)) }
        let sender = (context as? any RemoteAddressRequestContext)?.remoteAddress
        self.init(
            method: request.method.rawValue, path: resource.map { "/\($0)" } ?? request.uri.path,
            query: request.uri.query,
            headers: Dictionary(headers) { "\($0), \($1)" },
            isFromLoopback: sender?.isLoopback ?? false, remoteAddress: sender?.ipAddress)
    }
}

extension Response {
    /// The answer to an operator.
    public init(_ answer: ReloadEndpoint.Answer, to request: Hummingbird.Request) {
        var headers = HTTPFields()
        for (name, value) in answer.headers {
            if let name = HTTPFields.Element.Name(name) { headers[name] = value }
        }
        let response = Response(
            status: HTTPResponse.Status(code: answer.status), headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
        self = request.method == .head ? response.createHeadResponse() : response
    }
}
