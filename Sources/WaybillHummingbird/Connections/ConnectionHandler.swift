import Hummingbird
import Logging
import NIOCore
import NIOHTTP1

/// The checks that hummingbird's own handlers lack; see ``HummingbirdCore/HTTPServerBuilder/http1(limits:)``.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let decoder: RequestDecoder
    private let client: RequestClient
    private let requestLimit: TimeAmount
    private let logger: Logger

    private var timeout: Scheduled<Void>?
    /// The number of requests without a complete response.
    private var pending = 0
    /// Whether the response to the first of these has begun.
    private var hasBegun = false
    /// The last request, until its end.
    private var request: RequestHead?
    /// Whether the connection ends with the response to the last request.
    private var isLast = false
    /// Whether the last request is one of HTTP/1.0.
    private var isOld = false
    /// What the client did wrong. Nothing is read after it.
    private var fault: HTTPError?
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
    private var isClosing = false
    private var closing: Scheduled<Void>?

    init(_ decoder: RequestDecoder, _ client: RequestClient, requestLimit: TimeAmount, _ logger: Logger) {
        self.decoder = decoder
        self.client = client
        self.requestLimit = requestLimit
        self.logger = logger
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard fault == nil, !isLast || request != nil else { return }
        switch unwrapInboundIn(data) {
        case .head(let head): begin(head, context)
        case .body: context.fireChannelRead(data)
        case .end:
            decoder.endRequest(stops: request?.stopsDecoder ?? false, isLast: isLast)
            let hadBody = request?.hasBody ?? false
            request = nil
            cancelTimeout()
            if hadBody { describeClient() }
            context.fireChannelRead(data)
        }
        if idleEnd != nil { quiesce(context) }
    }

    private func begin(_ original: HTTPRequestHead, _ context: ChannelHandlerContext) {
        var head = original
        let request = RequestHead(&head)
        if let fault = request.fault { return refuse(context, fault) }
        pending += 1
        self.request = request
        isLast = request.isLast
        isOld = head.version == .http1_0
        if request.hasBody {
            timeout = context.eventLoop.assumeIsolated().scheduleTask(in: requestLimit) { self.timeOut(context) }
            describeClient()
        }
        permitBody(context)
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Hummingbird closes idle connections at once, which resets a request that is on its way.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent, !isDraining else {
            context.fireUserInboundEventTriggered(event)
            if isClosing, fault != nil, case ChannelEvent.inputClosed = event { context.close(promise: nil) }
            return
        }
        isDraining = true
        guard pending == 0 else { return context.fireUserInboundEventTriggered(event) }
        idleEnd = context.eventLoop.assumeIsolated().scheduleTask(in: Self.lastRequestLimit) { self.quiesce(context) }
    }

    /// Lets hummingbird close the connection: after the response to a request, or at once.
    private func quiesce(_ context: ChannelHandlerContext) {
        idleEnd?.cancel()
        idleEnd = nil
        context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let fault = error as? HTTPError { return refuse(context, fault) }
        guard request == nil else {
            return refuse(context, HTTPError(.badRequest, message: "the connection ended in a request"))
        }
        context.fireErrorCaught(error)
    }

    /// Rejects what the client sends. A handler that reads the body gets the error.
    private func refuse(_ context: ChannelHandlerContext, _ fault: HTTPError) {
        guard self.fault == nil, !isLast || request != nil else { return }
        logger.debug("refused a request: \(fault.body ?? "")")
        self.fault = fault
        if request != nil { isLast = true }
        cancelTimeout()
        describeClient()
        if request != nil { context.fireErrorCaught(fault) }
        answerFault(context)
    }

    /// Responses to earlier requests are sent first. A request that was answered early gets no other answer.
    private func answerFault(_ context: ChannelHandlerContext) {
        guard let fault, !isOver, !hasBegun, pending == (request == nil ? 0 : 1) else { return }
        end(context, with: fault)
    }

    /// Describes the client of the request in progress to the task that answers it.
    private func describeClient() {
        let isReading = pending == 1 && request != nil
        client.describe(fault: isReading ? fault : nil, isSending: isReading && fault == nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        cancelTimers()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { cancelTimers() }

    private func cancelTimers() {
        cancelTimeout()
        closing?.cancel()
        idleEnd?.cancel()
        idleEnd = nil
    }

    private func cancelTimeout() {
        timeout?.cancel()
        timeout = nil
    }

    /// Handles a timeout. A request that was answered early, or that follows another one, gets no answer.
    private func timeOut(_ context: ChannelHandlerContext) {
        refuse(context, .requestTimeout)
        if !isOver { close(context: context, mode: .all, promise: nil) }
    }

    /// Answers with an error, and closes the connection.
    private func end(_ context: ChannelHandlerContext, with fault: HTTPError) {
        isOver = true
        for part in fault.lastResponse { context.write(wrapOutboundOut(part), promise: nil) }
        send(.end(nil), context, promise: nil)
        context.flush()
        close(context: context, mode: .all, promise: nil)
    }

    // MARK: Responses

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isOver else { return promise?.fail(ChannelError.ioOnClosedChannel) ?? () }
        switch unwrapOutboundIn(data) {
        case .head(let head):
            hasBegun = true
            guard isDraining || isLast && pending == 1 else { return context.write(data, promise: promise) }
            context.write(wrapOutboundOut(.head(last(head))), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            pending -= 1
            hasBegun = false
            send(unwrapOutboundIn(data), context, promise: promise)
            if request != nil { describeClient() }
            permitBody(context)
            answerFault(context)
        }
    }

    /// Returns the head of the last response. A client of HTTP/1.0 does not know chunks: its body ends with the connection.
    private func last(_ original: HTTPResponseHead) -> HTTPResponseHead {
        var head = original
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        if isOld, !head.headers.contains(name: "Content-Length") { head.version = .http1_0 }
        return head
    }

    /// Asks for the body of the last request, after all earlier responses.
    private func permitBody(_ context: ChannelHandlerContext) {
        guard request?.expectsContinue == true, pending == 1 else { return }
        request?.expectsContinue = false
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }

    private func send(
        _ part: HTTPServerResponsePart, _ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?
    ) {
        let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
        lastEnd = promise.futureResult
        context.write(wrapOutboundOut(part), promise: promise)
    }

    /// Closing a connection drops unsent data, so this waits for it, but not forever, because clients may not read.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .all, isClosing || lastEnd != nil else { return context.close(mode: mode, promise: promise) }
        context.channel.closeFuture.cascade(to: promise)
        guard !isClosing else { return }
        isClosing = true
        closing = closes(context, in: requestLimit)
        lastEnd?.assumeIsolated().whenComplete { _ in
            self.closing?.cancel()
            if self.fault == nil { context.close(promise: nil) } else { self.linger(context) }
        }
    }

    /// Closes the connection of an invalid request after a while. What the client is still sending would reset a closed
    /// connection, and the client might not see the answer.
    private func linger(_ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        context.close(mode: .output, promise: nil)
        closing = closes(context, in: .seconds(1))
    }

    private func closes(_ context: ChannelHandlerContext, in time: TimeAmount) -> Scheduled<Void> {
        context.eventLoop.assumeIsolated().scheduleTask(in: time) { context.close(promise: nil) }
    }
}

extension HTTPError {
    /// The head and the body of the response that ends a connection: the error as JSON. Its message needs no escaping.
    var lastResponse: [HTTPServerResponsePart] {
        let content = ByteBuffer(string: #"{"error":{"message":"\#(body ?? "")"}}"#)
        var fields: HTTPHeaders = [
            "Connection": "close", "Content-Type": "application/json; charset=utf-8",
            "Content-Length": String(content.readableBytes),
        ]
        for field in headers { fields.add(name: field.name.rawName, value: field.value) }
        let status = HTTPResponseStatus(statusCode: status.code, reasonPhrase: status.reasonPhrase)
        return [
            .head(HTTPResponseHead(version: .http1_1, status: status, headers: fields)), .body(.byteBuffer(content)),
        ]
    }
}
