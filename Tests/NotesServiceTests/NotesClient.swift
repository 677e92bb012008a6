import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// An HTTP client of the service.
struct NotesClient: Sendable {
    let address: String

    static let operatorToken = "t0 ken"
    static let asOperator = ["Authorization": "Bearer \(operatorToken)"]

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
        var request = try HTTPClient.Request(url: address + path, method: HTTPMethod(rawValue: method))
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body { request.body = .string(body) }
        let response = try await answer(to: request)
        return Answer(
            status: Int(response.status.code),
            headers: Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first },
            body: response.body.map { String(buffer: $0) } ?? "")
    }

    /// Uses a callback, so that the answer arrives directly on the test's own executor.
    private func answer(to request: HTTPClient.Request) async throws -> HTTPClient.Response {
        try await withCheckedThrowingContinuation { continuation in
            HTTPClient.shared.execute(request: request, deadline: .now() + .seconds(20))
                .whenComplete { continuation.resume(with: $0) }
        }
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
