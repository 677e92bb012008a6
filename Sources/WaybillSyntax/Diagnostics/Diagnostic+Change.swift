extension Diagnostic {
    /// A change of a manifest, described by its meaning. The editor knows how the file is written.
    ///
    /// Checks do not see the text of the file, so they describe their fixes as changes. The command turns changes into
    /// edits.
    public enum Change: Sendable, Hashable {
        /// Replaces the text of the scalar at a place, which is a key or a value. Its quotes are kept, and are added if
        /// the new text needs them.
        case write(String, at: SourceSpan)
        /// Sets a key of an entry to a value, which is written in YAML. A new key is inserted after the `following`
        /// keys.
        case set(String, to: String, in: Entry, following: [String])
        /// Renames a key of an entry. The value stays.
        case rename(String, to: String, in: Entry)
        /// Removes a key of an entry with its value. Comments stay.
        case unset(String, in: Entry)
        /// Removes an entry, and whatever would be empty without it.
        case remove(Entry, Comments)
        /// Removes an item of a list, which may be empty afterwards. Comments stay.
        case takeOut(Entry)
        /// Appends an item, which is written in YAML, to the list of a key. The list is created if it does not exist.
        case append(String, to: String, in: Entry, following: [String])
        /// Replaces bytes.
        case replace(Edit)
    }

    /// The treatment of the comments of a removed entry: those in it, and those directly above it.
    public enum Comments: Sendable, Hashable {
        case kept
        case removed
        /// The entry may have no comments.
        case absent
    }

    /// How a change identifies an entry.
    public enum Entry: Sendable, Hashable {
        /// An item of a list, by its span.
        case item(SourceSpan)
        /// An entry of a mapping, by the span of its key.
        case named(SourceSpan)
    }
}

extension Diagnostic.Fix {
    /// Creates a fix from changes, which the command turns into edits.
    package init(_ description: String, safe: Bool, _ changes: Diagnostic.Change...) {
        self.init(description: description, safe: safe, changes: changes)
    }
}

extension [Diagnostic.Fix] {
    /// Returns the fix that writes the best suggestion into the scalar at a place; none without suggestions.
    package static func writing(_ suggestions: [String], at span: SourceSpan, verb: String = "write") -> Self {
        suggestions.prefix(1).map { .init("\(verb) '\($0)'", safe: false, .write($0, at: span)) }
    }
}
