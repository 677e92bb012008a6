/// The slashes of a short path, found sixteen bytes at a time.
struct PathSlashes {
    private typealias Lanes = SIMD16<UInt8>

    /// One bit a byte of the path, the first one lowest.
    private(set) var bits: UInt64 = 0
    /// The highest bit of a lane is set where a byte cannot stay as it is in a path.
    private var unusual = Lanes()

    static let maximumLength = 63

    /// - Returns: `nil` for what is not a path, for a longer one, and where bytes cannot stay as they are: all but
    ///   visible ASCII, and `%`, `?` and `#`. (`!`, `"` and `$` count too, which costs time alone.)
    @inline(__always)
    init?(of path: Span<UInt8>) {
        let count = path.count
        guard count > 0, count <= Self.maximumLength, path[0] == UInt8(ascii: "/") else { return nil }
        // What is looked at twice does no harm.
        if count >= 16 {
            look(path, at: 0)
            if count > 32 {
                look(path, at: 16)
                if count > 48 { look(path, at: 32) }
            }
            look(path, at: count &- 16)
        } else {
            let last = max(0, count &- 8)
            let letter = UInt8(ascii: "a")
            let words = SIMD2(path.word(at: 0, padding: letter), path.word(at: last, padding: letter))
            let slashes = look(unsafe unsafeBitCast(words, to: Lanes.self))  // as large, and any bits are numbers
            bits = slashes & 0xFF | (slashes &>> 8) &<< UInt64(truncatingIfNeeded: last)
        }
        let words = unsafe unsafeBitCast(unusual, to: SIMD2<UInt64>.self)  // as large, and any bits are numbers
        if (words.x | words.y) & 0x8080_8080_8080_8080 != 0 { return nil }
    }

    @inline(__always)
    private mutating func look(_ path: Span<UInt8>, at offset: Int) {
        // `init` asks only for 16 bytes that are there, and any bytes are numbers.
        let lanes = unsafe path.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: Lanes.self)
        bits |= look(lanes) &<< UInt64(truncatingIfNeeded: offset)
    }

    /// - Returns: A bit for each slash.
    @inline(__always)
    private mutating func look(_ lanes: Lanes) -> UInt64 {
        // Less than `&`, or beyond ASCII; and `?` and DEL, which differ in one bit.
        unusual |= (lanes &- Lanes(repeating: 0x26)) | lanes | ((lanes | Lanes(repeating: 0x40)) &+ Lanes(repeating: 1))
        let mask = lanes .== Lanes(repeating: UInt8(ascii: "/"))
        let isSlash = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)  // as large: a byte of ones or zeros a lane
        // One bit a byte, which the products gather in their highest bytes.
        let marks = isSlash & SIMD2(repeating: 0x8040_2010_0804_0201)
        let low = (marks.x &* 0x0101_0101_0101_0101) &>> 56
        let high = (marks.y &* 0x0101_0101_0101_0101) &>> 56
        return low | high &<< 8
    }
}
