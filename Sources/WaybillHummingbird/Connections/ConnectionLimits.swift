public import Hummingbird
public import HummingbirdCore
import NIOCore

/// Limits of HTTP connections: of their time, and of their number.
public struct ConnectionLimits: Sendable, Hashable {
    /// How long a connection may be idle: between requests, in a head, and between two parts of a body.
    public var idle: Duration
    /// How long a client may take to send a request, from the end of its head to the end of its body.
    public var request: Duration

    /// How many connections may be open; more wait until one is closed. A server with 0 or fewer accepts none.
    public var connections: Int

    /// Creates limits: by default 60 seconds each, and as many connections as ``ConnectionLimits/openFilesLimit`` permits.
    public init(
        idle: Duration = .seconds(60), request: Duration = .seconds(60), connections: Int = openFilesLimit
    ) {
        self.idle = idle
        self.request = request
        self.connections = connections
    }
}

extension HTTPServerBuilder {
    /// HTTP/1.1 with the limits that a service on the internet needs.
    ///
    /// Idle connections are closed. A request without a `Host`, or with several, gets 400, also in HTTP/1.0. A client
    /// that takes too long to send a body gets 408, and one that does not send HTTP gets 400, each with the error as
    /// JSON. `Expect: 100-continue` is answered. A connection is closed only after its response has been sent
    /// completely. The number of connections is a setting of the application: see
    /// `ApplicationConfiguration(address:limits:)`.
    ///
    /// ```swift
    /// let limits = ConnectionLimits()
    /// let app = Application(
    ///     responder: try WaybillResponder(router: router), server: .http1(limits: limits), configuration: .init(limits: limits))
    /// ```
    public static func http1(limits: ConnectionLimits) -> HTTPServerBuilder {
        let limit = TimeAmount(limits.request)
        return .http1(
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [ConnectionHandler(requestLimit: limit)],
                idleTimeout: TimeAmount(limits.idle)))
    }
}

extension ApplicationConfiguration {
    /// Makes the configuration of an application that has at most ``/WaybillHummingbird/ConnectionLimits/connections`` open.
    ///
    /// The time limits are those of its server: see `HTTPServerBuilder.http1(limits:)`.
    public init(address: BindAddress = .hostname(), limits: ConnectionLimits) {
        self.init(
            address: address, availableConnectionsDelegate: MaximumAvailableConnections(limits.connections))
    }
}
