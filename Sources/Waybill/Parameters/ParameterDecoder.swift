/// Decodes a type from named texts, which are read by Swift's own initializers from text.
struct ParameterDecoder: Decoder {
    let text: (String) -> String?
    /// Whether there is a text of this name.
    var isPresent: (String) -> Bool
    /// Called with the name and the type of each read value.
    var noteRead: (String, any Decodable.Type) -> Void = { _, _ in }
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ text: @escaping (String) -> String?) {
        self.text = text
        isPresent = { text($0) != nil }
    }

    /// Returns a decoder of one value.
    static func value(_ text: String, of name: String) -> any Decoder { TextDecoder(name: name, text: text) }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Values<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw InvalidParameter.flat("") }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw InvalidParameter.flat("") }

    private struct Values<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: ParameterDecoder
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { [] }

        func contains(_ key: Key) -> Bool { decoder.isPresent(key.stringValue) }
        func decodeNil(forKey key: Key) -> Bool { !contains(key) }

        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
            let name = key.stringValue
            decoder.noteRead(name, type)
            guard let text = decoder.text(name) else {
                throw InvalidParameter(name: name, text: nil, type: "\(type)")
            }
            do { return try T(from: TextDecoder(name: name, text: text)) } catch {
                throw InvalidParameter(name: name, text: text, type: "\(type)")
            }
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> { throw InvalidParameter.flat(key.stringValue) }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            throw InvalidParameter.flat(key.stringValue)
        }

        func superDecoder() -> any Decoder { decoder }
        func superDecoder(forKey key: Key) -> any Decoder { decoder }
    }
}

extension InvalidParameter {
    /// Parameters are texts, so lists and mappings cannot be decoded from them.
    fileprivate static func flat(_ name: String) -> InvalidParameter {
        InvalidParameter(name: name, text: "", type: "a list or a mapping, which parameters cannot be")
    }
}

/// Decodes one value from its text.
private struct TextDecoder: Decoder, SingleValueDecodingContainer {
    let name: String
    let text: String
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw InvalidParameter.flat(name)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw InvalidParameter.flat(name) }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { false }
    func decode(_ type: String.Type) -> String { text }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: self) }

    /// Booleans and numbers.
    func decode<Value: Decodable & LosslessStringConvertible>(_ type: Value.Type) throws -> Value {
        guard let value = Value(text) else { throw InvalidParameter(name: name, text: text, type: "\(type)") }
        return value
    }
}
