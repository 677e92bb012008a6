/// Objects by Swift type, read many times and written once: open addressing over one array.
///
/// A type's identity is the address of its metadata, so that one multiplication spreads it; `Dictionary` hashes against
/// hostile keys, which types are not.
@safe
final class TypeTable<Value: AnyObject>: @unchecked Sendable {  // written by `init` alone
    /// Key 0 marks a free place: no type has that address.
    @unsafe fileprivate struct Entry {
        var key: UInt = 0
        var value: Unmanaged<Value>?
    }

    /// What a lookup needs, to be kept by whoever keeps the table alive.
    @unsafe struct View {
        fileprivate let entries: UnsafeMutablePointer<Entry>
        /// The length, a power of two and at least twice the number of values, less one.
        fileprivate let mask: Int
        fileprivate let shift: Int
    }

    let view: View
    private let values: [Value]

    /// The first value of a type stays.
    init(_ pairs: [(type: ObjectIdentifier, value: Value)] = []) {
        var length = 2
        while length < pairs.count * 2 { length *= 2 }
        values = pairs.map(\.value)
        let entries = UnsafeMutablePointer<Entry>.allocate(capacity: length)
        unsafe entries.initialize(repeating: Entry(), count: length)
        unsafe view = View(
            entries: entries, mask: length - 1, shift: UInt.bitWidth - length.trailingZeroBitCount)
        for (type, value) in pairs where unsafe view[type] == nil {
            var place = unsafe view.first(UInt(bitPattern: type))
            while unsafe entries[place].key != 0 { place = (place + 1) & (length - 1) }
            unsafe entries[place] = Entry(key: UInt(bitPattern: type), value: Unmanaged.passUnretained(value))
        }
    }

    deinit { unsafe view.entries.deallocate() }

    /// The value, which lives as long as the table.
    subscript(type: ObjectIdentifier) -> Unmanaged<Value>? { unsafe view[type] }
}

extension TypeTable.View {
    @inline(__always)
    subscript(type: ObjectIdentifier) -> Unmanaged<Value>? {
        let key = UInt(bitPattern: type)
        var place = unsafe first(key)
        while true {
            let entry = unsafe entries[place]
            if unsafe entry.key == key { return unsafe entry.value }
            if unsafe entry.key == 0 { return nil }
            place = unsafe (place + 1) & mask
        }
    }

    @inline(__always)
    fileprivate func first(_ key: UInt) -> Int { unsafe Int((key &* 0x9E37_79B9_7F4A_7C15) >> shift) }
}
