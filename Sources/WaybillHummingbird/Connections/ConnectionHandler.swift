import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// The checks that hummingbird's own handlers lack; see ``HummingbirdCore/HTTPServerBuilder/http1(limits:)``.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let requestLimit: TimeAmount
    private var timeout: Scheduled<Void>?
    /// The number of requests without a complete response.
    private var pending = 0
    /// Whether the response to the first of these has begun.
    private var hasBegun = false
    /// Whether the last request waits for permission to send its body.
    private var expectsContinue = false
    /// Whether the connection ends with a response of this handler.
    private var isOver = false
    /// Whether the server shuts down. Then each response ends its connection.
    private var isDraining = false
    /// Ends a connection that is idle when the server shuts down.
    private var idleEnd: Scheduled<Void>?
    /// How long such a connection has for one more request, which its client may be sending.
    private static let lastRequestLimit = TimeAmount.seconds(1)
    /// Completes when the last response is sent completely.
    private var lastEnd: EventLoopFuture<Void>?

    init(requestLimit: TimeAmount) { self.requestLimit = requestLimit }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            guard head.hasOneHost else { return refuse(context, "a request must have exactly one 'Host' header") }
            pending += 1
            timeout = context.eventLoop.assumeIsolated().scheduleTask(in: requestLimit) { self.timeOut(context) }
            expectsContinue = head.headerFields[.expect]?.lowercased() == "100-continue"
            permitBody(context)
        case .body: break
        case .end:
            expectsContinue = false
            cancelTimeout()
        }
        context.fireChannelRead(data)
        if let idleEnd {
            // Hummingbird closes the connection after the response to this request.
            idleEnd.cancel()
            self.idleEnd = nil
            context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }

    /// Hummingbird closes idle connections at once, which resets a request that is on its way.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent, !isDraining else {
            return context.fireUserInboundEventTriggered(event)
        }
        isDraining = true
        guard pending == 0 else { return context.fireUserInboundEventTriggered(event) }
        idleEnd = context.eventLoop.assumeIsolated().scheduleTask(in: Self.lastRequestLimit) {
            self.idleEnd = nil
            context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError else { return context.fireErrorCaught(error) }
        refuse(context, "invalid HTTP request")
    }

    /// Rejects a request. Responses to earlier requests are sent first; then hummingbird answers, without a body.
    private func refuse(_ context: ChannelHandlerContext, _ message: String) {
        if pending > 0 { return context.fireErrorCaught(HTTPParserError.unknown) }
        end(context, with: .badRequest, message)
    }

    func channelInactive(context: ChannelHandlerContext) {
        cancelTimers()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { cancelTimers() }

    private func cancelTimers() {
        cancelTimeout()
        idleEnd?.cancel()
        idleEnd = nil
    }

    private func cancelTimeout() {
        timeout?.cancel()
        timeout = nil
    }

    /// Handles a timeout. A request that was answered early, or that follows another one, gets no answer.
    private func timeOut(_ context: ChannelHandlerContext) {
        if pending == 1, !hasBegun { return end(context, with: .requestTimeout, "the request was not sent in time") }
        close(context: context, mode: .all, promise: nil)
    }

    /// Answers with an error, and closes the connection.
    private func end(_ context: ChannelHandlerContext, with status: HTTPResponse.Status, _ message: String) {
        guard !isOver else { return }
        isOver = true
        cancelTimeout()
        let body = ByteBuffer(string: #"{"error":{"message":"\#(message)"}}"#)
        let headers: HTTPFields = [
            .connection: "close", .contentType: "application/json; charset=utf-8",
            .contentLength: String(body.readableBytes),
        ]
        context.write(wrapOutboundOut(.head(HTTPResponse(status: status, headerFields: headers))), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: nil)
        send(.end(nil), context, promise: nil)
        context.flush()
        close(context: context, mode: .all, promise: nil)
    }

    // MARK: Responses

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isOver else { return promise?.fail(ChannelError.ioOnClosedChannel) ?? () }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            hasBegun = true
            guard isDraining else { break }
            head.headerFields[.connection] = "close"
            return context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: break
        case .end:
            pending -= 1
            hasBegun = false
            send(unwrapOutboundIn(data), context, promise: promise)
            return permitBody(context)
        }
        context.write(data, promise: promise)
    }

    /// Asks for the body of the last request, after all earlier responses.
    private func permitBody(_ context: ChannelHandlerContext) {
        guard expectsContinue, pending == 1 else { return }
        expectsContinue = false
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    private func send(
        _ part: HTTPResponsePart, _ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?
    ) {
        let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
        lastEnd = promise.futureResult
        context.write(wrapOutboundOut(part), promise: promise)
    }

    /// Closing a connection drops unsent data, so this waits for it, but not forever, because clients may not read.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .all, let end = lastEnd else { return context.close(mode: mode, promise: promise) }
        lastEnd = nil
        let limit = context.eventLoop.assumeIsolated().scheduleTask(in: requestLimit) { context.close(promise: nil) }
        end.assumeIsolated().whenComplete { _ in
            limit.cancel()
            context.close(mode: mode, promise: promise)
        }
    }
}

extension HTTPRequest {
    /// The first `Host` becomes the authority; further ones stay among the fields.
    fileprivate var hasOneHost: Bool {
        authority != nil && headerFields[.hostField] == nil
    }
}
