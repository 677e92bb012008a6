import CByteLanes

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
    var needsCare: Bool { highest_bits(others) != 0 }

    /// - Parameters:
    ///   - text: Eight bytes or more that are there.
    ///   - count: How many of them the block looks at, eight or more.
    @inline(__always)
    @unsafe init(_ text: UnsafeRawPointer, count: Int) {
        // What is looked at twice does no harm.
        guard count >= 16 else {
            let (first, last) = unsafe (text.word(at: 0), text.word(at: count &- 8))
            let bits = look(unsafe unsafeBitCast(SIMD2(first.littleEndian, last.littleEndian), to: Lanes.self))
            slashes = bits & 0xFF | (bits &>> 8) &<< UInt64(truncatingIfNeeded: count &- 8)
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
        let lanes = unsafe text.loadUnaligned(fromByteOffset: offset, as: Lanes.self)
        slashes |= look(lanes) &<< UInt64(truncatingIfNeeded: offset)
    }

    /// - Returns: Where a `/` stands in the lanes.
    @inline(__always)
    private mutating func look(_ lanes: Lanes) -> UInt64 {
        // Below `&`, or beyond ASCII; and `?` and DEL, which differ in one bit.
        let isEarly = (lanes &- Lanes(repeating: 0x26)) | lanes
        let isQuestion = (lanes | Lanes(repeating: 0x40)) &+ Lanes(repeating: 1)
        others |= isEarly | isQuestion
        let isSlash = lanes .== Lanes(repeating: UInt8(ascii: "/"))
        return UInt64(highest_bits(unsafe unsafeBitCast(isSlash, to: Lanes.self)))
    }
}
