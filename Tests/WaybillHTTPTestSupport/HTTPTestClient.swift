import Foundation
package import HTTPTypes
package import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOPosix

/// Sends HTTP requests over real sockets, each on a connection of its own, and follows no redirects.
///
/// It runs on event loops alone, so a request does not wait for the shared pool, which computing tests occupy.
package struct HTTPTestClient: Sendable {
    /// Where the server listens.
    package let address: SocketAddress
    private let limit: TimeAmount

    /// - Parameter limit: The time within which a response must have arrived. It only ends a test that fails.
    package init(to address: SocketAddress, within limit: TimeAmount = .seconds(20)) {
        self.address = address
        self.limit = limit
    }

    /// Sends a request.
    /// - Throws: ``NoResponse``, or the error of the connection.
    package func execute(
        uri: String, method: HTTPRequest.Method, headers: HTTPFields = [:], body: ByteBuffer? = nil,
        host: String = "localhost"
    ) async throws -> HTTPTestResponse {
        var request = HTTPRequest(
            method: method, scheme: "http", authority: host, path: uri, headerFields: headers)
        if let body { request.headerFields[.contentLength] = "\(body.readableBytes)" }
        let loop = MultiThreadedEventLoopGroup.singleton.any()
        let response = loop.makePromise(of: HTTPTestResponse.self)
        ClientBootstrap(group: loop).channelInitializer { [request, limit] channel in
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                try pipeline.addHTTPClientHandlers(enableOutboundHeaderValidation: false)
                try pipeline.addHandlers(
                    HTTP1ToHTTPClientCodec(), Exchange(request, body, limit, response))
            }
        }.connect(to: address).cascadeFailure(to: response)
        return try await withCheckedThrowingContinuation { continuation in
            response.futureResult.whenComplete { continuation.resume(with: $0) }
        }
    }

    /// Sends a `GET` request.
    package func get(_ uri: String, headers: HTTPFields = [:]) async throws -> HTTPTestResponse {
        try await execute(uri: uri, method: .get, headers: headers)
    }

    /// Sends a request without a body.
    package func send(
        _ method: HTTPRequest.Method, _ uri: String, headers: HTTPFields = [:]
    ) async throws -> HTTPTestResponse {
        try await execute(uri: uri, method: method, headers: headers)
    }

    /// Sends a request with a value as its JSON body, with dates as ISO 8601.
    package func send(
        _ method: HTTPRequest.Method, _ uri: String, json body: some Encodable, headers: HTTPFields = [:]
    ) async throws -> HTTPTestResponse {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        var headers = headers
        if headers[.contentType] == nil { headers[.contentType] = "application/json; charset=utf-8" }
        return try await execute(
            uri: uri, method: method, headers: headers, body: ByteBuffer(bytes: try encoder.encode(body)))
    }
}

/// A request got no complete response.
package enum NoResponse: Error { case closed, late }

/// One request on one connection, and its response.
private final class Exchange: ChannelInboundHandler {
    typealias InboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPRequestPart

    private let request: HTTPRequest
    private let requestBody: ByteBuffer?
    private let limit: TimeAmount
    private let response: EventLoopPromise<HTTPTestResponse>
    private var deadline: Scheduled<Void>?
    private var head: HTTPResponse?
    private var body = ByteBuffer()

    init(
        _ request: HTTPRequest, _ body: ByteBuffer?, _ limit: TimeAmount, _ response: EventLoopPromise<HTTPTestResponse>
    ) {
        self.request = request
        self.requestBody = body
        self.limit = limit
        self.response = response
    }

    func channelActive(context: ChannelHandlerContext) {
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: limit) {
            self.fail(NoResponse.late, context)
        }
        context.write(wrapOutboundOut(.head(request)), promise: nil)
        if let requestBody { context.write(wrapOutboundOut(.body(requestBody)), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body(let part): body.writeImmutableBuffer(part)
        case .end:
            guard let head, head.status.kind != .informational else { return }
            response.succeed(HTTPTestResponse(head: head, body: body))
            context.close(promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { fail(error, context) }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        response.fail(NoResponse.closed)  // does nothing if there is a response
    }

    private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
        response.fail(error)
        context.close(promise: nil)
    }
}
