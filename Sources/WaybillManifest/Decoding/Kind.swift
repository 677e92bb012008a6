/// A kind of value: what it may look like, and how it is decoded.
struct Kind<Value>: Sendable {
    let shape: Shape
    /// Reads a slot whose value the shape admits; reports what is wrong, and returns nil where nothing is left to use.
    let read: @Sendable (Slot, DecodingContext) -> Value?

    init(_ shape: Shape, read: @escaping @Sendable (Slot, DecodingContext) -> Value?) {
        self.shape = shape
        self.read = read
    }

    func decode(_ slot: Slot, in context: DecodingContext) -> Value? {
        guard shape.admits(slot.node) else {
            context.reportMismatch(slot, expected: shape)
            return nil
        }
        return read(slot, context)
    }
}

extension Kind {
    func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Kind<Other> {
        Kind<Other>(shape) { slot, context in read(slot, context).map(transform) }
    }

    /// A list of values of one kind. Those that are broken are left out.
    static func list<Element>(of kind: Kind<Element>, mayBeEmpty: Bool = false) -> Kind where Value == [Element] {
        Kind(.list(of: kind.shape, mayBeEmpty: mayBeEmpty)) { slot, context in
            slot.items.compactMap { kind.decode($0, in: context) }
        }
    }

    /// A list of texts, each at most once.
    static func set(of kind: Kind<[Located<String>]>) -> Kind where Value == [Located<String>] {
        Kind(.list(of: kind.shape, mayBeEmpty: false)) { slot, context in
            var seen: Set<String> = []
            return slot.items.flatMap { kind.decode($0, in: context) ?? [] }.filter { seen.insert($0.value).inserted }
        }
    }

    static func set(of kind: Kind<Located<String>>) -> Kind where Value == [Located<String>] {
        .set(of: kind.map { [$0] })
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
            slot.node.mappingEntries.compactMap { entry in
                let keySlot = Slot(node: entry.key, label: "the name of a \(noun)", anchor: slot.anchor)
                guard let name = names.decode(keySlot, in: context) else { return nil }
                let label = noun.isEmpty ? "'\(name.value)'" : "\(noun) '\(name.value)'"
                return make(name, Slot(node: entry.value, label: label, anchor: entry.key.span), context)
            }
        }
    }

    /// An object of the grammar.
    static func object(_ grammar: ObjectGrammar, make: @escaping @Sendable (Fields) -> Value?) -> Kind {
        Kind(.object(grammar)) { slot, context in make(Fields(slot, grammar, context)) }
    }

    /// A short form that is a scalar, or a long form that is a list or a mapping.
    static func either(_ short: Kind, _ long: Kind) -> Kind {
        Kind(.either([short.shape, long.shape])) { slot, context in
            short.shape.admits(slot.node) ? short.read(slot, context) : long.read(slot, context)
        }
    }
}

extension Shape {
    var textPattern: String? {
        if case .text(let pattern) = self { return pattern }
        return nil
    }
}

/// A value to decode, and how to speak of it.
struct Slot {
    var node: Node
    /// The subject of messages: `'priority'`, `route '/notes'`, `each of 'tags'`.
    var label: String
    /// Where to point if the value itself has no place of its own: its key, or its list.
    var anchor: SourceSpan

    /// The label as a bare word, where messages go on with the value: `priority`, `tags`.
    var subject: String {
        let name = label.hasPrefix("each of ") ? label.dropFirst(8) : label[...]
        return name.hasPrefix("'") && name.hasSuffix("'") && name.count > 1
            ? String(name.dropFirst().dropLast()) : label
    }

    /// The slots of a list's items.
    var items: [Slot] {
        guard case .sequence(let nodes) = node.content else { return [] }
        return nodes.map { Slot(node: $0, label: "each of \(label)", anchor: $0.span.isEmpty ? anchor : $0.span) }
    }
}

extension SourceSpan {
    var isEmpty: Bool { start >= end }
}

extension Node {
    /// Whether it is null: nothing at all, or one of YAML's words for it.
    var isNullValue: Bool {
        guard let scalar = plainScalar else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(scalar)
    }

    /// The text of a plain scalar.
    var plainScalar: String? {
        guard case .scalar(let scalar) = content, scalar.style == .plain else { return nil }
        return scalar.text
    }

    var scalarText: String? {
        guard case .scalar(let scalar) = content else { return nil }
        return scalar.text
    }

    var mappingEntries: [Node.Entry] {
        guard case .mapping(let entries) = content else { return [] }
        return entries
    }

    /// How many entries or items it holds; 0 for a scalar.
    var childCount: Int {
        switch content {
        case .scalar: 0
        case .sequence(let items): items.count
        case .mapping(let entries): entries.count
        }
    }
}
