import Foundation

/// Keeps notes. The protocol's `default` in `Routes/modules.yaml` says which module does.
protocol NoteStoreInput: Sendable {
    func add(_ note: Note) async throws
    /// Nil where there is no such note.
    func note(_ id: UUID) async throws -> Note?
    /// All notes, the oldest first.
    func all() async throws -> [Note]
    /// The changed note; nil where there is no such note.
    func change(_ id: UUID, by change: NoteChange, at date: Date) async throws -> Note?
    /// Whether there was such a note.
    func remove(_ id: UUID) async throws -> Bool
}

extension Sequence<Note> {
    func oldestFirst() -> [Note] {
        sorted { ($0.created, $0.id.uuidString) < ($1.created, $1.id.uuidString) }
    }
}
