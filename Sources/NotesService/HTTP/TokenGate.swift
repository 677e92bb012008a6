import Hummingbird
import Waybill
import WaybillHummingbird
import WaybillReload

/// Lets nobody pass who does not show the token: `Authorization: Bearer <token>`.
enum TokenGate {
    /// The `with:` of the interceptor.
    struct Configuration: Decodable, Sendable {
        var token: String
    }

    static func check(
        _ request: RouteRequest, _ next: borrowing Next, _ configuration: Configuration
    ) async throws -> Outcome {
        guard let shown = try request.http.headers[.authorization] else {
            throw HTTPError(
                .unauthorized, headers: [.wwwAuthenticate: "Bearer"], message: "this needs a token")
        }
        guard BearerToken(configuration.token)?.isShown(by: shown) == true else {
            throw HTTPError(.forbidden, message: "this token opens nothing here")
        }
        return try await next(request)
    }
}
