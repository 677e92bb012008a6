extension Diagnostic {
    /// A change of a manifest, said by what it means. Who edits a file knows how it is written in that file's own layout.
    ///
    /// Checks that see no text describe their fixes so. Edits are made of them where a command reports.
    public enum Change: Sendable, Hashable {
        /// Gives the scalar at a place, a key or a value, another text. Its quotes stay, and come where they are needed.
        case write(String, at: SourceSpan)
        /// Gives a key of an entry a value, which is written in YAML. A new key follows those that it follows.
        case set(String, to: String, in: Entry, following: [String])
        /// Gives a key of an entry another name. The value stays.
        case rename(String, to: String, in: Entry)
        /// Removes a key of an entry with its value. Comments stay.
        case unset(String, in: Entry)
        /// Removes an entry, and what would be empty without it.
        case remove(Entry, Comments)
        /// Removes an item of a list that may be empty then. Comments stay.
        case takeOut(Entry)
        /// Puts one more item, which is written in YAML, into the list that a key of an entry has or gets.
        case append(String, to: String, in: Entry, following: [String])
        /// Bytes for bytes.
        case replace(Edit)
    }

    /// What becomes of the comments of something that is removed: those in it, and those right above it.
    public enum Comments: Sendable, Hashable {
        case kept
        case removed
        /// There may be none.
        case absent
    }

    /// How a change calls what it changes.
    public enum Entry: Sendable, Hashable {
        /// An item of a list, by its own place.
        case item(SourceSpan)
        /// An entry of a mapping, by the place of its key.
        case named(SourceSpan)

        package var span: SourceSpan {
            switch self {
            case .item(let span), .named(let span): span
            }
        }
    }
}

extension Diagnostic.Change {
    package var span: SourceSpan {
        switch self {
        case .write(_, let span): span
        case .set(_, _, let entry, _), .rename(_, _, let entry), .unset(_, let entry), .remove(let entry, _),
            .takeOut(let entry),
            .append(_, _, let entry, _):
            entry.span
        case .replace(let edit): edit.span
        }
    }
}

extension Diagnostic.Fix {
    /// A fix as changes, of which edits are made where a command reports.
    package init(_ description: String, safe: Bool, _ changes: Diagnostic.Change...) {
        self.init(description: description, safe: safe, edits: [])
        self.changes = changes
    }
}
