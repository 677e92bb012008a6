public import Hummingbird
public import Logging
import Metrics
package import NIOCore
public import WaybillReload

extension WaybillService {
    /// Adds the operators' endpoint: health checks, status and history, reloads and rollbacks. See
    /// ``/WaybillReload/ReloadEndpoint`` for the requests.
    ///
    /// The app must not have routes with these names below `routes`. Call it before you add a ``WaybillMiddleware``, so
    /// that no manifest can take these URLs or make them public.
    ///
    /// ```swift
    /// waybill.mountOperations(on: router.group("_waybill"), access: .bearer(token))
    /// router.add(middleware: try WaybillMiddleware(waybill.router))
    /// ```
    ///
    /// - Parameters:
    ///   - access: Who may send requests. `.loopback` is only for a separate server for operators, with a context that
    ///     is a `RemoteAddressRequestContext`, because a proxy on the same machine forwards requests of strangers.
    ///   - metrics: Returns the answer of `metrics`, in Prometheus' text format, from your exporter of swift-metrics;
    ///     `nil` for no `metrics`.
    ///   - logger: The logger for wrong tokens.
    public func mountOperations<Context: RequestContext>(
        on routes: some RouterMethods<Context>, access: ReloadEndpoint.Access,
        metrics: (@Sendable () async -> String)? = nil, logger: Logger = Logger(label: "waybill.operators")
    ) {
        let endpoint = ReloadEndpoint(reloader, access: access, prefix: "", metrics: metrics, logger: logger)
        for resource in endpoint.resources {
            // The endpoint itself reports the allowed methods.
            for method in HTTPRequest.Method.standard {
                routes.on(RouterPath(resource), method: method) { request, context in
                    let question = ReloadEndpoint.Request(request, context, resource: resource)
                    guard let answer = await endpoint.answer(question) else { throw HTTPError(.notFound) }
                    return Response(answer, to: request)
                }
            }
        }
    }
}

extension WaybillService {
    /// Returns an application for operators alone, who need no token: on a port of the loopback interface, or on a Unix socket.
    ///
    /// It answers below `_waybill`, as ``mountOperations(on:access:metrics:logger:)`` says, and logs its address when it listens. A request
    /// from another machine is refused, whatever the address is. It has at most 64 connections, which are not counted in metrics.
    ///
    /// ```swift
    /// let operators = waybill.operatorApplication(on: .unixDomainSocket(path: "operators.sock"), logger: logger)
    /// try await waybill.serve([app, operators], logger: logger)
    /// ```
    ///
    /// - Parameters:
    ///   - metrics: What `_waybill/metrics` answers, in Prometheus' text format. Without it, there is no such resource.
    ///   - logger: Where the address is logged, and errors of connections.
    public func operatorApplication(
        on address: BindAddress, metrics: (@Sendable () async -> String)? = nil,
        logger: Logger = Logger(label: "waybill.operators")
    ) -> some ApplicationProtocol {
        let router = Hummingbird.Router(context: OperatorContext.self)
        mountOperations(on: router.group("_waybill"), access: .loopback, metrics: metrics, logger: logger)
        return Self.operatorApplication(router, on: address, logger: logger)
    }

    /// Returns an application for operators with these routes.
    package static func operatorApplication(
        _ router: Hummingbird.Router<OperatorContext>, on address: BindAddress, logger: Logger,
        onListening: @escaping @Sendable (String) -> Void = { _ in }
    ) -> some ApplicationProtocol {
        let limits = ConnectionLimits(connections: min(64, ConnectionLimits.openFilesLimit))
        var errors = logger
        errors.logLevel = max(logger.logLevel, .error)
        return Application(
            router: router, server: .http1(limits: limits, logger: logger, metrics: NOOPMetricsHandler.instance),
            configuration: .init(address: address, limits: limits),
            onServerRunning: { channel in
                let address = channel.localAddress.map(Self.text) ?? "\(address)"
                logger.info("the operators' endpoint listens on \(address)")
                onListening(address)
            }, logger: errors)
    }

    /// `host:port`, or the path of a Unix socket.
    private static func text(_ address: SocketAddress) -> String {
        guard let host = address.ipAddress, let port = address.port else { return address.pathname ?? "\(address)" }
        return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}

/// The context of a request to an application for operators.
package struct OperatorContext: RequestContext, RemoteAddressRequestContext {
    package var coreContext: CoreRequestContextStorage
    package let remoteAddress: SocketAddress?

    package init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
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
    /// Creates the response for an operator.
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

extension SocketAddress {
    /// `127.0.0.0/8`, in IPv6 as well, `::1`, and Unix sockets.
    fileprivate var isLoopback: Bool {
        if case .unixDomainSocket = self { return true }
        guard let address = ipAddress else { return false }
        return address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
    }
}
