import Hummingbird
import Waybill
import WaybillHummingbird

/// The user whom the interceptor has authenticated. Handlers read it as `request[User.self]`; nothing in a URL can set
/// it.
struct User: Sendable {
    var name: String
}

struct Statistics: Codable, Sendable {
    var notes: Int
    var characters: Int
    var generation: Int
    /// The number of stores in the process: one for each used module that stores notes.
    var stores: Int
    /// The user who sent the request.
    var user: String?
}

extension Registry {
    /// `Routes/admin.yaml`.
    mutating func addAdmin() {
        struct Gate: Decodable { var token, user: String }
        interceptor("tokenGate", configuration: Gate.self) { request, next, gate in
            let authorization = try request.http.headers[.authorization]
            guard BearerToken(gate.token).matches(authorization) else {
                throw HTTPError(
                    .unauthorized, headers: [.wwwAuthenticate: "Bearer"],
                    message: authorization == nil ? "a token is required" : "invalid token")
            }
            var request = request
            request[User.self] = User(name: gate.user)
            return try await next(request)
        }
        handler("statistics") { request in
            let notes = try await request.notes.all()
            return Statistics(
                notes: notes.count, characters: notes.map(\.text.count).reduce(0, +),
                generation: request.generation.number, stores: StorePresence.count, user: request[User.self]?.name)
        }
    }
}
