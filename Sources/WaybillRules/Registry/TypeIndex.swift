import WaybillManifest

/// Values by registered Swift type. They are found by any spelling of a type in a manifest.
package struct TypeIndex<Value: Sendable>: Sendable {
    /// In the order in which they were added.
    package private(set) var values: [Value] = []
    private var places: [String: [(type: SwiftTypeName, index: Int)]] = [:]

    package init() {}

    package mutating func add(_ value: Value, for type: SwiftTypeName) {
        places[type.key, default: []].append((type, values.count))
        values.append(value)
    }

    /// The first value whose type has the spelling.
    package subscript(spelling: String) -> Value? {
        let members = SwiftTypeName.members(of: spelling)
        return places[SwiftTypeName.key(members)]?.first { $0.type.matches(members) }.map { values[$0.index] }
    }
}

/// The reverse of ``TypeIndex``: values by the spellings of a manifest, found by the Swift type that a caller asks for.
package struct SpellingIndex<Value: Sendable>: Sendable {
    /// One spelling of each type, in the order in which they were added.
    package private(set) var spellings: [String] = []
    private var entries: [String: [(spelling: String, value: Value)]] = [:]

    package init() {}

    /// - Parameter others: Further spellings of the same type.
    package mutating func add(_ value: Value, for spelling: String, or others: [String] = []) {
        spellings.append(spelling)
        for one in [spelling] + others { entries[SwiftTypeName.key(of: one), default: []].append((one, value)) }
    }

    /// The first value that was added for a spelling of the type.
    package subscript(type: SwiftTypeName) -> Value? {
        entries[type.key]?.first { type.matches($0.spelling) }?.value
    }
}
