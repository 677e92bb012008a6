public import Hummingbird
public import HummingbirdCore
public import Logging
public import Metrics

#if canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Limits of HTTP connections: of their time, and of their number.
public struct ConnectionLimits: Sendable, Hashable {
    /// How long a connection may be idle: between requests, in a head, and between two parts of a body.
    public var idle: Duration
    /// How long a client may take to send a request, from the end of its head to the end of its body.
    public var request: Duration

    /// How many connections may be open. Eight more wait until one is closed. If there are more, the longest waiting one gets
    /// 503. It is lowered to what the limit of open files permits.
    public var connections: Int
    /// The paths that are answered above the limit, so that a busy service is not restarted. A connection that waits and asks
    /// for one of them ends with the answer.
    public var probes: Set<String> = ["/_waybill/live", "/_waybill/ready"]

    /// Creates limits: by default 60 seconds each, and as many connections as ``ConnectionLimits/openFilesLimit`` permits.
    public init(
        idle: Duration = .seconds(60), request: Duration = .seconds(60), connections: Int = openFilesLimit
    ) {
        self.idle = idle
        self.request = request
        self.connections = connections
    }

    /// The connections that may be open.
    var permitted: Int { min(connections, Self.openFilesPermit) }
}

extension HTTPServerBuilder {
    /// HTTP/1.1 with the limits that a service on the internet needs, and with the checks that hummingbird's own server lacks.
    ///
    /// - Idle connections are closed, and a client that takes too long to send a body gets 408. A connection is closed only
    ///   after its response has been sent completely.
    /// - A request without a `Host`, or with several, gets 400. In HTTP/1.0 it may be missing: the request has the URL of
    ///   its path alone, and patterns with a host do not match it. `Expect: 100-continue` is answered in HTTP/1.1.
    /// - If the target is a whole URL, its authority replaces `Host`; its scheme is ignored. Only `OPTIONS` may have the
    ///   target `*`.
    /// - What is not valid HTTP gets 400, a target that is too long 414, header fields that are too large 431, and
    ///   `CONNECT` and transfer codings other than `chunked` 501. A body that breaks throws an `HTTPError` from the body of
    ///   the request. None of this is an error of the service in logs, metrics and canaries.
    /// - After an `Upgrade` that nobody takes, the connection goes on in HTTP/1.1.
    /// - In a shutdown, responses say `Connection: close`, and an idle connection has a second for one more request.
    ///
    /// The server answers with the error as JSON. An application also needs `ApplicationConfiguration(address:limits:)`, which
    /// limits the connections that wait.
    ///
    /// ```swift
    /// let limits = ConnectionLimits()
    /// let app = Application(
    ///     responder: try WaybillResponder(router: router), server: .http1(limits: limits), configuration: .init(limits: limits))
    /// ```
    ///
    /// - Parameters:
    ///   - logger: Where it is said that the limit of connections is reached, at most once a minute.
    ///   - metrics: The factory of `waybill.connections`, `.limit`, `.waiting` and `.refused`; `nil` for that of the process.
    public static func http1(
        limits: ConnectionLimits, logger: Logger = Logger(label: "waybill.connections"),
        metrics: (any MetricsFactory)? = nil
    ) -> HTTPServerBuilder {
        let queue = ConnectionQueue(limits, logger: logger, metrics: metrics ?? MetricsSystem.factory)
        return HTTPServerBuilder { HTTPConnection(responder: $0, limits: limits, queue: queue) }
    }
}

extension ApplicationConfiguration {
    /// Makes the configuration of an application that accepts no more connections than may be open and may wait: see
    /// ``/WaybillHummingbird/ConnectionLimits/connections``.
    ///
    /// The time limits are those of its server: see `HTTPServerBuilder.http1(limits:)`.
    public init(address: BindAddress = .hostname(), limits: ConnectionLimits) {
        self.init(
            address: address,
            // A few more than may wait, because those that are refused take a moment to close.
            availableConnectionsDelegate: MaximumAvailableConnections(
                limits.permitted + ConnectionQueue.waitingLimit + 4))
    }
}

extension ConnectionLimits {
    /// The number of connections that the limit of open files permits, at most 10,000.
    ///
    /// A server without a free descriptor tries to accept the next connection again and again. So 200 descriptors, or two
    /// thirds of a small limit, are reserved for manifests, logs, databases, and connections that wait.
    public static var openFilesLimit: Int { min(openFilesPermit, 10_000) }

    /// The number of connections that the limit of open files permits.
    static var openFilesPermit: Int {
        let unlimited = 1 << 30
        var limit = rlimit()
        #if canImport(Glibc)
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let files = RLIMIT_NOFILE
        #endif
        guard unsafe getrlimit(files, &limit) == 0 else { return unlimited }  // a plain call on a local value
        let descriptors = min(Int(clamping: limit.rlim_cur), unlimited)
        return max(descriptors - min(200, descriptors / 3 * 2), 1)
    }
}
