import Foundation

struct Note: Codable, Sendable, Hashable {
    let id: UUID
    var title: String
    var text: String
    let created: Date
    var changed: Date

    init(_ draft: NoteDraft, id: UUID = UUID(), at date: Date) {
        self.id = id
        title = draft.title
        text = draft.text
        created = date
        changed = date
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
    var text: String

    private enum CodingKeys: CodingKey { case title, text }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        title = try container.decode(String.self, forKey: .title)
        text = try container.decodeIfPresent(String.self, forKey: .text) ?? ""
    }
}

/// What a client changes in a note; what is absent stays.
struct NoteChange: Decodable, Sendable {
    var title: String?
    var text: String?
}
