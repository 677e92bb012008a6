package import Hummingbird
import Synchronization
import Waybill

/// Observes a request from its beginning to its end.
protocol RequestObserving: Sendable {
    /// Called once for each router whose requests are observed.
    func attach(to router: Waybill.Router)

    /// - Parameters:
    ///   - record: Filled while the request is answered.
    ///   - answer: Called once, with the context or a changed one.
    func observe<Context: RequestContext>(
        _ request: Hummingbird.Request, _ context: Context, _ record: OpenRecord,
        _ answer: (Context) async throws -> Answer
    ) async throws -> Answer
}

/// The answer to a request.
struct Answer {
    var response: Response
    /// The thrown error, if the response was made from one.
    var error: (any Error)?
}

/// The end of a request.
struct RequestEnd: Sendable {
    var status: Int
    /// The thrown error.
    var error: (any Error)?

    var isFault: Bool { status >= 500 }

    init(_ answer: Answer) {
        self = answer.error.map { Self($0) } ?? Self(status: answer.response.status.code)
    }

    init(_ error: any Error) {
        let http = error as? any HTTPResponseError
        self.init(status: http?.status.code ?? (error is CancellationError ? 499 : 500), error: error)
    }

    private init(status: Int, error: (any Error)? = nil) {
        let fault = status >= 500 ? HTTPError.ofClient(explaining: error) : nil
        self.status = fault?.status.code ?? status
        self.error = error
    }
}

extension RequestObserving {
    func attach(to router: Waybill.Router) {}

    /// Calls `end` once: when the response is written or dropped, or immediately for an error.
    ///
    /// - Parameter write: Writes the body. It runs after the answer, so the task-local values of the answer are gone.
    func observingEnd(
        _ answer: () async throws -> Answer,
        writing write: @escaping @Sendable @concurrent (ResponseBody, any ResponseBodyWriter) async throws -> Void = {
            try await $0.write($1)
        }, _ end: @escaping @Sendable (RequestEnd) -> Void
    ) async throws -> Answer {
        do {
            var answer = try await answer()
            let ending = RequestEnd(answer)
            let completion = Completion { end(ending) }
            let body = answer.response.body
            answer.response.body = ResponseBody(contentLength: body.contentLength) { writer in
                defer { completion.run() }
                try await write(body, writer)
            }
            return answer
        } catch {
            end(RequestEnd(error))
            throw error
        }
    }
}

extension HTTPRequest.Method {
    /// The methods of the RFCs 9110 and 5789.
    package static let standard: Set<Self> = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
    ]

    /// One of a limited number of values, whatever clients send.
    var bounded: String { Self.standard.contains(self) ? rawValue : "_OTHER" }
}

/// Runs a function once: when it is called, or when the last reference is released.
final class Completion: Sendable {
    private let body: Mutex<(@Sendable () -> Void)?>

    init(_ body: @escaping @Sendable () -> Void) { self.body = Mutex(body) }

    deinit { run() }

    func run() {
        let body = body.withLock { body in
            defer { body = nil }
            return body
        }
        body?()
    }
}
