/// Values by registered Swift types, found by any spelling of a type that a manifest may use.
struct TypeIndex<Value: Sendable>: Sendable {
    /// In the order of adding.
    private(set) var values: [Value] = []
    private var places: [String: [(type: TypeName, index: Int)]] = [:]

    mutating func add(_ value: Value, for type: TypeName) {
        places[type.key, default: []].append((type, values.count))
        values.append(value)
    }

    /// The first value whose type the spelling means.
    subscript(spelling: String) -> Value? {
        places[TypeName.key(of: spelling)]?.first { $0.type.matches(spelling) }.map { values[$0.index] }
    }
}

/// The reverse: values by the spellings of a manifest, found by the Swift type that a caller asks for.
struct SpellingIndex<Value: Sendable>: Sendable {
    /// How the types are spelled, each in one way, in the order of adding.
    private(set) var spellings: [String] = []
    private var entries: [String: [(spelling: String, value: Value)]] = [:]

    /// - Parameter others: Further spellings of the same type.
    mutating func add(_ value: Value, for spelling: String, or others: [String] = []) {
        spellings.append(spelling)
        for one in [spelling] + others { entries[TypeName.key(of: one), default: []].append((one, value)) }
    }

    /// The first value that was added for a spelling of the type.
    subscript(type: TypeName) -> Value? {
        entries[type.key]?.first { type.matches($0.spelling) }?.value
    }
}
