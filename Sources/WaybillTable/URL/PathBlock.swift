/// What stands in up to 64 bytes of a path, found sixteen bytes at a time.
struct PathBlock {
    private typealias Lanes = SIMD16<UInt8>

    static let length = 64

    /// Where a `/` stands: one bit a byte, the first one lowest.
    private(set) var slashes: UInt64 = 0
    /// Not 0 where a byte is another than those of a plain path.
    private var others = SIMD2<UInt64>()

    /// Whether a byte is not visible ASCII, or `%`, `?` or `#`. (`!` and `"` raise a false alarm, which costs time.)
    @inline(__always)
    var needsCare: Bool {
        others.x | others.y != 0
    }

    /// - Parameters:
    ///   - text: Sixteen bytes or more that are there.
    ///   - count: How many of them the block looks at; where they are fewer than sixteen, letters stand behind them.
    @inline(__always)
    @unsafe init(_ text: UnsafeRawPointer, count: Int) {
        unsafe look(text, at: 0)
        // What is looked at twice does no harm.
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
        slashes |= Self.bits(lanes .== Self.all("/")) &<< UInt64(truncatingIfNeeded: offset)
        let isOther = (lanes &- Self.all("$")) .> Lanes(repeating: 0x7E - 0x24)
        others |= Self.halves(isOther) | Self.halves(lanes .== Self.all("%")) | Self.halves(lanes .== Self.all("?"))
    }

    /// One bit a lane.
    @inline(__always)
    private static func bits(_ lanes: SIMDMask<SIMD16<Int8>>) -> UInt64 {
        let halves = Self.halves(lanes)
        // Keep bit i of byte i, then add all bytes up in the highest one.
        let low = ((halves.x & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) &>> 56
        let high = ((halves.y & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) &>> 56
        return low | high &<< 8
    }

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
