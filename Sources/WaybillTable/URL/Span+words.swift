// Texts are read and compared eight bytes at a time. A word holds its first byte lowest on every machine.

extension Span<UInt8> {
    /// The eight bytes from `offset` on; where the text ends earlier, `padding` fills the word.
    ///
    /// - Parameters:
    ///   - offset: At most the count.
    ///   - tail: The ``tail`` of the text, which a loop asks for once.
    @inline(__always)
    func word(at offset: Int, padding: UInt8, tail: UInt64) -> UInt64 {
        let last = count &- 8
        if offset <= last { return wholeWord(at: offset) }
        // Zeros are shifted in, which the filler makes of itself and takes back; by two shifts, for one by 64 does nothing.
        let filler = UInt64(repeating: padding)
        let missing = UInt64(truncatingIfNeeded: (offset &- last) &* 8)
        return (((tail ^ filler) &>> 8) &>> (missing &- 8)) ^ filler
    }

    /// The last eight bytes, the last one highest; zeros come before those of a shorter text.
    @inline(__always)
    var tail: UInt64 {
        if count >= 8 { return wholeWord(at: count &- 8) }
        var word: UInt64 = 0
        for index in 0..<count { word = word &>> 8 | UInt64(self[index]) &<< 56 }
        return word
    }

    /// - Parameter offset: At most eight less than the count, as both calls above check.
    @inline(__always)
    private func wholeWord(at offset: Int) -> UInt64 {
        // Eight bytes that are there, and any eight bytes are a number.
        UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    /// The first eight bytes of a part of the text, which stand for it: closed by a slash, and filled with zeros, where
    /// it ends within them. Slashes of its own, which were escaped, are zeros too.
    ///
    /// No text that is decoded holds a NUL, so that two texts of fewer than eight bytes are equal exactly if their keys
    /// are. Longer ones are compared piece by piece: whole words, and then a key of what is left, which may be nothing.
    func key(_ range: Range<Int>) -> UInt64 {
        let word = word(at: range.lowerBound, padding: 0, tail: tail)
        let text = word & ~word.marks(of: UInt8(ascii: "/"))
        guard range.count < UInt64.keyLength else { return text }
        let closing: UInt64 = 1 &<< UInt64(truncatingIfNeeded: range.count &* 8)
        return text & (closing &- 1) | closing &* UInt64(UInt8(ascii: "/"))
    }
}

extension UInt64 {
    /// How many bytes of a text a word holds.
    static let keyLength = 8

    /// A word of eight equal bytes.
    @inline(__always)
    init(repeating byte: UInt8) {
        self = 0x0101_0101_0101_0101 &* UInt64(byte)
    }

    private typealias Lanes = SIMD8<Int8>

    private var lanes: Lanes { unsafe unsafeBitCast(self, to: Lanes.self) }  // as large, and any bits are numbers

    /// Marks the bytes of a value: ones in all of their bits, and zeros in the others.
    @inline(__always)
    func marks(of byte: UInt8) -> UInt64 {
        let mask = lanes .== Lanes(repeating: Int8(bitPattern: byte))
        return unsafe unsafeBitCast(mask, to: UInt64.self)  // as large: a byte of ones or zeros a lane
    }

    /// The number of the first byte that is marked; 8 if there is none.
    @inline(__always)
    var firstMarkedByte: Int { trailingZeroBitCount &>> 3 }

    /// Without the first mark.
    @inline(__always)
    var removingFirstMark: UInt64 { self & ~bytesToMark }

    /// Ones in all bytes to the first that is marked, which is one of them; in all if there is none.
    @inline(__always)
    var bytesToMark: UInt64 {
        let last = self & UInt64(repeating: 0x80)
        return last ^ (last &- 1)
    }

    /// Whether all bytes stay as they are in a path: visible ASCII, and not `%`, `?` and `#`. (Not for `!`, `"` and `$`
    /// either, which costs time alone.)
    @inline(__always)
    var isPlain: Bool { unusualMarks == 0 }

    /// Marks the bytes that are not plain.
    @inline(__always)
    var unusualMarks: UInt64 {
        // What is beyond ASCII is negative; `?` and DEL differ in one bit.
        let isUnusual = lanes .< Lanes(repeating: 0x26) .| (lanes | Lanes(repeating: 0x40)) .== Lanes(repeating: 0x7F)
        return unsafe unsafeBitCast(isUnusual, to: UInt64.self)  // as large: a byte of ones or zeros a lane
    }

    /// Whether all bytes may be in a query, none of which is a `#`. (Not for what is beyond ASCII.)
    @inline(__always)
    var isPlainQuery: Bool {
        let isUnusual =
            lanes .<= Lanes(repeating: 0x20) .| lanes .== Lanes(repeating: 0x7F)
            .| lanes .== Lanes(repeating: Int8(bitPattern: UInt8(ascii: "#")))
        return unsafe unsafeBitCast(isUnusual, to: UInt64.self) == 0  // as large, and zeros where all lanes are false
    }

    /// The word with its ASCII capitals in lower case.
    var lowercased: UInt64 {
        let low = self & UInt64(repeating: 0x7F)
        let isAtLeastA = low &+ UInt64(repeating: 0x80 - UInt8(ascii: "A"))
        let isBeyondZ = low &+ UInt64(repeating: 0x7F - UInt8(ascii: "Z"))
        let isCapital = isAtLeastA & ~isBeyondZ & ~self & UInt64(repeating: 0x80)
        return self | isCapital &>> 2
    }
}
