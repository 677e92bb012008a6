package import WaybillSyntax

/// One object of the manifest: its keys, and which of them exclude each other.
///
/// The grammar is the only description of the manifest. Unknown and missing keys, exclusive keys, the shapes of values,
/// the JSON Schema and the reference all come from it.
package final class ObjectGrammar: Sendable {
    /// The definition's name in the JSON Schema: `route`.
    package let name: String
    /// The noun for an object without a name in messages: `a route`.
    package let noun: String
    package let keys: [any GrammarKey]
    package let groups: [KeyGroup]
    package let conditions: [KeyCondition]
    /// The keys whose text names the object in messages, in the order of preference.
    let titleKeys: [any GrammarKey]
    /// By key: its position in the canonical layout. Keys with the same position keep the author's order.
    package let ranks: [Int]
    let requiredKeys: [any GrammarKey]
    /// The key whose value may be written instead of the object.
    let shortKey: (any GrammarKey)?
    private let names: [String]

    package init(
        _ name: String, noun: String, keys: [any GrammarKey], groups: [KeyGroup] = [],
        conditions: [KeyCondition] = [], titledBy titleKeys: [any GrammarKey] = [], peers: [any GrammarKey] = [],
        shortFor shortKey: (any GrammarKey)? = nil
    ) {
        self.name = name
        self.noun = noun
        self.keys = keys
        self.groups = groups
        self.conditions = conditions
        self.titleKeys = titleKeys
        self.shortKey = shortKey
        let peerNames = Set(peers.map(\.name))
        let firstPeer = keys.firstIndex { peerNames.contains($0.name) }
        ranks = keys.indices.map { peerNames.contains(keys[$0].name) ? firstPeer ?? $0 : $0 }
        requiredKeys = keys.filter(\.isRequired)
        names = keys.map(\.name)
    }

    func hasKey(named name: String) -> Bool { names.contains(name) }

    package func key(named name: String) -> (any GrammarKey)? { keys.first { $0.name == name } }

    /// Returns the index of the key with this name in ``keys``.
    package func index(of name: ArraySlice<UInt8>) -> Int? { names.firstIndex { $0.utf8.elementsEqual(name) } }
}

/// A key of an object, for any type of values.
package protocol GrammarKey: Sendable {
    var name: String { get }
    var shape: Shape { get }
    /// The purpose of the key, in sentences that an editor shows.
    var summary: String { get }
    var isRequired: Bool { get }
    var defaultValue: SchemaValue? { get }
    /// An example value, for editors.
    var example: SchemaValue { get }
}

/// A key of an object, with the decoder of its values.
package final class Key<Value>: GrammarKey {
    package let name: String
    let decoder: ValueDecoder<Value>
    package let summary: String
    package let isRequired: Bool
    package let defaultValue: SchemaValue?
    package let example: SchemaValue

    package var shape: Shape { decoder.shape }

    package init(
        _ name: String, _ decoder: ValueDecoder<Value>, _ summary: String, required: Bool = false,
        default defaultValue: SchemaValue? = nil, example: SchemaValue
    ) {
        self.name = name
        self.decoder = decoder
        self.summary = summary
        self.isRequired = required
        self.defaultValue = defaultValue
        self.example = example
    }
}

/// Keys that exclude each other.
package struct KeyGroup: Sendable {
    /// The names of the keys.
    package let names: [String]
    /// Whether one of them is required.
    package let isNeeded: Bool

    package static func exactlyOne(_ keys: any GrammarKey...) -> Self { Self(names: keys.map(\.name), isNeeded: true) }
    package static func atMostOne(_ keys: any GrammarKey...) -> Self { Self(names: keys.map(\.name), isNeeded: false) }
}

/// A condition: the key is valid only beside another key, or only if that key has a certain word.
package struct KeyCondition: Sendable {
    package let key: any GrammarKey
    package let needs: any GrammarKey
    /// `nil` for any value.
    package let word: String?

    /// Whether the other key has another known word. An unknown word may be misspelled.
    func isUnmet(by value: YAMLNode) -> Bool {
        guard let word, case .words(let words) = needs.shape, let text = value.scalarText else { return false }
        return text != word && words.contains { $0.text == text }
    }
}

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
