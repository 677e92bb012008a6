import Hummingbird
import Waybill
import WaybillHummingbird

protocol NoteStore: Sendable {
    func note(_ id: UInt) async throws -> String?
}

struct MemoryNotes: NoteStore {
    var notes: [UInt: String] = [1: "Buy milk"]

    func note(_ id: UInt) async throws -> String? { notes[id] }
}

struct User: Sendable {
    var name: String
}

extension Registry {
    /// The code that the manifests name.
    static func notes() -> Registry {
        var registry = Registry()
        registry.register("memoryNotes") { _ in MemoryNotes() }
            .provides { $0 as any NoteStore }

        registry.handler("home") { _ in "notes" }
        struct ShowNote: Decodable { var id: UInt }
        registry.handler("showNote", parameters: ShowNote.self) { request, show in
            guard let note = try await request.make((any NoteStore).self).note(show.id) else {
                throw HTTPError(.notFound, message: "no note \(show.id)")
            }
            return note
        }
        registry.handler("me") { request in request[User.self]?.name ?? "nobody" }

        struct Login: Decodable { var token: String, name: String }
        registry.interceptor("login", configuration: Login.self) { request, next, login in
            guard try BearerToken(login.token).matches(request.http.headers[.authorization]) else {
                throw HTTPError(.unauthorized)
            }
            var request = request
            request[User.self] = User(name: login.name)
            return try await next(request)
        }
        return registry
    }
}
