import Foundation

/// Stores notes until the service ends.
actor MemoryNoteStore: NoteStoreInput {
    private var notes: [UUID: Note] = [:]
    private let presence = StorePresence()

    func add(_ note: Note) {
        notes[note.id] = note
    }

    func note(_ id: UUID) -> Note? { notes[id] }

    func all() -> [Note] { notes.values.oldestFirst() }

    func change(_ id: UUID, by change: NoteChange, at date: Date) -> Note? {
        notes[id]?.apply(change, at: date)
        return notes[id]
    }

    func remove(_ id: UUID) -> Bool { notes.removeValue(forKey: id) != nil }
}
