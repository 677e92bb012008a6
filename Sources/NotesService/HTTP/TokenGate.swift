import Hummingbird
import Waybill
import WaybillHummingbird
import WaybillReload

/// Rejects requests without the token: `Authorization: Bearer <token>`.
enum TokenGate {
    /// The `with:` of the interceptor.
    struct Configuration: Decodable, Sendable {
        var token: String
    }

    static func check(
        _ request: RouteRequest, _ next: borrowing Next, _ configuration: Configuration
    ) async throws -> Outcome {
        guard let authorization = try request.http.headers[.authorization] else {
            throw HTTPError(
                .unauthorized, headers: [.wwwAuthenticate: "Bearer"], message: "a token is required")
        }
        guard BearerToken(configuration.token)?.matches(authorization) == true else {
            throw HTTPError(.forbidden, message: "invalid token")
        }
        return try await next(request)
    }
}
