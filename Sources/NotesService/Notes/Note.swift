import Foundation

struct Note: Codable, Sendable, Hashable {
    let id: UUID
    var title: String
    var text: String
    let created: Date
    var changed: Date

    init(_ draft: NoteDraft, at date: Date) {
        (id, title, text) = (UUID(), draft.title, draft.text ?? "")
        (created, changed) = (date, date)
    }

    mutating func apply(_ change: NoteChange, at date: Date) {
        title = change.title ?? title
        text = change.text ?? text
        changed = date
    }
}

/// A whole note as a client writes it.
struct NoteDraft: Decodable, Sendable {
    var title: String
    var text: String?
}

/// What a client changes in a note; what is absent stays.
struct NoteChange: Decodable, Sendable {
    var title: String?
    var text: String?
}
