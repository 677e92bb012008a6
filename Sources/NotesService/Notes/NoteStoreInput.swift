import Foundation
import Synchronization

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

/// Each store has one as long as it exists, to show whether reloads leave stores behind.
final class StorePresence: Sendable {
    private static let stores = Atomic<Int>(0)

    /// The number of existing stores.
    static var count: Int { stores.load(ordering: .relaxed) }

    init() { Self.stores.wrappingAdd(1, ordering: .relaxed) }

    deinit { Self.stores.wrappingSubtract(1, ordering: .relaxed) }
}

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
