import Hummingbird
import NIOCore
import NIOHTTP1

/// NIO's decoder of requests, which also goes on after an upgrade that nobody took.
///
/// NIO's decoder stops after a request that offers an upgrade. The server goes on in HTTP/1.1 (RFC 9110, 7.8), so a new
/// decoder reads the next request.
final class RequestDecoder: ByteToMessageDecoder {
    typealias InboundOut = HTTPServerRequestPart

    private let limits: NIOHTTPDecoderLimitConfiguration
    private var decoder: HTTPRequestDecoder
    /// Whether the decoder has stopped at the end of a request.
    private var hasStopped = false
    /// Whether nothing is read any more. What still comes is dropped, because NIO would keep it.
    private var isDone = false
    /// The length of the first line of the present request, as far as it has been read.
    private var lineLength = 0
    private var hasLine = false
    /// The number of bytes that the decoder has seen, and needs again.
    private var seen = 0

    init() {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = 80 * 1024
        limits.maxHeaderListSize = 80 * 1024
        limits.maxHeaderFieldCount = 1000
        self.limits = limits
        decoder = HTTPRequestDecoder(limitConfiguration: limits)
    }

    /// Must be called at the end of each request, while it is decoded.
    ///
    /// - Parameters:
    ///   - stops: Whether the request makes NIO's decoder stop.
    ///   - isLast: Whether the connection ends with this request.
    func endRequest(stops: Bool, isLast: Bool) {
        hasLine = false
        lineLength = 0
        hasStopped = stops
        isDone = isLast
    }

    func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        guard !isDone else { return drop(&buffer) }
        noteLine(in: buffer)
        _ = try naming { try decoder.decode(context: context, buffer: &buffer) }
        guard !isDone else { return drop(&buffer) }
        seen = buffer.readableBytes
        guard hasStopped else { return .needMoreData }
        restart(context)
        return buffer.readableBytes > 0 ? .continue : .needMoreData
    }

    private func drop(_ buffer: inout ByteBuffer) -> DecodingState {
        buffer.moveReaderIndex(forwardBy: buffer.readableBytes)
        return .needMoreData
    }

    private func restart(_ context: ChannelHandlerContext) {
        hasStopped = false
        seen = 0
        decoder.decoderRemoved(context: context)
        decoder = HTTPRequestDecoder(limitConfiguration: limits)
        decoder.decoderAdded(context: context)
    }

    func decodeLast(context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool) throws -> DecodingState {
        while buffer.readableBytes > 0, case .continue = try decode(context: context, buffer: &buffer) {}
        guard !isDone else { return drop(&buffer) }
        return try naming { try decoder.decodeLast(context: context, buffer: &buffer, seenEOF: seenEOF) }
    }

    func decoderAdded(context: ChannelHandlerContext) { decoder.decoderAdded(context: context) }

    func decoderRemoved(context: ChannelHandlerContext) { decoder.decoderRemoved(context: context) }

    /// Looks for the end of the first line among the bytes that are new.
    private func noteLine(in buffer: ByteBuffer) {
        guard !hasLine, seen < buffer.readableBytes else { return }
        let new = buffer.readableBytesView.dropFirst(seen)
        let end = new.firstIndex(of: UInt8(ascii: "\n"))
        hasLine = end != nil
        lineLength += new.distance(from: new.startIndex, to: end ?? new.endIndex)
    }

    /// Throws the errors of NIO as errors of HTTP. NIO has one error for a target and a field that are too long.
    private func naming<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch HTTPParserError.headerOverflow {
            throw lineLength > limits.maxHeaderFieldSize ? HTTPError.targetTooLong : HTTPError.headerFieldsTooLarge
        } catch is HTTPParserError {
            throw HTTPError(.badRequest, message: "invalid HTTP request")
        }
    }
}

extension HTTPError {
    fileprivate static var targetTooLong: HTTPError {
        HTTPError(.uriTooLong, message: "the target of the request is too long")
    }

    fileprivate static var headerFieldsTooLarge: HTTPError {
        HTTPError(.requestHeaderFieldsTooLarge, message: "the header fields of the request are too large")
    }
}
