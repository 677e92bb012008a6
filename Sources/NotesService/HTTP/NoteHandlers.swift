import Foundation
import Hummingbird
import Waybill
import WaybillHummingbird

/// What `Routes/notes.yaml` names: each handler answers one request.
enum NoteHandlers {
    static func list(_ request: RouteRequest) async throws -> [Note] {
        try await store(request).all()
    }

    static func create(_ request: RouteRequest) async throws -> Response {
        let draft = try await request.http.decode(NoteDraft.self)
        try check(title: draft.title)
        let note = Note(draft, at: .now)
        try await store(request).add(note)
        let location = "/notes/\(note.id.uuidString)"
        return try request.http.response(note, status: .created, headers: [.location: location])
    }

    static func show(_ request: RouteRequest) async throws -> Note {
        let id = try id(in: request)
        return try await found(store(request).note(id), id)
    }

    /// `PUT`: the whole note anew.
    static func replace(_ request: RouteRequest) async throws -> Note {
        let draft = try await request.http.decode(NoteDraft.self)
        return try await change(request, by: NoteChange(title: draft.title, text: draft.text))
    }

    /// `PATCH`: what the body has.
    static func edit(_ request: RouteRequest) async throws -> Note {
        try await change(request, by: request.http.decode())
    }

    static func remove(_ request: RouteRequest) async throws {
        let id = try id(in: request)
        guard try await store(request).remove(id) else { throw missing(id) }
    }

    // MARK: Parts

    static func store(_ request: RouteRequest) throws -> any NoteStoreInput {
        try request.make(Routable<any NoteStoreInput>())
    }

    private static func change(_ request: RouteRequest, by change: NoteChange) async throws -> Note {
        let id = try id(in: request)
        if let title = change.title { try check(title: title) }
        return try await found(store(request).change(id, by: change, at: .now), id)
    }

    private static func check(title: String) throws {
        guard title.contains(where: { !$0.isWhitespace }) else {
            throw HTTPError(.unprocessableContent, message: "a note needs a title")
        }
    }

    private static func id(in request: RouteRequest) throws -> UUID {
        try request.parameters.require("id", as: UUID.self)
    }

    private static func found(_ note: Note?, _ id: UUID) throws -> Note {
        guard let note else { throw missing(id) }
        return note
    }

    private static func missing(_ id: UUID) -> HTTPError {
        HTTPError(.notFound, message: "no note has the id \(id.uuidString)")
    }
}
