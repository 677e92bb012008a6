import Hummingbird
import Waybill
import WaybillHummingbird

extension Registry {
    /// The code that `Routes/notes.yaml` names.
    static func notes() -> Registry {
        var registry = Registry()
        // BEGIN database
        struct DatabaseOptions: Decodable, Sendable { var path: String }
        registry.registerAsync("database") { (context: MakeContext<DatabaseOptions>) in
            try await SQLiteNoteStore(path: context.configuration.path)
        }
        .provides { $0 as any NoteStore }
        .retires { $0.close() }
        // END database

        registry.handler("listNotes") { request in try await request.make((any NoteStore).self).all() }
        registry.handler("addNote") { request in
            let draft = try await request.http.decode(NoteDraft.self)
            let note = try await request.make((any NoteStore).self).add(draft)
            return try request.http.response(note, status: .created, headers: [.location: "/notes/\(note.id)"])
        }
        // BEGIN handler
        struct ShowNote: Decodable { var id: Int64 }
        registry.handler("showNote", parameters: ShowNote.self) { request, show in
            guard let note = try await request.make((any NoteStore).self).note(show.id) else {
                throw HTTPError(.notFound, message: "no note has the id \(show.id)")
            }
            return note
        }
        // END handler
        return registry
    }
}
