/// The children of all nodes of a ``PatternIndex`` that a text leads to, hashed by node and text. Free slots are
/// ``PatternIndex/none``.
struct ChildSlots {
    typealias Number = PatternIndex.Number

    private var slots = [Number](repeating: PatternIndex.none, count: 64)
    private var count = 0

    subscript(slot: Int) -> Number { slots[slot] }

    /// Where a child is, or where it would be.
    @inline(__always)
    func slot(_ hash: Hash, _ isWanted: (Number) -> Bool) -> Int {
        let mask = slots.count - 1
        var slot = hash.value & mask
        while slots[slot] != PatternIndex.none && !isWanted(slots[slot]) { slot = (slot + 1) & mask }
        return slot
    }

    /// Puts a child where it would be.
    mutating func fill(_ slot: Int, with child: Number) {
        slots[slot] = child
        count += 1
    }

    /// Whether so many are taken that searches become long.
    var areCrowded: Bool { count * 2 > slots.count }

    /// - Parameter hash: That of a child.
    mutating func grow(_ hash: (Number) -> Hash) {
        let children = slots.filter { $0 != PatternIndex.none }
        slots = [Number](repeating: PatternIndex.none, count: slots.count * 4)
        for child in children { slots[slot(hash(child)) { _ in false }] = child }
    }

    /// Of a node, and of what leads from it to a child.
    struct Hash {
        private var bits: UInt64

        /// That of a literal.
        @inline(__always)
        init(_ node: Number, _ text: ArraySlice<UInt8>) {
            bits = 0xcbf2_9ce4_8422_2325 ^ UInt64(UInt32(bitPattern: node)) &* 0x9E37_79B9_7F4A_7C15
            for byte in text { mix(UInt64(byte)) }
        }

        init(_ node: Number, _ affix: Affix) {
            self.init(node, affix.prefix)
            // No byte: it stands for the capture.
            mix(256)
            for byte in affix.suffix { mix(UInt64(byte)) }
        }

        var value: Int { Int(truncatingIfNeeded: bits ^ (bits >> 32)) }

        @inline(__always)
        private mutating func mix(_ part: UInt64) { bits = (bits ^ part) &* 0x100_0000_01b3 }
    }
}
