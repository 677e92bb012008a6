/// One object of the manifest: its keys, and which of them go together.
///
/// The grammar is the one description of the manifest. Unknown and missing keys, keys that exclude each other, the
/// kinds of values, the JSON Schema and the reference all come from it.
package struct ObjectGrammar: Sendable {
    /// The definition's name in the JSON Schema: `route`.
    package let name: String
    /// What messages call the object where it has no name of its own: `a route`.
    package let noun: String
    package let keys: [any GrammarKey]
    package let groups: [KeyGroup]
    package let conditions: [KeyCondition]
    /// The keys whose text names the object in messages, the best first.
    let titleKeys: [any GrammarKey]

    init(
        _ name: String, noun: String, keys: [any GrammarKey], groups: [KeyGroup] = [],
        conditions: [KeyCondition] = [], titledBy titleKeys: [any GrammarKey] = []
    ) {
        self.name = name
        self.noun = noun
        self.keys = keys
        self.groups = groups
        self.conditions = conditions
        self.titleKeys = titleKeys
    }

    package func key(named name: String) -> (any GrammarKey)? { keys.first { $0.name == name } }
}

/// A key of an object, whatever its values decode into.
package protocol GrammarKey: Sendable {
    var name: String { get }
    var shape: Shape { get }
    /// What the key is for, in sentences that an editor shows.
    var summary: String { get }
    var isRequired: Bool { get }
    var defaultValue: SchemaValue? { get }
}

/// A key of an object, with what its value decodes into.
struct Key<Value>: GrammarKey {
    let name: String
    let kind: Kind<Value>
    let summary: String
    let isRequired: Bool
    let defaultValue: SchemaValue?

    var shape: Shape { kind.shape }

    init(
        _ name: String, _ kind: Kind<Value>, _ summary: String, required: Bool = false,
        default defaultValue: SchemaValue? = nil
    ) {
        self.name = name
        self.kind = kind
        self.summary = summary
        self.isRequired = required
        self.defaultValue = defaultValue
    }
}

/// Keys that exclude each other.
package struct KeyGroup: Sendable {
    package let keys: [any GrammarKey]
    /// Whether one of them must be given.
    package let isNeeded: Bool

    static func exactlyOne(_ keys: any GrammarKey...) -> Self { Self(keys: keys, isNeeded: true) }
    static func atMostOne(_ keys: any GrammarKey...) -> Self { Self(keys: keys, isNeeded: false) }
}

/// A key that means something only where another key has one certain word.
package struct KeyCondition: Sendable {
    package let key: any GrammarKey
    package let needs: any GrammarKey
    package let word: String
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

    /// Whether the value is at least of the right YAML kind.
    func admits(_ node: Node) -> Bool {
        switch (self, node.content) {
        case (.either(let shapes), _): shapes.contains { $0.admits(node) }
        case (.nothing, _): node.isNullValue
        case (.text, .scalar), (.flag, .scalar), (.integer, .scalar), (.words, .scalar): !node.isNullValue
        case (.list, .sequence), (.object, .mapping), (.named, .mapping), (.mapping, .mapping): true
        default: false
        }
    }

    var admitsNull: Bool {
        switch self {
        case .nothing: true
        case .either(let shapes): shapes.contains { $0.admitsNull }
        default: false
        }
    }

    /// Whether it holds values that somebody may have forgotten to write.
    var isCollection: Bool {
        switch self {
        case .list(_, let mayBeEmpty): !mayBeEmpty
        case .object, .named, .mapping: true
        case .either(let shapes): shapes.contains { $0.isCollection }
        case .text, .flag, .integer, .words, .nothing: false
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
