/// Eight bytes at a time: what is asked of many bytes is asked of whole words.
///
/// Words are little-endian on every machine: the first byte of the text is the lowest one of the word.
extension Span<UInt8> {
    /// The bytes from `offset` on, which is not behind the end; `padding` stands for those that are.
    @inline(__always)
    func word(at offset: Int, padding: UInt8 = 0) -> UInt64 {
        let left = count &- offset
        if left >= 8 { return unsafe load(at: offset) }
        let padding = UInt64(repeating: padding) &<< UInt64(truncatingIfNeeded: left &* 8)
        if count < 8 { return shortWord &>> UInt64(truncatingIfNeeded: offset &* 8) | padding }
        // The last eight bytes stand in for a read across the end; what lies before `offset` is shifted out.
        let last = unsafe load(at: count &- 8)
        return (last &>> UInt64(truncatingIfNeeded: 56 &- left &* 8)) &>> 8 | padding
    }

    /// Fewer than eight bytes: overlapping halves, or first, middle and last.
    private var shortWord: UInt64 {
        @inline(never) get {
            if count >= 4 {
                let (low, high) = unsafe (loadHalf(at: 0), loadHalf(at: count &- 4))
                return low | high &<< UInt64(truncatingIfNeeded: (count &- 4) &* 8)
            }
            guard count > 0 else { return 0 }
            func byte(_ index: Int) -> UInt64 { UInt64(self[index]) &<< UInt64(truncatingIfNeeded: index &* 8) }
            return byte(0) | byte(count &>> 1) | byte(count &- 1)
        }
    }

    /// A word whose highest byte is the one before `end`, which is less than eight bytes away from the start.
    @inline(__always)
    func earlyWord(endingAt end: Int) -> UInt64 {
        let first = count >= 8 ? unsafe load(at: 0) : shortWord
        return first &<< UInt64(truncatingIfNeeded: 64 &- end &* 8)
    }

    /// Eight bytes of which every one is there.
    @inline(__always)
    @unsafe func load(at offset: Int) -> UInt64 {
        unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    @inline(__always)
    @unsafe private func loadHalf(at offset: Int) -> UInt64 {
        unsafe UInt64(UInt32(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self)))
    }
}

extension UInt64 {
    /// A word of eight equal bytes.
    @inline(__always)
    init(repeating byte: UInt8) {
        self = 0x0101_0101_0101_0101 &* UInt64(byte)
    }

    /// The word with its ASCII capitals in lower case.
    @inline(__always)
    var lowercased: UInt64 {
        let low = self & UInt64(repeating: 0x7F)
        let fromA = low &+ UInt64(repeating: 0x80 - UInt8(ascii: "A"))
        let behindZ = low &+ UInt64(repeating: 0x7F - UInt8(ascii: "Z"))
        let isCapital = fromA & ~behindZ & ~self & UInt64(repeating: 0x80)
        return self | isCapital &>> 2
    }
}
