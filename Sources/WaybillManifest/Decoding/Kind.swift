/// A kind of value: what it may look like, and how it is decoded.
package final class Kind<Value>: Sendable {
    let shape: Shape
    /// What the shape admits, asked of it once.
    private let admitted: NodeKinds
    /// Reads a slot whose value the shape admits; reports what is wrong, and returns nil where nothing is left to use.
    let read: @Sendable (Slot, DecodingContext) -> Value?

    init(_ shape: Shape, read: @escaping @Sendable (Slot, DecodingContext) -> Value?) {
        self.shape = shape
        self.admitted = shape.admitted
        self.read = read
    }

    func admits(_ node: YAMLNode) -> Bool { admitted.contains(node.kinds) }

    func decode(_ slot: Slot, in context: DecodingContext) -> Value? {
        guard admits(slot.node) else {
            context.reportMismatch(slot, expected: shape)
            return nil
        }
        return read(slot, context)
    }
}

extension Kind {
    func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Kind<Other> {
        Kind<Other>(shape) { [read] slot, context in read(slot, context).map(transform) }
    }

    /// A list of values of one kind. Those that are broken are left out.
    package static func list<Element>(of kind: Kind<Element>, mayBeEmpty: Bool = false) -> Kind
    where Value == [Element] {
        Kind(.list(of: kind.shape, mayBeEmpty: mayBeEmpty)) { slot, context in
            var elements: [Element] = []
            elements.reserveCapacity(slot.node.childCount)
            for item in slot.node.items {
                if context.isSpent { break }
                if let element = kind.decode(slot.item(item), in: context) { elements.append(element) }
            }
            return elements
        }
    }

    /// A list of texts, each at most once.
    ///
    /// - Parameter several: The texts that one item is taken for, where it is taken for several.
    static func set(
        of kind: Kind<Located<String>>,
        several: @escaping @Sendable (Slot, DecodingContext) -> [Located<String>]? = { _, _ in nil }
    ) -> Kind where Value == [Located<String>] {
        Kind(.list(of: kind.shape, mayBeEmpty: false)) { slot, context in
            var texts: [Located<String>] = []
            texts.reserveCapacity(slot.node.childCount)
            for item in slot.node.items {
                if context.isSpent { break }
                let item = slot.item(item)
                if let several = several(item, context) {
                    texts += several
                } else if let text = kind.decode(item, in: context) {
                    texts.append(text)
                }
            }
            let unique = texts.uniquedByValue()
            if unique.count < texts.count { context.reportRepeated(texts, slot) }
            return unique
        }
    }

    /// A mapping whose keys are names that the author chooses.
    ///
    /// - Parameters:
    ///   - noun: What messages call an entry, before its name: `module`.
    ///   - names: The kind of the keys.
    ///   - shape: The shape of the values.
    ///   - make: Makes an element of a sound name and a value of any shape.
    static func named<Element>(
        _ noun: String, names: Kind<Located<String>>, _ shape: Shape,
        make: @escaping @Sendable (Located<String>, Slot, DecodingContext) -> Element?
    ) -> Kind where Value == [Element] {
        Kind(.named(keys: names.shape.textPattern, shape)) { slot, context in
            slot.node.entries.compactMap { entry in
                if context.isSpent { return nil }
                let keySlot = Slot(node: entry.key, label: .nameOf(noun), anchor: slot.anchor)
                guard let name = names.decode(keySlot, in: context) else { return nil }
                let label = Label.entry(noun, name.value)
                return make(name, Slot(node: entry.value, label: label, anchor: entry.key.span), context)
            }
        }
    }

    /// An object of the grammar.
    package static func object(_ grammar: ObjectGrammar, make: @escaping @Sendable (Fields) -> Value?) -> Kind {
        Kind(.object(grammar)) { slot, context in make(Fields(slot, grammar, context)) }
    }

    /// A short form that is a scalar, or a long form that is a list or a mapping.
    static func either(_ short: Kind, _ long: Kind) -> Kind {
        Kind(.either([short.shape, long.shape])) { slot, context in
            short.admits(slot.node) ? short.read(slot, context) : long.read(slot, context)
        }
    }
}

extension Shape {
    var textPattern: String? {
        if case .text(let pattern) = self { return pattern }
        return nil
    }
}

extension [Located<String>] {
    /// Its elements without repetitions, each where it first stood. Few are compared one by one.
    fileprivate func uniquedByValue() -> [Located<String>] {
        guard count > 1, count > 8 || hasRepetition else { return self }
        var seen: Set<String> = []
        return filter { seen.insert($0.value).inserted }
    }

    private var hasRepetition: Bool {
        for index in indices {
            for earlier in 0..<index where self[earlier].value == self[index].value { return true }
        }
        return false
    }
}

/// A value to decode, and how to speak of it.
package struct Slot {
    package let node: YAMLNode
    let label: Label
    /// Where to point if the value itself has no place of its own: its key, or its list.
    let anchor: SourceSpan
    /// Whether the value is taken for a mapping without entries, whatever it is.
    var isEmptied = false

    /// The entries of a mapping; none of anything else.
    var entries: YAMLNode.Entries { isEmptied ? node.noEntries : node.entries }

    /// The slot of one of a list's items.
    func item(_ item: YAMLNode) -> Slot {
        let span = item.span
        return Slot(node: item, label: label.item, anchor: span.isEmpty ? anchor : span)
    }
}

/// The subject of messages: `'priority'`, `route '/notes'`, `an item of 'tags'`. It is text only where there is a message.
struct Label: CustomStringConvertible {
    private let noun: String
    private let name: String?
    private var isNameOf = false
    /// How many lists it is an item in.
    private var depth = 0

    /// `'priority'`
    static func key(_ name: String) -> Label { Label(noun: "", name: name) }

    /// `module 'clock'`
    static func entry(_ noun: String, _ name: String) -> Label { Label(noun: noun, name: name) }

    /// `the name of a module`
    static func nameOf(_ noun: String) -> Label { Label(noun: noun, name: nil, isNameOf: true) }

    static func phrase(_ text: String) -> Label { Label(noun: text, name: nil) }

    var item: Label {
        var label = self
        label.depth += 1
        return label
    }

    var description: String { String(repeating: "an item of ", count: depth) + single }

    /// The label as a bare word, where messages go on with the value: `priority`, `tags`.
    var subject: String {
        if let name, noun.isEmpty, depth <= 1 { return name }
        return description
    }

    private var single: String {
        if isNameOf { return "the name of a \(noun)" }
        guard let name else { return noun }
        return noun.isEmpty ? "'\(name)'" : "\(noun) '\(name)'"
    }
}

extension SourceSpan {
    package var isEmpty: Bool { start >= end }
}

extension Node {
    /// Whether it is null: nothing at all, or one of YAML's words for it.
    var isNullValue: Bool {
        guard case .scalar(let scalar) = content else { return false }
        return scalar.resolved == .null
    }

    package var scalarText: String? {
        guard case .scalar(let scalar) = content else { return nil }
        return scalar.text
    }

    package var mappingEntries: [Node.Entry] {
        guard case .mapping(let entries) = content else { return [] }
        return entries
    }
}
