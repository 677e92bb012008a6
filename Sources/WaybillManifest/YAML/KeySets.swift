/// The keys of the mappings that are open, as hashes: enough to tell that none stands twice.
struct KeySets {
    /// Those of all open mappings, the innermost one's last.
    private var hashes: [UInt64] = []
    private var starts: [Int] = []
    /// By level: the same hashes, once a mapping has so many that looking at each would take long.
    private var sets: [Int: Set<UInt64>] = [:]

    private static let few = 32

    mutating func open() { starts.append(hashes.count) }

    mutating func close() {
        if !sets.isEmpty { sets[starts.count] = nil }
        hashes.removeLast(hashes.count - starts.removeLast())
    }

    /// Adds a key to the innermost mapping; false where it may have it already.
    mutating func insert(_ text: Span<UInt8>, _ key: Range<Int>) -> Bool {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in key { hash = (hash ^ UInt64(text[index])) &* 0x100_0000_01B3 }
        let start = starts[starts.count - 1]
        if hashes.count - start < Self.few {
            for index in start..<hashes.count where hashes[index] == hash { return false }
        } else {
            let isNew = sets[starts.count, default: Set(hashes[start...])].insert(hash).inserted
            if !isNew { return false }
        }
        hashes.append(hash)
        return true
    }
}
