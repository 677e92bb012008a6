import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Synchronization
import Waybill

/// A connection of HTTP/1.1 with limits; see ``HummingbirdCore/HTTPServerBuilder/http1(limits:)``.
struct HTTPConnection: HTTPChannelHandler {
    let responder: HTTPChannelHandler.Responder
    let limits: ConnectionLimits
    let queue: ConnectionQueue

    init(responder: @escaping HTTPChannelHandler.Responder, limits: ConnectionLimits, queue: ConnectionQueue) {
        self.responder = RequestReading.limited(responder)
        self.limits = limits
        self.queue = queue
    }

    struct Value: ServerChildChannelValue {
        let parts: NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>
        let client: RequestClient

        var channel: any Channel { parts.channel }
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let client = RequestClient()
            let decoder = RequestDecoder()
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(HTTPResponseEncoder())
            try pipeline.addHandler(ByteToMessageHandler(decoder))
            try pipeline.addHandler(
                ConnectionHandler(decoder, client, requestLimit: TimeAmount(limits.request), logger))
            try pipeline.addHandler(ConnectionQueueHandler(queue, probes: limits.probes))
            try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
            try pipeline.addHandler(HTTPConnectionStateHandler(idleTimeout: limits.idle, logger: logger))
            let parts = try NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
            return Value(parts: parts, client: client)
        }
    }

    func handle(value: Value, logger: Logger) async {
        await RequestClient.$current.withValue(value.client) {
            await handleHTTP(asyncChannel: value.parts, logger: logger)
        }
    }
}

/// The client of the request in progress. Its connection writes what it does; the tasks of its requests read that.
final class RequestClient: Sendable {
    @TaskLocal static var current: RequestClient?

    private struct State {
        var fault: HTTPError?
        var isSending = false
    }

    private let state = Mutex(State())

    /// What the client did wrong while it sent the body of the request in progress; `nil` if nothing.
    var fault: HTTPError? { state.withLock(\.fault) }

    /// Whether the client has not sent the whole body yet.
    var isSending: Bool { state.withLock(\.isSending) }

    func describe(fault: HTTPError?, isSending: Bool) {
        state.withLock { $0 = State(fault: fault, isSending: isSending) }
    }
}

extension HTTPError {
    /// Returns the error of the client that explains why its request failed: whatever a handler makes of a broken body, it is
    /// not an error of the service. Nor is a timeout, if the client is still sending.
    ///
    /// - Parameter error: What was thrown; `nil` for a response of 500 or above.
    static func ofClient(explaining error: (any Error)?) -> HTTPError? {
        // Servers of hummingbird itself throw it from bodies.
        if error is HTTPParserError { return HTTPError(.badRequest, message: "invalid HTTP request") }
        guard let client = RequestClient.current else { return nil }
        if let fault = client.fault { return fault }
        guard case RoutingError.timedOut? = error, client.isSending else { return nil }
        return .requestTimeout
    }

    static var requestTimeout: HTTPError {
        HTTPError(.requestTimeout, message: "the request was not sent in time")
    }
}
