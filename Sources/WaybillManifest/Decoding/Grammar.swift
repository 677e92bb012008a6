/// One object of the manifest: its keys, and which of them go together.
///
/// The grammar is the one description of the manifest. Unknown and missing keys, keys that exclude each other, the
/// kinds of values, the JSON Schema and the reference all come from it.
package final class ObjectGrammar: Sendable {
    /// The definition's name in the JSON Schema: `route`.
    package let name: String
    /// What messages call the object where it has no name of its own: `a route`.
    package let noun: String
    package let keys: [any GrammarKey]
    package let groups: [KeyGroup]
    package let conditions: [KeyCondition]
    /// The keys whose text names the object in messages, the best first.
    let titleKeys: [any GrammarKey]
    /// Of each of ``keys`` its place in the canonical layout. Peers share one: their order is the author's.
    package let ranks: [Int]
    /// The codes of ``keys``, one by one, and their names as UTF-8.
    private let codes: [KeyCode]
    private let names: [[UInt8]]
    /// The codes of those that are required.
    let requiredCodes: [KeyCode]
    /// The most keys that an object may have.
    static let mostKeys = 16

    package init(
        _ name: String, noun: String, keys: [any GrammarKey], groups: [KeyGroup] = [],
        conditions: [KeyCondition] = [], titledBy titleKeys: [any GrammarKey] = [], peers: [any GrammarKey] = []
    ) {
        self.name = name
        self.noun = noun
        self.keys = keys
        self.groups = groups
        self.conditions = conditions
        self.titleKeys = titleKeys
        codes = keys.map(\.code)
        let firstPeer = keys.firstIndex { key in peers.contains { $0.code == key.code } }
        ranks = keys.enumerated().map { index, key in
            peers.contains { $0.code == key.code } ? firstPeer ?? index : index
        }
        names = keys.map { Array($0.name.utf8) }
        requiredCodes = keys.filter(\.isRequired).map(\.code)
        precondition(keys.count <= Self.mostKeys, "'\(name)' has too many keys")  // no input makes it so
        precondition(Set(codes).count == codes.count, "two keys of '\(name)' have one code")  // no input makes it so
    }

    /// Where the key of this name stands among ``keys``, if there is one.
    package func index(of name: ArraySlice<UInt8>) -> Int? {
        guard let index = codes.firstIndex(of: KeyCode(name)), names[index][...] == name else { return nil }
        return index
    }

    package func key(named name: String) -> (any GrammarKey)? { keys.first { $0.name == name } }

    /// The code of the key that a node names, if there is one.
    func code(of node: YAMLNode) -> KeyCode? {
        guard node.isScalar else { return nil }
        let code = KeyCode(node)
        guard let index = codes.firstIndex(of: code), names[index].count == node.byteCount else { return nil }
        var place = 0
        let isSame = node.allBytes { byte in
            defer { place += 1 }
            return byte == names[index][place]
        }
        return isSame ? code : nil
    }
}

/// A key's name as a number, so that finding a value is comparing numbers: FNV-1a over 32 bits. No two keys of an object
/// have the same.
package struct KeyCode: Sendable, Hashable {
    let value: UInt32

    init(_ name: some Sequence<UInt8>) {
        value = name.reduce(Self.start, Self.mixed)
    }

    /// The code of a scalar's text.
    init(_ node: YAMLNode) {
        var value = Self.start
        _ = node.allBytes { byte in
            value = Self.mixed(value, byte)
            return true
        }
        self.value = value
    }

    private static let start: UInt32 = 0x811C_9DC5

    private static func mixed(_ value: UInt32, _ byte: UInt8) -> UInt32 { (value ^ UInt32(byte)) &* 0x0100_0193 }
}

/// A key of an object, whatever its values decode into.
package protocol GrammarKey: Sendable {
    var name: String { get }
    var code: KeyCode { get }
    var shape: Shape { get }
    /// What the key is for, in sentences that an editor shows.
    var summary: String { get }
    var isRequired: Bool { get }
    var defaultValue: SchemaValue? { get }
}

/// A key of an object, with what its value decodes into.
package final class Key<Value>: GrammarKey {
    package let name: String
    package let code: KeyCode
    let kind: Kind<Value>
    package let summary: String
    package let isRequired: Bool
    package let defaultValue: SchemaValue?

    package var shape: Shape { kind.shape }

    package init(
        _ name: String, _ kind: Kind<Value>, _ summary: String, required: Bool = false,
        default defaultValue: SchemaValue? = nil
    ) {
        self.name = name
        self.code = KeyCode(name.utf8)
        self.kind = kind
        self.summary = summary
        self.isRequired = required
        self.defaultValue = defaultValue
    }
}

/// Keys that exclude each other.
package struct KeyGroup: Sendable {
    package let keys: [any GrammarKey]
    let codes: [KeyCode]
    /// Whether one of them must be given.
    package let isNeeded: Bool

    private init(_ keys: [any GrammarKey], isNeeded: Bool) {
        self.keys = keys
        self.codes = keys.map(\.code)
        self.isNeeded = isNeeded
    }

    static func exactlyOne(_ keys: any GrammarKey...) -> Self { Self(keys, isNeeded: true) }
    static func atMostOne(_ keys: any GrammarKey...) -> Self { Self(keys, isNeeded: false) }
}

/// A key that means something only where another key has one certain word.
package struct KeyCondition: Sendable {
    package let key: any GrammarKey
    package let needs: any GrammarKey
    package let word: String
    let keyCode: KeyCode

    /// Whether a value of the other key is another of its words. What is none of them may have been meant to be the word.
    func isUnmet(by value: YAMLNode) -> Bool {
        guard case .words(let words) = needs.shape, let text = value.scalarText else { return false }
        return text != word && words.contains { $0.text == text }
    }

    init(key: any GrammarKey, needs: any GrammarKey, word: String) {
        self.key = key
        self.needs = needs
        self.word = word
        keyCode = key.code
    }
}

/// One of the words that a key takes.
package struct Word: Sendable {
    package let text: String
    package let summary: String
}

/// What a value may look like, before anybody asks what it means.
package indirect enum Shape: Sendable {
    /// A scalar that is not null. `pattern`, an ECMA regular expression, is what the JSON Schema demands of its text:
    /// without one the text is not empty, and with an empty one it may be anything.
    case text(pattern: String?)
    case flag
    case integer(ClosedRange<Int>)
    case words([Word])
    case list(of: Shape, mayBeEmpty: Bool)
    case object(ObjectGrammar)
    /// A mapping whose keys are names that the author chooses. `keys` is an ECMA regular expression.
    case named(keys: String?, Shape)
    /// Any mapping.
    case mapping
    /// Null: the key alone.
    case nothing
    case either([Shape])
}

/// Kinds of YAML values, as far as they decide what a value may be.
package struct NodeKinds: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Null, and any scalar but null.
    static let null = NodeKinds(rawValue: 1)
    package static let scalar = NodeKinds(rawValue: 2)
    package static let sequence = NodeKinds(rawValue: 4)
    package static let mapping = NodeKinds(rawValue: 8)
}

extension YAMLNode {
    /// Its own kind, alone.
    var kinds: NodeKinds {
        switch kind {
        case .sequence: .sequence
        case .mapping: .mapping
        default: isNullValue ? .null : .scalar
        }
    }
}

extension Shape {
    /// What a message says that the value must be.
    var phrase: String {
        switch self {
        case .text: "text"
        case .flag: "true or false"
        case .integer: "an integer"
        case .words(let words): words.count == 1 ? "'\(words[0].text)'" : "a word"
        case .list: "a list"
        case .object, .named, .mapping: "a mapping"
        case .nothing: "nothing"
        case .either(let shapes):
            shapes.filter { !$0.admitsNull }.map(\.phrase).uniqued().joined(separator: " or ")
        }
    }

    /// The kinds of YAML values that it may be.
    package var admitted: NodeKinds {
        switch self {
        case .either(let shapes): shapes.reduce([]) { $0.union($1.admitted) }
        case .nothing: .null
        case .text, .flag, .integer, .words: .scalar
        case .list: .sequence
        case .object, .named, .mapping: .mapping
        }
    }

    /// Whether the value is at least of the right YAML kind.
    func admits(_ node: YAMLNode) -> Bool { admitted.contains(node.kinds) }

    var admitsNull: Bool { admitted.contains(.null) }

    /// Whether it holds values that somebody may have forgotten to write.
    var isCollection: Bool {
        switch self {
        case .list(_, let mayBeEmpty): !mayBeEmpty
        case .object, .named, .mapping: true
        case .either(let shapes): shapes.contains { $0.isCollection }
        case .text, .flag, .integer, .words, .nothing: false
        }
    }

    /// Whether an empty list is one that says something.
    var takesEmptyList: Bool {
        switch self {
        case .list(_, let mayBeEmpty): mayBeEmpty
        case .either(let shapes): shapes.contains { $0.takesEmptyList }
        default: false
        }
    }

    /// Whether a lone scalar is a list's only item that was not put between brackets.
    var isList: Bool {
        if case .list = self { return true }
        return false
    }
}

extension Array where Element: Hashable {
    /// Its elements without repetitions, each where it first stood.
    func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
