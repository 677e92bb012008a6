import Hummingbird
import Waybill
import WaybillHummingbird

/// What `Routes/site.yaml` and `Routes/admin.yaml` name.
enum SiteHandlers {
    static func welcome(_ request: RouteRequest) -> String {
        """
        Notes over HTTP. Try:
          curl localhost:8080/notes -d '{"title": "Milk", "text": "2 litres"}'
          curl localhost:8080/notes

        """
    }

    struct Statistics: Codable, Sendable {
        var notes: Int
        var characters: Int
        var generation: Int
        /// All there are in the process: one for each module that keeps notes and has been used.
        var stores: Int
        /// The user who asked.
        var user: String?
    }

    static func statistics(_ request: RouteRequest) async throws -> Statistics {
        let notes = try await NoteHandlers.store(request).all()
        return Statistics(
            notes: notes.count, characters: notes.map(\.text.count).reduce(0, +), generation: request.generation.number,
            stores: StorePresence.count, user: request[User.self]?.name)
    }

    /// The fallback: 405 where only the method is wrong, else 404.
    static func notFound(_ request: RouteRequest) throws -> Response {
        let path = try request.http.request.uri.path
        let allowed = request.allowedMethods
        guard allowed.isEmpty else { throw HTTPError.methodNotAllowed(allowed: allowed) }
        throw HTTPError(.notFound, message: "not found: \(path)")
    }
}
