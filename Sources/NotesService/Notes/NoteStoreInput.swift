import Foundation

/// Stores notes. The protocol's `default` in `Routes/modules.yaml` selects the module.
protocol NoteStoreInput: Sendable {
    func add(_ note: Note) async throws
    /// Returns `nil` if there is no such note.
    func note(_ id: UUID) async throws -> Note?
    /// Returns all notes, the oldest first.
    func all() async throws -> [Note]
    /// Returns the changed note; `nil` if there is no such note.
    func change(_ id: UUID, by change: NoteChange, at date: Date) async throws -> Note?
    /// Returns whether there was such a note.
    func remove(_ id: UUID) async throws -> Bool
}

extension Sequence<Note> {
    func oldestFirst() -> [Note] {
        sorted { ($0.created, $0.id.uuidString) < ($1.created, $1.id.uuidString) }
    }
}
