/// Objects by Swift type, written once and read many times, with open addressing in one array.
///
/// A type's identity is the address of its metadata, so one multiplication is a good hash. `Dictionary` protects
/// against hostile keys, which types are not.
@safe
final class TypeTable<Value: AnyObject>: @unchecked Sendable {  // only `init` writes
    /// Key 0 marks a free slot, because no type has that address.
    @unsafe fileprivate struct Entry {  // the table retains the value
        var key: UInt = 0
        var value: Unmanaged<Value>?
    }

    /// The data for a lookup. Its holder must keep the table alive.
    @unsafe struct View {  // points into the table, and does not retain it
        fileprivate let entries: UnsafeMutablePointer<Entry>
        /// The length less one. The length is a power of two, and at least twice the number of values.
        fileprivate let mask: Int
        fileprivate let shift: Int
    }

    let view: View
    /// Keeps the values of the entries alive.
    private let values: [Value]

    init(_ pairs: [ObjectIdentifier: Value] = [:]) {
        var length = 2
        while length < pairs.count * 2 { length *= 2 }
        values = Array(pairs.values)
        let entries = UnsafeMutablePointer<Entry>.allocate(capacity: length)
        unsafe entries.initialize(repeating: Entry(), count: length)  // as many as were allocated
        let shift = UInt.bitWidth - length.trailingZeroBitCount
        unsafe view = View(entries: entries, mask: length - 1, shift: shift)  // freed in `deinit`, with the table
        for (type, value) in pairs {
            var slot = unsafe view.first(UInt(bitPattern: type))  // computes an index, reads nothing
            while unsafe entries[slot].key != 0 { slot = (slot + 1) & (length - 1) }  // the mask keeps it in bounds
            let unmanaged = unsafe Unmanaged.passUnretained(value)  // `values` retains it
            unsafe entries[slot] = Entry(key: UInt(bitPattern: type), value: unmanaged)  // the mask keeps it in bounds
        }
    }

    deinit { unsafe view.entries.deallocate() }  // entries are trivial, and no lookup outlives the table

    /// Returns the value, which lives as long as the table.
    subscript(type: ObjectIdentifier) -> Unmanaged<Value>? { unsafe view[type] }  // the view is the table's own
}

extension TypeTable.View {
    @inline(__always)
    subscript(type: ObjectIdentifier) -> Unmanaged<Value>? {
        let key = UInt(bitPattern: type)
        var slot = unsafe first(key)  // computes an index, reads nothing
        while true {
            let entry = unsafe entries[slot]  // the mask keeps `slot` in bounds
            if unsafe entry.key == key { return unsafe entry.value }  // a copy of a trivial entry
            if unsafe entry.key == 0 { return nil }  // a copy of a trivial entry
            slot = unsafe (slot + 1) & mask  // the table is half empty at least, so a free slot comes
        }
    }

    /// Returns the slot at which the search for a key starts.
    @inline(__always)
    fileprivate func first(_ key: UInt) -> Int {
        unsafe Int((key &* 0x9E37_79B9_7F4A_7C15) >> shift)  // the shift leaves as many bits as the mask has
    }
}
