/// The fast way: a path without anything to decode, sixteen bytes at a time.
extension URLScan {
    /// Finds the segments of the path that goes from `start` to the end of `bytes`; a `/` at its start is passed over
    /// by the caller.
    ///
    /// - Returns: `false` where some byte needs care: anything but visible ASCII, an escape, the start of a query or a
    ///   fragment, or a dot segment. The segments mean nothing then.
    @inline(__always)
    mutating func splitVerbatim(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        var split = Split(segmentStart: start)
        if bytes.count &- start < 64 {
            splitBlock(bytes, from: start, &split)
        } else {
            splitBlocks(bytes, from: start, &split)
        }
        // Nothing behind the last slash: no segment, but a trailing slash of those that are there.
        let endsOpen = unsafe steps[unchecked: split.count &- 1].place.length == 0
        count = endsOpen ? split.count &- 1 : split.count
        hasTrailingSlash = endsOpen && count > Self.headCount
        return split.needsCare == 0
    }

    @inline(never)
    private mutating func splitBlocks(_ bytes: Span<UInt8>, from start: Int, _ split: inout Split) {
        for base in stride(from: start, through: bytes.count, by: 64) {
            steps.reserve(split.count + Self.roomOfBlock)
            splitBlock(bytes, from: base, &split)
        }
    }

    /// Finds the segments that end in up to 64 bytes; the steps have room for them.
    @inline(__always)
    private mutating func splitBlock(_ bytes: Span<UInt8>, from base: Int, _ split: inout Split) {
        let block = PathBlock(bytes, at: base)
        split.needsCare |= block.needsCare
        var ends = block.ends
        while ends != 0 {
            let end = base &+ ends.trailingZeroBitCount
            ends &= ends &- 1
            let key = SegmentKey.key(bytes, split.segmentStart, end)
            // `.` and `..`
            split.needsCare |= key | 0x2E00 == 0x2E2E ? 1 : 0
            unsafe steps[unchecked: split.count] = Step(key: key, place: Place(split.segmentStart, end))
            split.count &+= 1
            split.segmentStart = end &+ 1
        }
    }

    private struct Split {
        var segmentStart: Int
        var count = URLScan.headCount
        var needsCare: UInt64 = 0
    }

    /// The most segments that end in a block.
    static let roomOfBlock = 64
}

/// What stands in up to 64 bytes of a path.
private struct PathBlock {
    private typealias Lanes = SIMD16<UInt8>

    /// Where a `/` stands, and where the path ends: one bit a byte, the first one lowest.
    var ends: UInt64
    /// Lanes that are not 0 need care.
    private var care = Lanes(repeating: 0)

    /// Not 0 where a byte is not visible ASCII, or `%`, `?` or `#`. (`!` and `'` raise a false alarm, which costs time.)
    @inline(__always)
    var needsCare: UInt64 {
        let halves = unsafe unsafeBitCast(care, to: SIMD2<UInt64>.self)
        return halves.x | halves.y
    }

    /// - Parameter base: Not behind the end.
    @inline(__always)
    init(_ bytes: Span<UInt8>, at base: Int) {
        let left = bytes.count &- base
        ends = left < 64 ? 1 &<< UInt64(truncatingIfNeeded: left) : 0
        guard bytes.count >= 16 else {
            add(Self.padded(bytes), skipping: base, at: 0)
            return
        }
        let end = min(left, 64)
        var offset = 0
        while offset &+ 16 <= end {
            add(unsafe Self.load(bytes, at: base &+ offset), skipping: 0, at: offset)
            offset &+= 16
        }
        guard offset < end else { return }
        // The last lanes are read once more: from further ahead, so that they all are there.
        add(unsafe Self.load(bytes, at: bytes.count &- 16), skipping: offset &+ 16 &- left, at: offset)
    }

    /// - Parameters:
    ///   - skipped: How many lanes in front were seen already.
    ///   - offset: Where the others stand in the block.
    @inline(__always)
    private mutating func add(_ lanes: Lanes, skipping skipped: Int, at offset: Int) {
        let mask = Self.mask(lanes .== Self.all("/")) &>> UInt64(truncatingIfNeeded: skipped)
        ends |= mask &<< UInt64(truncatingIfNeeded: offset)
        care.replace(with: Self.ones, where: Self.needsCare(lanes))
    }

    @inline(__always)
    private static func needsCare(_ lanes: Lanes) -> SIMDMask<Lanes.MaskStorage> {
        let isInvisible = (lanes &- all("!")) .> Lanes(repeating: 0x7E - 0x21)
        let isHashOrPercent = (lanes | Lanes(repeating: 0x06)) .== all("'")
        return isInvisible .| isHashOrPercent .| (lanes .== all("?"))
    }

    /// One bit a lane.
    @inline(__always)
    private static func mask(_ lanes: SIMDMask<Lanes.MaskStorage>) -> UInt64 {
        let bits = Lanes(repeating: 0).replacing(with: ones, where: lanes)
        let halves = unsafe unsafeBitCast(bits, to: SIMD2<UInt64>.self)
        // Keep bit i of byte i, then add all bytes up in the highest one.
        let low = ((halves.x & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) &>> 56
        let high = ((halves.y & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) &>> 56
        return low | high &<< 8
    }

    @inline(__always)
    @unsafe private static func load(_ bytes: Span<UInt8>, at offset: Int) -> Lanes {
        unsafe unsafeBitCast(SIMD2(bytes.load(at: offset), bytes.load(at: offset &+ 8)), to: Lanes.self)
    }

    /// Fewer than sixteen bytes, and letters behind them.
    @inline(never)
    private static func padded(_ bytes: Span<UInt8>) -> Lanes {
        let padding = UInt8(ascii: "a")
        let words = SIMD2(
            bytes.word(at: 0, padding: padding),
            bytes.count > 8 ? bytes.word(at: 8, padding: padding) : UInt64(repeating: padding))
        return unsafe unsafeBitCast(words, to: Lanes.self)
    }

    // Operators that take a vector and a number are not vectorised: numbers are spread out here.

    @inline(__always)
    private static func all(_ character: Unicode.Scalar) -> Lanes {
        Lanes(repeating: UInt8(truncatingIfNeeded: character.value))
    }

    @inline(__always)
    private static var ones: Lanes { Lanes(repeating: 0xFF) }
}
