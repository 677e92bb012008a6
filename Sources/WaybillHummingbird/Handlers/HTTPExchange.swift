public import Hummingbird
public import Waybill
import WaybillTable

/// The HTTP side of an open: handlers and interceptors read it as `request.http`. It is a value type, safe to use from
/// any thread.
public struct HTTPExchange: Sendable {
    /// A class, because an open copies its payload, and a request has ten references.
    private final class Storage: Sendable {
        let request: Hummingbird.Request
        let context: any RequestContext

        init(_ request: Hummingbird.Request, _ context: any RequestContext) {
            self.request = request
            self.context = context
        }
    }

    private let storage: Storage

    /// The request as hummingbird got it, or as an interceptor changed it.
    public var request: Hummingbird.Request { storage.request }
    /// The context of the request, with its decoder, its encoder and its logger.
    public var context: any RequestContext { storage.context }

    /// Creates the HTTP side of an open, for tests and for interceptors that replace the request.
    public init(request: Hummingbird.Request, context: any RequestContext) { storage = Storage(request, context) }

    /// The method of the request.
    public var method: HTTPRequest.Method { request.method }
    /// The header fields of the request.
    public var headers: HTTPFields { request.headers }

    /// The body, decoded by the context's decoder: JSON by default.
    /// - Throws: An `HTTPError` with the problem of the body: 400, or 413 if it is too long.
    public func decode<Body: Decodable & SendableMetatype>(_ type: Body.Type = Body.self) async throws -> Body {
        try await request.decode(as: type, context: context)
    }

    /// A response with a value, encoded by the context's encoder: JSON by default.
    /// - Throws: What the encoder throws, such as an `EncodingError`.
    public func response(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) throws -> Response {
        var response = try encode(value, in: context)
        response.status = status
        response.headers.append(contentsOf: headers)
        return response
    }

    private func encode(_ value: some Encodable, in context: some RequestContext) throws -> Response {
        try context.responseEncoder.encode(value, from: request, context: context)
    }
}

/// `request.http` was read in an open that is not an HTTP request, or whose payload an interceptor removed.
public struct NotAnHTTPRequest: Error, Sendable {
    /// The URL that was opened.
    public let url: String
}

extension RouteRequest {
    /// The HTTP request of this open.
    /// - Throws: ``NotAnHTTPRequest``.
    public var http: HTTPExchange {
        get throws {
            guard let exchange = payload as? HTTPExchange else { throw NotAnHTTPRequest(url: originalURL.text) }
            return exchange
        }
    }
}

/// The errors that a canary counts: responses and errors with a status of 500 or above, unless the client is the reason.
extension HTTPExchange: OutcomeJudge {
    package func isFault(_ destination: any Sendable) -> Bool {
        do {
            return try response(from: destination, of: "").status.kind == .serverError
                && HTTPError.ofClient(explaining: nil) == nil
        } catch {
            return isFault(error) ?? true
        }
    }

    package func isFault(_ error: any Error) -> Bool? {
        if HTTPError.ofClient(explaining: error) != nil { return false }
        return (error as? any HTTPResponseError).map { $0.status.kind == .serverError }
    }
}
