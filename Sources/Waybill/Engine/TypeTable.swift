/// Values by Swift type, read many times and written once: open addressing over one array of keys.
///
/// A type's identity is the address of its metadata, so that one multiplication spreads it; `Dictionary` hashes against
/// hostile keys, which types are not.
struct TypeTable<Value> {
    /// 0 marks a free place: no type has that address. Its length is a power of two, at least twice the values'.
    private var keys: [UInt] = [0, 0]
    private var places: [Int32] = [0, 0]
    private(set) var values: [Value] = []
    private var shift = UInt.bitWidth - 1

    subscript(type: ObjectIdentifier) -> Value? {
        let key = UInt(bitPattern: type)
        var place = first(key)
        while true {
            let found = keys[place]
            if found == key { return values[Int(places[place])] }
            if found == 0 { return nil }
            place = (place + 1) & (keys.count - 1)
        }
    }

    /// Adds a value; the first one of a type stays.
    mutating func insert(_ value: Value, for type: ObjectIdentifier) {
        guard self[type] == nil else { return }
        if (values.count + 1) * 2 > keys.count { grow() }
        values.append(value)
        place(UInt(bitPattern: type), Int32(values.count - 1))
    }

    private func first(_ key: UInt) -> Int { Int((key &* 0x9E37_79B9_7F4A_7C15) >> shift) }

    private mutating func place(_ key: UInt, _ index: Int32) {
        var place = first(key)
        while keys[place] != 0 { place = (place + 1) & (keys.count - 1) }
        keys[place] = key
        places[place] = index
    }

    private mutating func grow() {
        let (oldKeys, oldPlaces) = (keys, places)
        let length = keys.count * 2
        (keys, places) = (Array(repeating: 0, count: length), Array(repeating: 0, count: length))
        shift -= 1
        for (key, index) in zip(oldKeys, oldPlaces) where key != 0 { place(key, index) }
    }
}

extension TypeTable: Sendable where Value: Sendable {}
