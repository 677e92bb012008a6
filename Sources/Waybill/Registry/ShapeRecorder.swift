import WaybillManifest
import WaybillRules

/// Determines which keys types read from a mapping, by decoding them from values that fit every request.
///
/// It decodes a type again without each of its keys, and with an error in each: a key is optional, or may have any
/// value, if the type can still be decoded. So the description is never stricter than the type. If a type cannot be
/// decoded from any usual value, the search ends; what is read after it is not known, and the shape is partial.
final class ShapeRecorder {
    /// The results for each type, with a value of it.
    private var known: [ObjectIdentifier: (value: RegistryDescription.Value, instance: Any?)] = [:]
    /// The types that are being decoded, because a type may contain itself.
    private var open: [ObjectIdentifier] = []

    static func shape(of type: any Decodable.Type) -> RegistryDescription.Shape {
        func shape<T: Decodable>(_ type: T.Type) -> RegistryDescription.Shape {
            let recorder = ShapeRecorder()
            guard case .object(let shape) = recorder.probe(type).value else {
                return RegistryDescription.Shape(type: TypeName(type).names, isPartial: true)
            }
            return shape
        }
        return shape(type)
    }

    /// Returns what a type reads, and a value of it if one could be made.
    fileprivate func probe<T: Decodable>(_ type: T.Type) -> (value: RegistryDescription.Value, instance: T?) {
        let id = ObjectIdentifier(type)
        if let found = known[id] { return (found.value, found.instance as? T) }
        let times = open.count { $0 == id }
        guard times < 2 else { return (.any, nil) }
        open.append(id)
        defer { open.removeLast() }
        guard times == 0 else { return (.any, try? T(from: Recording(self, isEmpty: true))) }
        let found = record(type)
        known[id] = found
        return found
    }

    private func record<T: Decodable>(_ type: T.Type) -> (value: RegistryDescription.Value, instance: T?) {
        var value = RegistryDescription.Value.any
        for text in Self.texts(for: type) {
            let recording = Recording(self, text: text)
            let instance = recording.instance(of: type)
            value = recording.isTolerant(of: type) ? .any : recording.value(of: type, isWhole: instance != nil)
            if instance != nil || !recording.hasReadText { return (value, instance) }
        }
        return (value, nil)
    }

    private static func texts(for type: any Any.Type) -> [String] {
        ["a", "1", "true", "00000000-0000-0000-0000-000000000000", "2000-01-01", "2000-01-01T00:00:00Z"]
            + ParameterShape.cases(of: type).prefix(1)
    }
}

/// Decodes one type, and records what it asks for.
private final class Recording {
    let recorder: ShapeRecorder
    /// The value for requests of text.
    let text: String
    /// Whether it has no keys and no items.
    let isEmpty: Bool
    private var found: RegistryDescription.Value?
    private var keys: [RegistryDescription.Key] = []
    private var isPartial = false
    /// Keys that the type checked for presence before reading.
    private var optional: Set<String> = []
    /// Keys that it hides.
    private var absent: Set<String> = []
    /// The first request at which it fails.
    private var injectedError: InjectedError?
    private(set) var hasReadText = false
    private var hasKeys = false
    private var hasAllKeys = false

    enum InjectedError: Equatable {
        case container
        case key(String)
    }

    struct Failure: Error {}

    init(_ recorder: ShapeRecorder, text: String = "a", isEmpty: Bool = false) {
        self.recorder = recorder
        self.text = text
        self.isEmpty = isEmpty
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    // MARK: Results

    /// Decodes the type, without the optional keys that have no value.
    func instance<T: Decodable>(of type: T.Type) -> T? {
        while true {
            lastKey = nil
            if let instance = try? T(from: self) { return instance }
            guard let key = lastKey, optional.contains(key), absent.insert(key).inserted else { return nil }
        }
    }

    /// The last key without a value.
    private var lastKey: String?

    /// Whether the type can also be decoded from something other than its first request.
    func isTolerant<T: Decodable>(of type: T.Type) -> Bool { decodes(type, despite: .container) }

    private func decodes<T: Decodable>(_ type: T.Type, despite injectedError: InjectedError) -> Bool {
        let other = Recording(recorder, text: text)
        other.absent = absent
        other.injectedError = injectedError
        return (try? T(from: other)) != nil
    }

    private func decodes<T: Decodable>(_ type: T.Type, without key: String) -> Bool {
        let other = Recording(recorder, text: text)
        other.absent = absent.union([key])
        return (try? T(from: other)) != nil
    }

    /// - Parameter isWhole: Whether the type could be decoded.
    func value<T: Decodable>(of type: T.Type, isWhole: Bool) -> RegistryDescription.Value {
        guard hasKeys else { return named(found ?? .any, type) }
        guard !hasAllKeys else {
            guard isWhole, keys.count == 1 else { return .any }
            return .map(keys[0].value)
        }
        let keys = self.keys.map { key in
            var key = key
            if isWhole {
                key.isRequired = !decodes(type, without: key.name)
                if decodes(type, despite: .key(key.name)) { key.value = .any }
            }
            return key
        }
        return .object(
            RegistryDescription.Shape(type: TypeName(type).names, keys: keys, isPartial: isPartial || !isWhole))
    }

    private func named<T>(_ value: RegistryDescription.Value, _ type: T.Type) -> RegistryDescription.Value {
        guard case .scalar(var scalar) = value else { return value }
        scalar.type = "\(type)"
        if scalar.kind == .text {
            let cases = ParameterShape.cases(of: type)
            scalar.choices = cases.isEmpty ? nil : cases
        }
        return .scalar(scalar)
    }

    // MARK: Decoder requirements

    private func start(_ value: RegistryDescription.Value? = nil) throws {
        if injectedError == .container {
            injectedError = nil
            throw Failure()
        }
        if let value { found = found == nil ? value : .any }
    }

    fileprivate func has(_ key: String) -> Bool {
        optional.insert(key)
        return !isEmpty && !absent.contains(key)
    }

    fileprivate func read<T: Decodable>(_ type: T.Type, at key: String) throws -> T {
        let (value, instance) = recorder.probe(type)
        note(key, value)
        if injectedError == .key(key) {
            injectedError = nil
            throw Failure()
        }
        guard let instance, !absent.contains(key) else {
            lastKey = key
            throw Failure()
        }
        return instance
    }

    fileprivate func note(_ key: String, _ value: RegistryDescription.Value) {
        if let index = keys.firstIndex(where: { $0.name == key }) {
            if keys[index].value != value { keys[index].value = .any }
        } else {
            keys.append(RegistryDescription.Key(name: key, isRequired: !optional.contains(key), value: value))
        }
    }

    /// The only key of a mapping with any keys.
    fileprivate func anyKeys() -> [String] {
        hasAllKeys = true
        return isEmpty ? [] : ["1"]
    }

    fileprivate func nested(_ key: String) -> Recording {
        note(key, .any)
        return Recording(recorder, text: text)
    }

    fileprivate func superclass() -> Recording {
        isPartial = true
        return self
    }

    fileprivate func noteItem(_ value: RegistryDescription.Value) {
        switch found {
        case .list(let item) where item != value: found = .list(.any)
        default: found = .list(value)
        }
    }
}

extension Recording: Decoder {
    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try start()
        hasKeys = true
        return KeyedDecodingContainer(RecordedMapping<Key>(recording: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try start()
        return RecordedList(recording: self, isAtEnd: isEmpty)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension Recording: SingleValueDecodingContainer {
    func decodeNil() -> Bool { false }

    func decode(_ type: String.Type) throws -> String {
        try start(.scalar(.init(.text, type: "String")))
        hasReadText = true
        return text
    }

    func decode(_ type: Bool.Type) throws -> Bool {
        try start(.scalar(.init(.boolean, type: "Bool")))
        return true
    }

    /// A type that decodes through another type reads what that type reads.
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: self) }

    func decode<Number: Decodable & FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        try start(.scalar(.init(.integer, type: "\(type)")))
        return 1
    }

    func decode<Number: Decodable & BinaryFloatingPoint>(_ type: Number.Type) throws -> Number {
        try start(.scalar(.init(.number, type: "\(type)")))
        return 1
    }
}

private struct RecordedMapping<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let recording: Recording
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { recording.anyKeys().compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { recording.has(key.stringValue) }
    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try recording.read(type, at: key.stringValue)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try recording.nested(key.stringValue).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try recording.nested(key.stringValue).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { recording.superclass() }
    func superDecoder(forKey key: Key) -> any Decoder { recording.nested(key.stringValue) }
}

/// A list of one item.
private struct RecordedList: UnkeyedDecodingContainer {
    let recording: Recording
    var codingPath: [any CodingKey] { [] }
    var count: Int? { isAtEnd ? 0 : 1 }
    var isAtEnd: Bool
    var currentIndex = 0

    mutating func decodeNil() -> Bool { false }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        isAtEnd = true
        currentIndex += 1
        let (value, instance) = recording.recorder.probe(type)
        recording.noteItem(value)
        guard let instance else { throw Recording.Failure() }
        return instance
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { try next().container(keyedBy: type) }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() -> any Decoder { next() }

    private mutating func next() -> Recording {
        isAtEnd = true
        currentIndex += 1
        recording.noteItem(.any)
        return Recording(recording.recorder)
    }
}
