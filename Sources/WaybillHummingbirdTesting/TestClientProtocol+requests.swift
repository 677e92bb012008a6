import Foundation
public import HTTPTypes
public import HummingbirdTesting
import NIOCore

/// Short forms of requests, for every client of hummingbird's testing library.
extension TestClientProtocol {
    /// Sends a `GET` request.
    /// - Throws: What the client throws if it gets no response.
    public func get(_ uri: String, headers: HTTPFields = [:]) async throws -> TestResponse {
        try await send(.get, uri, headers: headers)
    }

    /// Sends a request without a body.
    /// - Throws: What the client throws if it gets no response.
    public func send(
        _ method: HTTPRequest.Method, _ uri: String, headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await executeRequest(uri: uri, method: method, headers: headers, body: nil)
    }

    /// Sends a request with a value as its JSON body, with dates as ISO 8601.
    /// - Throws: An `EncodingError`, or what the client throws if it gets no response.
    public func send(
        _ method: HTTPRequest.Method, _ uri: String, json body: some Encodable, headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        var headers = headers
        if headers[.contentType] == nil { headers[.contentType] = "application/json; charset=utf-8" }
        let data = try encoder.encode(body)
        return try await executeRequest(uri: uri, method: method, headers: headers, body: ByteBuffer(bytes: data))
    }
}

extension TestResponse {
    /// Returns this response if it has the status, and the message if one is expected.
    ///
    /// ```swift
    /// try await client.get("/me").require(.unauthorized)
    /// let note: Note = try await client.get("/notes/1").require(.ok).decode()
    /// ```
    ///
    /// - Parameter message: The ``errorMessage`` that is expected; `nil` for any.
    /// - Throws: ``UnexpectedResponse``.
    @discardableResult
    public func require(
        _ status: HTTPResponse.Status, message: String? = nil, fileID: String = #fileID, line: Int = #line
    ) throws(UnexpectedResponse) -> TestResponse {
        guard self.status == status, message == nil || message == errorMessage else {
            let expected = message.map { "\(status.code): \($0)" } ?? "\(status.code)"
            throw UnexpectedResponse(expected: expected, actual: self, place: "\(fileID):\(line)")
        }
        return self
    }

    /// The body as text.
    public var text: String { String(buffer: body) }

    /// The body as a value, from JSON with dates as ISO 8601.
    ///
    /// - Throws: `DecodingError`.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(type, from: Data(body.readableBytesView))
    }

    /// The message of an error: of `{"error": {"message": "…"}}`. `nil` for any other body.
    public var errorMessage: String? {
        struct Answer: Decodable {
            struct Failure: Decodable { var message: String }
            var error: Failure
        }
        return try? decode(Answer.self).error.message
    }
}

/// A response that a test did not expect.
public struct UnexpectedResponse: Error, Sendable, CustomStringConvertible {
    let expected: String
    /// The response that came instead.
    public let actual: TestResponse
    let place: String

    public var description: String { "\(place): expected \(expected), found \(actual.status.code): \(actual.text)" }
}
