import Hummingbird
import Waybill
import WaybillHummingbird

/// Lets nobody pass who does not show the token: `Authorization: Bearer <token>`.
enum TokenGate {
    /// The `with:` of the interceptor.
    struct Configuration: Decodable, Sendable {
        var token: String
    }

    static func check(
        _ request: Waybill.Request, _ next: borrowing Next, _ configuration: Configuration
    ) async throws -> Outcome {
        guard let shown = try request.http.headers[.authorization] else {
            throw HTTPError(
                .unauthorized, headers: [.wwwAuthenticate: "Bearer"], message: "this needs a token")
        }
        guard isSame(shown, "Bearer \(configuration.token)"), !configuration.token.isEmpty else {
            throw HTTPError(.forbidden, message: "this token opens nothing here")
        }
        return try await next(request)
    }

    /// Takes as long for a nearly right token as for a wrong one, so that time tells nothing.
    private static func isSame(_ shown: String, _ expected: String) -> Bool {
        let shown = Array(shown.utf8)
        let expected = Array(expected.utf8)
        guard shown.count == expected.count else { return false }
        return zip(shown, expected).reduce(into: UInt8(0)) { $0 |= $1.0 ^ $1.1 } == 0
    }
}
