import Hummingbird
import Waybill

/// What observes a request from its beginning to its end.
protocol RequestObserving: Sendable {
    /// - Parameters:
    ///   - record: Filled while the request is answered.
    ///   - answer: Called once, with the context or a changed one.
    func observe<Context: RequestContext>(
        _ request: Hummingbird.Request, _ context: Context, _ record: OpenRecord,
        _ answer: (Context) async throws -> Response
    ) async throws -> Response
}

/// How a request ended.
struct RequestEnd: Sendable {
    var status: Int
    /// What was thrown; `nil` where there was a response.
    var error: (any Error)?

    var isFault: Bool { status >= 500 }

    init(_ response: Response) { status = response.status.code }

    init(_ error: any Error) {
        let http = error as? any HTTPResponseError
        status = http?.status.code ?? (error is CancellationError ? 499 : 500)
        self.error = error
    }
}

extension RequestObserving {
    /// Calls `end` once: when the response is written or dropped, or at once for an error.
    func observingEnd(
        _ answer: () async throws -> Response, _ end: @escaping @Sendable (RequestEnd) -> Void
    ) async throws -> Response {
        do {
            var response = try await answer()
            let ending = RequestEnd(response)
            let completion = Completion { end(ending) }
            let body = response.body
            response.body = ResponseBody(contentLength: body.contentLength) { writer in
                defer { completion.run() }
                try await body.write(writer)
            }
            return response
        } catch {
            end(RequestEnd(error))
            throw error
        }
    }
}

extension HTTPRequest.Method {
    /// One of few, whatever clients send.
    var bounded: String { Self.known.contains(self) ? rawValue : "_OTHER" }

    private static let known: Set<Self> = [.get, .head, .post, .put, .patch, .delete, .options, .trace, .connect]
}
