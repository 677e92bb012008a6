package import WaybillSyntax

/// Decodes one kind of value: the shape that is required, and the conversion.
package final class ValueDecoder<Value>: Sendable {
    package let shape: Shape
    /// The node kinds of the shape, computed once.
    private let admitted: NodeKinds
    /// Converts a word to a value, or to an item of the list; `nil` if the word is not valid. Only for values that can
    /// contain neither blanks nor commas.
    let word: (@Sendable (String) -> String?)?
    /// Reads an input with an accepted shape. Reports problems, and returns `nil` if nothing usable is left.
    let read: @Sendable (DecodingInput, DecodingContext) -> Value?

    package init(
        _ shape: Shape, word: (@Sendable (String) -> String?)? = nil,
        read: @escaping @Sendable (DecodingInput, DecodingContext) -> Value?
    ) {
        self.shape = shape
        self.admitted = shape.admitted
        self.word = word
        self.read = read
    }

    func admits(_ node: YAMLNode) -> Bool { admitted.contains(node.kinds) }

    /// Decodes any input. Reports an input whose shape is not accepted.
    ///
    /// - Parameter help: The help for such an input, if it depends on the object.
    package func decode(
        _ input: DecodingInput, in context: DecodingContext, help: @autoclosure () -> String? = nil
    ) -> Value? {
        guard admits(input.node) else {
            context.reportMismatch(input, expected: shape, help: help(), word: word)
            return nil
        }
        return read(input, context)
    }
}

extension ValueDecoder {
    func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> ValueDecoder<Other> {
        ValueDecoder<Other>(shape, word: word) { [read] input, context in read(input, context).map(transform) }
    }

    /// A list of values of one kind. Broken items are left out.
    package static func list<Element>(
        of element: ValueDecoder<Element>, mayBeEmpty: Bool = false
    ) -> ValueDecoder where Value == [Element] {
        ValueDecoder(.list(of: element.shape, mayBeEmpty: mayBeEmpty), word: element.word) { input, context in
            var elements: [Element] = []
            elements.reserveCapacity(input.node.childCount)
            for item in input.node.items {
                if context.isSpent { break }
                if let value = element.decode(input.item(item), in: context) { elements.append(value) }
            }
            return elements
        }
    }

    /// A list of texts without duplicates.
    package static func set(of text: ValueDecoder<Located<String>>) -> ValueDecoder where Value == [Located<String>] {
        let list = list(of: text)
        return ValueDecoder(.list(of: text.shape, mayBeEmpty: false, isSet: true), word: list.word) { input, context in
            list.read(input, context).map { context.withoutDuplicates($0, input) }
        }
    }

    /// A mapping whose keys are names chosen by the author.
    ///
    /// - Parameters:
    ///   - noun: The word for an entry in messages, before its name: `module`.
    ///   - names: Decodes the keys.
    ///   - shape: The shape of the values.
    ///   - make: Makes an element of a valid name and a value of any shape.
    package static func named<Element>(
        _ noun: String, names: ValueDecoder<Located<String>>, _ shape: Shape,
        make: @escaping @Sendable (Located<String>, DecodingInput, DecodingContext) -> Element?
    ) -> ValueDecoder where Value == [Element] {
        ValueDecoder(.named(keys: names.shape.textPattern, shape)) { input, context in
            input.node.entries.compactMap { entry in
                if context.isSpent { return nil }
                let key = DecodingInput(node: entry.key, label: .nameOf(noun), anchor: input.anchor)
                guard let name = names.decode(key, in: context) else { return nil }
                let label = Label.entry(noun, name.value)
                return make(name, DecodingInput(node: entry.value, label: label, anchor: entry.key.span), context)
            }
        }
    }

    /// A mapping from names to objects of a grammar.
    ///
    /// - Parameter mayBeNull: Whether a name alone is an entry, too. Then the name counts as declared even if its value
    ///   is broken, so that references to it are not reported.
    package static func objects<Element>(
        _ grammar: ObjectGrammar, mayBeNull: Bool,
        make: @escaping @Sendable (Located<String>, ObjectReader) -> Element?
    ) -> ValueDecoder where Value == [Element] {
        let shape: Shape = mayBeNull ? .either([.nothing, .object(grammar)]) : .object(grammar)
        return .named(grammar.name, names: .key, shape) { name, input, context in
            guard input.node.isNullValue || input.node.kind == .mapping else {
                context.reportMismatch(input, expected: shape)
                return mayBeNull ? make(name, ObjectReader(input, grammar, context)) : nil
            }
            return make(name, ObjectReader(input, grammar, context))
        }
    }

    /// An object of a grammar.
    package static func object(
        _ grammar: ObjectGrammar, make: @escaping @Sendable (ObjectReader) -> Value?
    ) -> ValueDecoder {
        ValueDecoder(.object(grammar)) { input, context in make(ObjectReader(input, grammar, context)) }
    }

    /// A short form that is a scalar, or a long form that is a list or a mapping.
    static func either(_ short: ValueDecoder, _ long: ValueDecoder) -> ValueDecoder {
        ValueDecoder(.either(short.shape.alternatives + long.shape.alternatives)) { input, context in
            short.admits(input.node) ? short.read(input, context) : long.read(input, context)
        }
    }
}

extension Shape {
    fileprivate var alternatives: [Shape] {
        if case .either(let shapes) = self { shapes } else { [self] }
    }

    fileprivate var textPattern: String? {
        if case .text(let pattern, _) = self { return pattern }
        return nil
    }
}
