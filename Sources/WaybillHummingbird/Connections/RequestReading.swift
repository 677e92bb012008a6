import Hummingbird
import HummingbirdCore
import NIOCore
import Synchronization

/// The body of a request, which can be read until the response has been sent.
///
/// Work that goes on after its time limit may still read the body while the server reads on: the rest of it, then the next
/// request. NIO ends the process if both wait for a part at once, and work that is late would take parts of the next
/// request. So the server waits for a read that has begun, and a later one throws `CancellationError`.
final class RequestReading: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    private struct State {
        var isOver = false
        var isTaken = false
        var isReading = false
        var end: CheckedContinuation<Void, Never>?
    }

    private let body: RequestBody
    private let state = Mutex(State())

    init(_ body: RequestBody) { self.body = body }

    /// Only the first iterator has parts: another one, as of a response that follows the client after its handler has read
    /// the body, ends at once. Hummingbird's own iterator of a body must not be made twice.
    func makeAsyncIterator() -> Iterator {
        let isTaken = state.withLock { state in
            defer { state.isTaken = true }
            return state.isTaken
        }
        return Iterator(reading: self, base: isTaken ? nil : body.makeAsyncIterator())
    }

    struct Iterator: AsyncIteratorProtocol {
        let reading: RequestReading
        var base: RequestBody.AsyncIterator?

        // As the function that it calls, which would otherwise take the iterator to another executor.
        @concurrent mutating func next() async throws -> ByteBuffer? {
            try reading.begin()
            defer { reading.finish() }
            return try await base?.next()
        }
    }

    private func begin() throws {
        try state.withLock { state in
            if state.isOver { throw CancellationError() }
            guard !state.isReading else {
                throw HTTPError(.internalServerError, message: "a body is read by one task at a time")
            }
            state.isReading = true
        }
    }

    private func finish() {
        let end = state.withLock { state in
            state.isReading = false
            defer { state.end = nil }
            return state.end
        }
        end?.resume()
    }

    /// Ends the reading. Waits for a read that has begun.
    func end() async {
        await withCheckedContinuation { continuation in
            let isReading = state.withLock { state in
                state.isOver = true
                if state.isReading { state.end = continuation }
                return state.isReading
            }
            if !isReading { continuation.resume() }
        }
    }
}

extension RequestReading {
    /// Lets a responder read bodies only until it has responded.
    static func limited(_ respond: @escaping HTTPChannelHandler.Responder) -> HTTPChannelHandler.Responder {
        { original, writer, channel in
            var request = original
            guard request.hasBody else {
                request.body = RequestBody(buffer: ByteBuffer())
                return try await respond(request, writer, channel)
            }
            let reading = RequestReading(request.body)
            request.body = RequestBody(asyncSequence: reading)
            do { try await respond(request, writer, channel) } catch {
                await reading.end()
                throw error
            }
            await reading.end()
        }
    }
}

extension Request {
    fileprivate var hasBody: Bool {
        headers[.transferEncoding] != nil || headers[.contentLength].map { $0 != "0" } ?? false
    }
}
