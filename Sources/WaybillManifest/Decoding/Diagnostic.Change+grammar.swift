package import WaybillSyntax

extension Diagnostic.Change {
    /// Sets a key of the grammar, at its canonical place.
    package static func set(
        _ key: some GrammarKey, of grammar: ObjectGrammar, to value: String, in entry: Diagnostic.Entry
    ) -> Self {
        .set(key.name, to: value, in: entry, following: grammar.names(before: key))
    }

    /// Appends an item to the list of a key of the grammar.
    package static func append(
        _ item: String, to key: some GrammarKey, of grammar: ObjectGrammar, in entry: Diagnostic.Entry
    ) -> Self {
        .append(item, to: key.name, in: entry, following: grammar.names(before: key))
    }
}

extension ObjectGrammar {
    fileprivate func names(before key: some GrammarKey) -> [String] {
        Array(keys.lazy.map(\.name).prefix { $0 != key.name })
    }
}
