struct Note: Codable, Sendable, Hashable {
    let id: Int64
    var title: String
}

/// A note from a client, before it has an id.
struct NoteDraft: Decodable, Sendable {
    var title: String
}

/// What the handlers know of a store: `Routes/notes.yaml` selects the module that provides it.
protocol NoteStore: Sendable {
    func add(_ draft: NoteDraft) async throws -> Note
    /// Returns `nil` if there is no such note.
    func note(_ id: Int64) async throws -> Note?
    /// Returns all notes, the oldest first.
    func all() async throws -> [Note]
}
