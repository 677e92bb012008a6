import Foundation
import HTTPTypes
import NIOCore
import Testing
import WaybillHTTPTestSupport

/// An HTTP client of the service, which takes methods and fields as texts.
struct NotesClient: Sendable {
    static let operatorToken = "t0 ken"
    static let asOperator = ["Authorization": "Bearer \(operatorToken)"]

    private let client: HTTPTestClient

    /// - Parameter address: What the service prints: `http://127.0.0.1:PORT`.
    init(address: String) throws {
        let port = try #require(address.split(separator: ":").last.flatMap { Int($0) })
        client = HTTPTestClient(to: try SocketAddress(ipAddress: "127.0.0.1", port: port))
    }

    init(socket path: String) throws {
        client = HTTPTestClient(to: try SocketAddress(unixDomainSocketPath: path))
    }

    struct Answer: Sendable {
        var response: HTTPTestResponse

        var status: Int { response.status.code }
        var body: String { response.text }
        /// The first field of each name, in small letters.
        var headers: [String: String] {
            Dictionary(response.headers.map { ($0.name.canonicalName, $0.value) }) { first, _ in first }
        }

        func decoded<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value { try response.decode() }
    }

    func callAsFunction(
        _ method: String, _ path: String, _ body: String? = nil, headers: [String: String] = [:]
    ) async throws -> Answer {
        var fields = HTTPFields()
        for (name, value) in headers { fields[try #require(HTTPField.Name(name))] = value }
        let method = try #require(HTTPRequest.Method(method))
        return Answer(
            response: try await client.execute(
                uri: path, method: method, headers: fields, body: body.map { ByteBuffer(string: $0) }))
    }
}

/// A note in the service's JSON.
struct NoteBody: Codable, Hashable {
    var id: UUID
    var title: String
    var text: String
}

/// The part of the status that the tests read.
struct StatusBody: Decodable {
    struct Attempt: Decodable {
        struct Diagnostic: Decodable, Equatable {
            var file: String
            var line: Int
            var column: Int
        }

        var number: Int
        var result: String
        var reason: String?
        var diagnostics: [Diagnostic]
    }

    var generation: Int
    var healthy: Bool
    var ready: Bool
    var stale: Bool
    var watch: String
    var lastAttempt: Attempt
}
