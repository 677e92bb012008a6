import WaybillSyntax

/// One of the words that a key accepts.
package struct Word: Sendable {
    package let text: String
    package let summary: String

    package init(text: String, summary: String) {
        self.text = text
        self.summary = summary
    }
}

/// One of the numbers that a key accepts.
package struct Number: Sendable {
    package let value: Int
    package let summary: String
}

/// The possible forms of a value, without its meaning.
package indirect enum Shape: Sendable {
    /// A scalar that is neither null nor a boolean. `pattern` is an ECMA regular expression for the text in the JSON
    /// Schema. Without a pattern the text must not be empty. A number is text, too, unless it can never match.
    case text(pattern: String?, takesNumbers: Bool = true)
    /// A scalar that is not null, compared as it is written, such as `true` and `5`.
    case value(mayBeEmpty: Bool)
    case flag
    case integer(ClosedRange<Int>)
    case words([Word])
    case numbers([Number])
    case list(of: Shape, mayBeEmpty: Bool, isSet: Bool = false)
    case object(ObjectGrammar)
    /// A mapping whose keys are names chosen by the author. `keys` is an ECMA regular expression.
    case named(keys: String?, Shape)
    /// Any mapping.
    case mapping
    /// Null: only the key.
    case nothing
    case either([Shape])
}

/// The kinds of YAML nodes that a shape distinguishes.
package struct NodeKinds: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let null = NodeKinds(rawValue: 1)
    /// Any scalar except null.
    package static let scalar = NodeKinds(rawValue: 2)
    package static let sequence = NodeKinds(rawValue: 4)
    package static let mapping = NodeKinds(rawValue: 8)
}

extension YAMLNode {
    /// The set that contains only its own kind.
    package var kinds: NodeKinds {
        switch kind {
        case .sequence: .sequence
        case .mapping: .mapping
        default: isNullValue ? .null : .scalar
        }
    }
}

extension Shape {
    /// The shape in messages: the value must be `a list`.
    var phrase: String {
        switch self {
        case .text, .value: "text"
        case .flag: "true or false"
        case .integer, .numbers: "an integer"
        case .words(let words): words.count == 1 ? "'\(words[0].text)'" : "a word"
        case .list: "a list"
        case .object, .named, .mapping: "a mapping"
        case .nothing: "nothing"
        case .either(let shapes):
            shapes.filter { !$0.admitsNull }.map(\.phrase).uniqued().joined(separator: " or ")
        }
    }

    /// The kinds of nodes that are accepted.
    package var admitted: NodeKinds {
        switch self {
        case .either(let shapes): shapes.reduce([]) { $0.union($1.admitted) }
        case .nothing: .null
        case .text, .value, .flag, .integer, .words, .numbers: .scalar
        case .list: .sequence
        case .object, .named, .mapping: .mapping
        }
    }

    /// Returns the form for a value of a kind.
    package func alternative(for kind: NodeKinds) -> Shape {
        guard case .either(let shapes) = self else { return self }
        return shapes.first { $0.admitted.contains(kind) } ?? self
    }

    /// Whether the node has an accepted kind.
    func admits(_ node: YAMLNode) -> Bool { admitted.contains(node.kinds) }

    var admitsNull: Bool { admitted.contains(.null) }

    /// Whether a value without entries or items is probably unfinished.
    var isCollection: Bool {
        switch self {
        case .list(_, let mayBeEmpty, _): !mayBeEmpty
        case .object, .named, .mapping: true
        case .either(let shapes): shapes.contains { $0.isCollection }
        case .text, .value, .flag, .integer, .words, .numbers, .nothing: false
        }
    }

    /// Whether an empty list is meaningful.
    var takesEmptyList: Bool {
        switch self {
        case .list(_, let mayBeEmpty, _): mayBeEmpty
        case .either(let shapes): shapes.contains { $0.takesEmptyList }
        default: false
        }
    }

    /// Whether a single scalar is probably an item without the brackets of its list.
    var isList: Bool {
        if case .list = self { return true }
        return false
    }
}
