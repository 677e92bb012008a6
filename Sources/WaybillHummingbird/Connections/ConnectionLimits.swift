public import HummingbirdCore
import NIOCore

/// Time limits of HTTP connections.
public struct ConnectionLimits: Sendable, Hashable {
    /// How long a connection may be idle: between requests, in a head, and between two parts of a body.
    public var idle: Duration
    /// How long a client may take to send a request, from the end of its head to the end of its body.
    public var request: Duration

    public init(idle: Duration = .seconds(60), request: Duration = .seconds(60)) {
        self.idle = idle
        self.request = request
    }
}

extension HTTPServerBuilder {
    /// HTTP/1.1 with the limits that a service on the internet needs.
    ///
    /// Idle connections are closed. A request without a `Host`, or with several, gets 400, also in HTTP/1.0. A client
    /// that takes too long to send a body gets 408, and one that does not send HTTP gets 400, each with the error as
    /// JSON. `Expect: 100-continue` is answered. A connection is closed only after its response has been sent
    /// completely.
    ///
    /// ```swift
    /// let app = Application(responder: WaybillResponder(router: router), server: .http1(limits: ConnectionLimits()))
    /// ```
    public static func http1(limits: ConnectionLimits) -> HTTPServerBuilder {
        let limit = TimeAmount(limits.request)
        return .http1(
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [ConnectionHandler(requestLimit: limit)],
                idleTimeout: TimeAmount(limits.idle)))
    }
}
