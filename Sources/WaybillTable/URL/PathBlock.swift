/// What stands in up to 64 bytes of a path, found sixteen bytes at a time.
struct PathBlock {
    private typealias Lanes = SIMD16<UInt8>

    static let length = 64

    /// Where a `/` stands: one bit a byte, the first one lowest.
    private(set) var slashes: UInt64 = 0
    /// The highest bit of a lane is set where a byte is another than those of a plain path.
    private var others = Lanes()

    /// Whether a byte is not visible ASCII, or `%`, `?` or `#`. (`!`, `"` and `$` raise a false alarm, which costs time.)
    @inline(__always)
    var needsCare: Bool {
        let halves = unsafe unsafeBitCast(others, to: SIMD2<UInt64>.self)
        return (halves.x | halves.y) & UInt64(repeating: 0x80) != 0
    }

    /// - Parameters:
    ///   - text: Eight bytes or more that are there.
    ///   - count: How many of them the block looks at, eight or more.
    @inline(__always)
    @unsafe init(_ text: UnsafeRawPointer, count: Int) {
        // What is looked at twice does no harm.
        guard count >= 16 else {
            let (first, last) = unsafe (text.word(at: 0), text.word(at: count &- 8))
            look(unsafe unsafeBitCast(SIMD2(first.littleEndian, last.littleEndian), to: Lanes.self), at: 0, count &- 8)
            return
        }
        unsafe look(text, at: 0)
        if count > 16 {
            unsafe look(text, at: count &- 16)
            if count > 32 {
                unsafe look(text, at: 16)
                if count > 48 { unsafe look(text, at: 32) }
            }
        }
    }

    @inline(__always)
    @unsafe private mutating func look(_ text: UnsafeRawPointer, at offset: Int) {
        unsafe look(text.loadUnaligned(fromByteOffset: offset, as: Lanes.self), at: offset, offset &+ 8)
    }

    /// - Parameters:
    ///   - first: Where the first eight lanes stand.
    ///   - second: The same of the others.
    @inline(__always)
    private mutating func look(_ lanes: Lanes, at first: Int, _ second: Int) {
        let slashes = Self.halves(lanes .== Self.all("/")) & SIMD2(repeating: 0x8040_2010_0804_0201)
        self.slashes |= Self.gathered(slashes.x) &<< UInt64(truncatingIfNeeded: first)
        self.slashes |= Self.gathered(slashes.y) &<< UInt64(truncatingIfNeeded: second)
        // Below `&`, or beyond ASCII; and `?` and DEL, which differ in one bit.
        let isEarly = (lanes &- Lanes(repeating: 0x26)) | lanes
        let isQuestion = (lanes | Lanes(repeating: 0x40)) &+ Lanes(repeating: 1)
        others |= isEarly | isQuestion
    }

    /// One bit a lane: bit i of byte i is kept, and all bytes are added up in the highest one.
    @inline(__always)
    private static func gathered(_ bits: UInt64) -> UInt64 { (bits &* 0x0101_0101_0101_0101) &>> 56 }

    @inline(__always)
    private static func halves(_ lanes: SIMDMask<SIMD16<Int8>>) -> SIMD2<UInt64> {
        unsafe unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
    }

    // Operators that take a vector and a number are not vectorised: numbers are spread out here.
    @inline(__always)
    private static func all(_ character: Unicode.Scalar) -> Lanes {
        Lanes(repeating: UInt8(truncatingIfNeeded: character.value))
    }
}
