import Hummingbird
import Waybill
import WaybillHummingbird

/// The user whom the gate has authenticated. Handlers read it as `request[User.self]`; nothing in a URL can set it.
struct User: Sendable {
    var name: String
}

/// Rejects requests without the token: `Authorization: Bearer <token>`. Without a token nobody gets in.
enum TokenGate {
    /// The `with:` of the interceptor.
    struct Configuration: Decodable, Sendable {
        var token: String
        var user: String
    }

    static func check(
        _ request: RouteRequest, _ next: borrowing Next, _ configuration: Configuration
    ) async throws -> Outcome {
        let authorization = try request.http.headers[.authorization]
        guard BearerToken(configuration.token).matches(authorization) else {
            throw HTTPError(
                .unauthorized, headers: [.wwwAuthenticate: "Bearer"],
                message: authorization == nil ? "a token is required" : "invalid token")
        }
        var request = request
        request[User.self] = User(name: configuration.user)
        return try await next(request)
    }
}
