import Hummingbird
import Logging
import Waybill

/// See ``RequestObserver/accessLog(_:level:)``.
struct AccessLog: RequestObserving {
    let logger: Logger
    let level: Logger.Level

    func observe<Context: RequestContext>(
        _ request: Hummingbird.Request, _ context: Context, _ record: OpenRecord,
        _ answer: (Context) async throws -> Answer
    ) async throws -> Answer {
        var context = context
        let id = request.headers[.requestID].flatMap { $0.isRequestID ? $0 : nil } ?? context.requestID
        context.logger[metadataKey: "hb.request.id"] = "\(id)"
        let answered = context
        return try await observingEnd {
            try await withLogger(answered.logger) { _ in
                try await identifying(id) { try await answer(answered) }
            }
        } writing: { body, writer in
            nonisolated(unsafe) let writer = writer  // used by one task at a time: this one waits
            try await withLogger(answered.logger) { _ in try await unsafe body.write(writer) }
        } _: { end in
            log(request.method, answered.endpointPath, id, record, end)
        }
    }

    /// Adds the id to the response, also to that of an error.
    private func identifying(_ id: String, _ answer: () async throws -> Answer) async throws -> Answer {
        do {
            var answer = try await answer()
            answer.response.headers[.requestID] = id
            return answer
        } catch var error as HTTPError {
            error.headers[.requestID] = id
            throw error
        }
    }

    private func log(
        _ method: HTTPRequest.Method, _ route: String?, _ id: String, _ record: OpenRecord, _ end: RequestEnd
    ) {
        let steps = record.steps
        var metadata: Logger.Metadata = [
            "hb.request.id": "\(id)",
            "http.request.method": "\(method)",
            "http.response.status_code": .stringConvertible(end.status),
            "http.server.request.duration": .stringConvertible(record.elapsed / .seconds(1)),
        ]
        metadata["http.route"] = route.map { "\($0)" }
        metadata["waybill.route"] = steps.routeID.map { "\($0)" }
        metadata["waybill.generation"] = steps.generation.map { .stringConvertible($0) }
        logger.log(level: level, "\(method) \(route ?? "-") \(end.status)", metadata: metadata)
    }
}

extension RequestContext {
    /// The id of hummingbird; a new one if the logger keeps no metadata.
    fileprivate var requestID: String { "\(logger[metadataKey: "hb.request.id"] ?? "\(RequestID())")" }
}

extension String {
    /// Whether it can be logged and shown unchanged.
    fileprivate var isRequestID: Bool {
        (1...128).contains(utf8.count)
            && unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789-._:+/=@".unicodeScalars.contains($0))
            }
    }
}
