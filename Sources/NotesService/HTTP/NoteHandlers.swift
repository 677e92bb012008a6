import Foundation
import Hummingbird
import Waybill
import WaybillHummingbird

extension Registry {
    /// `Routes/notes.yaml`.
    mutating func addNotes() {
        handler("notes.list") { try await $0.notes.all() }
        handler("notes.create") { request in
            let draft = try await request.http.decode(NoteDraft.self)
            try check(draft.title)
            let note = Note(draft, at: .now)
            try await request.notes.add(note)
            return try request.http.response(
                note, status: .created, headers: [.location: Routes.notesShow(id: note.id)])
        }
        handler("notes.show", captures: Routes.NotesShow.Parameters.self) { request, route in
            try await request.notes.note(route.id) ?? missing(route.id)
        }
        handler("notes.replace", captures: Routes.NotesReplace.Parameters.self) { request, route in
            let draft = try await request.http.decode(NoteDraft.self)
            return try await change(route.id, by: NoteChange(title: draft.title, text: draft.text ?? ""), request)
        }
        handler("notes.edit", captures: Routes.NotesEdit.Parameters.self) { request, route in
            try await change(route.id, by: request.http.decode(), request)
        }
        handler("notes.remove", captures: Routes.NotesRemove.Parameters.self) { request, route -> Void in
            guard try await request.notes.remove(route.id) else { return try missing(route.id) }
        }
    }
}

private func change(_ id: UUID, by change: NoteChange, _ request: RouteRequest) async throws -> Note {
    if let title = change.title { try check(title) }
    return try await request.notes.change(id, by: change, at: .now) ?? missing(id)
}

private func check(_ title: String) throws {
    guard title.contains(where: { !$0.isWhitespace }) else {
        throw HTTPError(.unprocessableContent, message: "a note needs a title")
    }
}

private func missing<Result>(_ id: UUID) throws -> Result {
    throw HTTPError(.notFound, message: "no note has the id \(id.uuidString)")
}
