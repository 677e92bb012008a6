import Foundation
package import HTTPTypes
package import NIOCore

/// A response, as a client sees it.
package struct HTTPTestResponse: Sendable {
    let head: HTTPResponse
    package let body: ByteBuffer

    package var status: HTTPResponse.Status { head.status }
    package var headers: HTTPFields { head.headerFields }

    /// The body as text.
    package var text: String { String(buffer: body) }

    /// The body as a value, from JSON with dates as ISO 8601.
    package func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(type, from: Data(body.readableBytesView))
    }

    /// The message of an error: of `{"error": {"message": "…"}}`. `nil` for any other body.
    package var errorMessage: String? {
        struct Answer: Decodable {
            struct Failure: Decodable { var message: String }
            var error: Failure
        }
        return try? decode(Answer.self).error.message
    }

    /// Returns this response if it has the status, and the message if one is expected.
    ///
    /// - Parameter message: The ``errorMessage`` that is expected; `nil` for any.
    @discardableResult
    package func require(
        _ status: HTTPResponse.Status, message: String? = nil, fileID: String = #fileID, line: Int = #line
    ) throws(UnexpectedResponse) -> HTTPTestResponse {
        guard self.status == status, message == nil || message == errorMessage else {
            let expected = message.map { "\(status.code): \($0)" } ?? "\(status.code)"
            throw UnexpectedResponse(expected: expected, actual: self, place: "\(fileID):\(line)")
        }
        return self
    }
}

/// A response that a test did not expect.
package struct UnexpectedResponse: Error, CustomStringConvertible {
    let expected: String
    let actual: HTTPTestResponse
    let place: String

    package var description: String { "\(place): expected \(expected), found \(actual.status.code): \(actual.text)" }
}
