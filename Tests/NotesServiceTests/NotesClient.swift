import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Real HTTP against the service.
struct NotesClient: Sendable {
    let address: String

    struct Answer: Sendable {
        var status: Int
        var headers: [String: String]
        var body: String

        func decoded<T: Decodable>(_ type: T.Type = T.self) throws -> T {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return try decoder.decode(type, from: Data(body.utf8))
        }
    }

    func callAsFunction(
        _ method: String, _ path: String, _ body: String? = nil, headers: [String: String] = [:]
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: address + path)
        request.method = HTTPMethod(rawValue: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(5))
        let bytes = try await response.body.collect(upTo: 1 << 20)
        return Answer(
            status: Int(response.status.code),
            headers: Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first },
            body: String(buffer: bytes))
    }
}

/// A note as a client sees it.
struct NoteBody: Codable, Hashable {
    var id: UUID
    var title: String
    var text: String
}

/// The part of the status that tests look at.
struct StatusBody: Decodable {
    struct Attempt: Decodable {
        struct Diagnostic: Decodable, Equatable {
            var file: String
            var line: Int
            var column: Int
        }

        var number: Int
        var result: String
        var diagnostics: [Diagnostic]
    }

    var generation: Int
    var healthy: Bool
    var watch: String
    var lastAttempt: Attempt
}
