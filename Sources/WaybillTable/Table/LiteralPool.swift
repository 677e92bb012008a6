/// The distinct literals of a table, each with a small number, so that a lookup hashes a segment once and compares
/// numbers from then on.
///
/// ```
/// slots   [ · | 2 | · | 0 | 1 | · | … ]     open addressing, a power of two; · is free
/// ranges  [ 0..<6 | 6..<9 | 9..<13 ]        by number
/// bytes   [ /notes/idhttps ]                one after the other
/// ```
///
/// A literal is kept behind a byte that says what it is (``Kind``): the scheme `a` is not the segment `a`.
struct LiteralPool: Sendable {
    enum Kind: UInt8 {
        case scheme = 0x01
        case host = 0x02
        case hostSuffix = 0x03
        case port = 0x04
        case segment = 0x05
    }

    private(set) var count = 0
    private var bytes: [UInt8] = []
    private var ranges: [Range<Int>] = []
    private var slots = [UInt32](repeating: LiteralPool.free, count: 16)

    private static let free = UInt32.max

    /// The literal's number, or `nil` for one that no pattern has.
    func number(of literal: ArraySlice<UInt8>, _ kind: Kind, folding: Bool = false) -> UInt32? {
        var slot = Self.hash(literal, kind, folding: folding) & (slots.count - 1)
        while slots[slot] != Self.free {
            if isEqual(ranges[Int(slots[slot])], literal, kind, folding: folding) { return slots[slot] }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// The literal's number, a new one if need be.
    mutating func insert(_ literal: ArraySlice<UInt8>, _ kind: Kind, folding: Bool = false) -> UInt32 {
        if let number = number(of: literal, kind, folding: folding) { return number }
        if (count + 1) * 2 > slots.count { grow() }
        let start = bytes.count
        bytes.append(kind.rawValue)
        bytes += folding ? ASCII.lowercased(literal) : Array(literal)
        ranges.append(start..<bytes.count)
        place(UInt32(count))
        count += 1
        return UInt32(count - 1)
    }

    private mutating func grow() {
        slots = [UInt32](repeating: Self.free, count: slots.count * 2)
        for number in 0..<count { place(UInt32(number)) }
    }

    private mutating func place(_ number: UInt32) {
        let range = ranges[Int(number)]
        guard let kind = Kind(rawValue: bytes[range.lowerBound]) else { return }
        var slot = Self.hash(bytes[range].dropFirst(), kind, folding: false) & (slots.count - 1)
        while slots[slot] != Self.free { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = number
    }

    private func isEqual(_ range: Range<Int>, _ literal: ArraySlice<UInt8>, _ kind: Kind, folding: Bool) -> Bool {
        guard range.count == literal.count + 1, bytes[range.lowerBound] == kind.rawValue else { return false }
        let own = bytes[range].dropFirst()
        return folding
            ? own.elementsEqual(literal, by: { $0 == ASCII.lowercased($1) }) : own.elementsEqual(literal)
    }

    /// FNV-1a.
    private static func hash(_ literal: ArraySlice<UInt8>, _ kind: Kind, folding: Bool) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        hash = (hash ^ UInt64(kind.rawValue)) &* 0x100_0000_01b3
        for byte in literal {
            hash = (hash ^ UInt64(folding ? ASCII.lowercased(byte) : byte)) &* 0x100_0000_01b3
        }
        return Int(truncatingIfNeeded: (hash ^ (hash >> 32)) & 0x7FFF_FFFF)
    }
}
