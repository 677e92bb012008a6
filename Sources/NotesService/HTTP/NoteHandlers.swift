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
        return try request.http.response(
            note, status: .created, headers: [.location: Routes.notesShow(id: note.id)])
    }

    static func show(_ request: RouteRequest, id: UUID) async throws -> Note {
        try await found(store(request).note(id), id)
    }

    /// `PUT`: the whole note again.
    static func replace(_ request: RouteRequest, id: UUID) async throws -> Note {
        let draft = try await request.http.decode(NoteDraft.self)
        return try await change(request, id, by: NoteChange(title: draft.title, text: draft.text))
    }

    /// `PATCH`: what the body has.
    static func edit(_ request: RouteRequest, id: UUID) async throws -> Note {
        try await change(request, id, by: request.http.decode())
    }

    static func remove(_ request: RouteRequest, id: UUID) async throws {
        guard try await store(request).remove(id) else { throw missing(id) }
    }

    // MARK: Parts

    static func store(_ request: RouteRequest) throws -> any NoteStoreInput {
        try request.make(Routable<any NoteStoreInput>())
    }

    private static func change(_ request: RouteRequest, _ id: UUID, by change: NoteChange) async throws -> Note {
        if let title = change.title { try check(title: title) }
        return try await found(store(request).change(id, by: change, at: .now), id)
    }

    private static func check(title: String) throws {
        guard title.contains(where: { !$0.isWhitespace }) else {
            throw HTTPError(.unprocessableContent, message: "a note needs a title")
        }
    }

    private static func found(_ note: Note?, _ id: UUID) throws -> Note {
        guard let note else { throw missing(id) }
        return note
    }

    private static func missing(_ id: UUID) -> HTTPError {
        HTTPError(.notFound, message: "no note has the id \(id.uuidString)")
    }
}
