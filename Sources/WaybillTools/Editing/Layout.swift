import WaybillManifest
import WaybillSyntax

/// The layout of a file: what its ``YAMLDocument`` does not keep.
///
/// ```
/// # All routes.            ◀ head, or leading of the entry 'routes'
/// routes:  # by path       ◀ header of the value
///   # The list.            ◀ leading of the item
///   - url: /notes  # all   ◀ trailing of the entry 'url'
///     # TODO: tags         ◀ foot of the mapping
///
///   - url: /old            ◀ the item has a blank line before
/// ```
///
/// An entry of a mapping is identified by its key's record, an item of a sequence by its own record: this is its
/// *part*.
struct Layout {
    let file: SourceFile
    let document: YAMLDocument
    /// The comments about the whole file.
    var head: [Comment] = []
    var hasBlankBehindHead = false
    /// The comments at the end of the file.
    var tail: [Comment] = []
    /// Every comment in the order of the file.
    var comments: [Comment] = []
    /// Whether any value has an anchor.
    var hasAnchors = false
    private(set) var traits: [Traits]
    private var notes: [Int: Notes] = [:]

    struct Comment {
        /// The bytes from `#` without blanks at the end.
        var text: Range<Int>
        /// The displayed column of its start.
        var column: Int
        /// The number of blanks before it; `nil` if it does not matter, as in brackets.
        var gap: Int?
        /// Whether something else precedes it on its line.
        var isTrailing: Bool
        var hasBlankBefore: Bool
    }

    /// The properties that most records do not have.
    struct Notes {
        /// Of a part: the comments before it.
        var leading: [Comment] = []
        /// Of a part: the comment after it.
        var trailing: Comment?
        /// Of a value: the comments between it and its key or dash.
        var header: [Comment] = []
        /// Of a collection: the comments after its last part. Of an absent value: the comments in its place.
        var foot: [Comment] = []
        /// Of a key or a value: `&name`.
        var anchor: Range<Int>?
        /// Of a key or a value that is an alias: `*name`.
        var alias: Range<Int>?

        var hasComments: Bool { trailing != nil || !leading.isEmpty || !header.isEmpty || !foot.isEmpty }
    }

    struct Traits: OptionSet {
        let rawValue: UInt8

        /// Of a part.
        static let hasBlankBefore = Traits(rawValue: 1)
        /// Of a collection: in brackets, or inside of a collection in brackets.
        static let isFlow = Traits(rawValue: 2)
        static let hasNotes = Traits(rawValue: 4)
    }

    init(file: SourceFile, document: YAMLDocument) {
        self.file = file
        self.document = document
        traits = Array(repeating: [], count: document.records.count)
    }

    mutating func note(_ record: Int, _ change: (inout Notes) -> Void) {
        traits[record].insert(.hasNotes)
        change(&notes[record, default: Notes()])
    }

    mutating func mark(_ record: Int, _ trait: Traits) { traits[record].insert(trait) }
}

// MARK: Notes

extension Layout {
    /// Returns `nil` for most records, without a search.
    private func notes(of record: Int) -> Notes? { traits[record].contains(.hasNotes) ? notes[record] : nil }

    func leading(of part: Int) -> [Comment] { notes(of: part)?.leading ?? [] }
    func trailing(of part: Int) -> Comment? { notes(of: part)?.trailing }
    func header(of value: Int) -> [Comment] { notes(of: value)?.header ?? [] }
    func foot(of value: Int) -> [Comment] { notes(of: value)?.foot ?? [] }
    func anchor(of value: Int) -> Range<Int>? { notes(of: value)?.anchor }
    func alias(of value: Int) -> Range<Int>? { notes(of: value)?.alias }

    /// The directive of a comment.
    enum Directive { case allow, allowFile }

    /// Returns the directive of a comment, if it has one. Then its line matters.
    func directive(_ comment: Comment) -> Directive? {
        let words = file.bytes[comment.text].drop { $0 == UInt8(ascii: "#") || $0.isBlankOrBreak }
        guard words.starts(with: "waybill:".utf8) else { return nil }
        return words.starts(with: "waybill:allow-file".utf8) ? .allowFile : .allow
    }

    /// Whether an entry has a directive at its first line.
    func hasDirective(atEntry key: Int) -> Bool {
        let header = header(of: Int(document.records[key].next)).prefix(1).filter(\.isTrailing)
        let comments = leading(of: key) + header + [trailing(of: key)].compactMap(\.self)
        return comments.contains { directive($0) != nil }
    }

    /// Whether a collection contains a comment.
    func hasComments(within collection: Int) -> Bool {
        let records = collection + 1..<Int(document.records[collection].next)
        return records.contains { notes(of: $0)?.hasComments ?? false } || !foot(of: collection).isEmpty
    }
}

extension YAMLDocument.Record {
    /// Whether the value is missing.
    var isAbsent: Bool { kind == .plain && count == 0 }
}
