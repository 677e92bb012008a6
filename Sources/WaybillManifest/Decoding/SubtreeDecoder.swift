package import WaybillSyntax

/// A node with its coding path, from which `Decodable` types decode themselves.
struct SubtreeDecoder: Decoder {
    let node: Node
    let codingPath: [any CodingKey]
    let log: KeyLog

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .mapping = node.content else { throw mismatch([String: String].self, "a mapping") }
        return KeyedDecodingContainer(MappingContainer<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .sequence(let items) = node.content else { throw mismatch([String].self, "a list") }
        return SequenceContainer(decoder: self, items: items)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func descend(to node: Node, by key: NodeKey) -> SubtreeDecoder {
        SubtreeDecoder(node: node, codingPath: codingPath + [key], log: log)
    }

    func mismatch(_ type: any Any.Type, _ expected: String) -> DecodingError {
        let found = DecodingContext.describe(node)
        let context = DecodingError.Context(
            codingPath: codingPath, debugDescription: "must be \(expected), found \(found)")
        return node.isNullValue ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
}

extension Decoder {
    /// The node that it decodes; `nil` for a decoder of another format.
    package var manifestNode: Node? { (self as? SubtreeDecoder)?.node }
}

/// The entries of a mapping by key.
private struct MappingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: SubtreeDecoder
    private let values: [String: Node]

    init(decoder: SubtreeDecoder) {
        self.decoder = decoder
        let pairs = decoder.node.mappingEntries.compactMap { entry in entry.key.scalarText.map { ($0, entry.value) } }
        self.values = Dictionary(firstOf: pairs)
        decoder.log.open(decoder.node, at: decoder.codingPath)
    }

    var codingPath: [any CodingKey] { decoder.codingPath }

    /// All keys count as asked for, because a dictionary accepts any key.
    var allKeys: [Key] {
        let names = decoder.node.mappingEntries.compactMap(\.key.scalarText)
        let keys = names.compactMap { Key(stringValue: $0) }
        for key in keys { decoder.log.ask(key.stringValue, at: codingPath) }
        return keys
    }

    func contains(_ key: Key) -> Bool { value(key) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try child(key).decodeNil() }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try T(from: child(key)) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try child(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try child(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        decoder.log.ask("super", at: codingPath)
        return values["super"].map { decoder.descend(to: $0, by: .name("super")) } ?? decoder
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try child(key) }

    private func value(_ key: Key) -> Node? {
        decoder.log.ask(key.stringValue, at: codingPath)
        return values[key.stringValue]
    }

    private func child(_ key: Key) throws -> SubtreeDecoder {
        guard let node = value(key) else {
            let context = DecodingError.Context(codingPath: codingPath, debugDescription: "is missing")
            throw DecodingError.keyNotFound(key, context)
        }
        return decoder.descend(to: node, by: .name(key.stringValue))
    }
}

/// The items of a list, in order.
private struct SequenceContainer: UnkeyedDecodingContainer {
    let decoder: SubtreeDecoder
    let items: [Node]
    var currentIndex = 0

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { items.count }
    var isAtEnd: Bool { currentIndex >= items.count }

    mutating func decodeNil() throws -> Bool {
        guard try peek(String.self).decodeNil() else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let value = try T(from: peek(type))
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { try next().container(keyedBy: type) }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }

    mutating func superDecoder() throws -> any Decoder { try next() }

    private mutating func next() throws -> SubtreeDecoder {
        let decoder = try peek(String.self)
        currentIndex += 1
        return decoder
    }

    private func peek(_ type: any Any.Type) throws -> SubtreeDecoder {
        guard !isAtEnd else {
            let message = "must have more than \(items.count) items"
            throw DecodingError.valueNotFound(
                type, DecodingError.Context(codingPath: codingPath, debugDescription: message))
        }
        return decoder.descend(to: items[currentIndex], by: .index(currentIndex))
    }
}

extension SubtreeDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { node.isNullValue }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard let value = scalar?.booleanValue else { throw mismatch(type, "true or false") }
        return value
    }

    func decode(_ type: String.Type) throws -> String {
        guard let text = scalar?.text, !node.isNullValue else { throw mismatch(type, "text") }
        return text
    }

    @available(macOS 15, *)
    func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
    @available(macOS 15, *)
    func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: self) }

    private var scalar: Node.Scalar? {
        guard case .scalar(let scalar) = node.content else { return nil }
        return scalar
    }

    func decode<Number: Decodable & FixedWidthInteger>(_ type: Number.Type) throws -> Number { try integer(type) }

    private func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        guard let digits = scalar?.integerDigits else { throw mismatch(type, "an integer") }
        guard let value = Number(digits.text, radix: digits.radix) else {
            throw outOfRange("must be between \(Number.min) and \(Number.max), found \(scalar?.text ?? "")")
        }
        return value
    }

    func decode<Number: Decodable & BinaryFloatingPoint>(_ type: Number.Type) throws -> Number {
        guard let value = scalar?.floatingValue else { throw mismatch(type, "a number") }
        let number = Number(value)
        let isTooLarge = number.isInfinite && scalar?.text.lowercased().hasSuffix(".inf") == false
        if isTooLarge { throw outOfRange("is too large: \(scalar?.text ?? "")") }
        return number
    }

    private func outOfRange(_ message: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: message))
    }
}
