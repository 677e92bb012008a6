import Foundation

struct Note: Codable, Sendable, Hashable {
    let id: UUID
    var title: String
    var text: String
    let created: Date
    var changed: Date

    init(_ draft: NoteDraft, at date: Date) {
        id = UUID()
        title = draft.title
        text = draft.text ?? ""
        created = date
        changed = date
    }

    mutating func apply(_ change: NoteChange, at date: Date) {
        title = change.title ?? title
        text = change.text ?? text
        changed = date
    }
}

/// A complete note from a client.
struct NoteDraft: Decodable, Sendable {
    var title: String
    var text: String?
}

/// A client's changes of a note. Absent properties stay.
struct NoteChange: Decodable, Sendable {
    var title: String?
    var text: String?
}
