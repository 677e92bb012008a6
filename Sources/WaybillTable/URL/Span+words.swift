// Texts are read and compared eight bytes at a time. The first byte is the lowest of a word on every machine.

extension Span<UInt8> {
    /// Returns the eight bytes from `offset`. If the text ends earlier, `padding` fills the word.
    ///
    /// - Parameters:
    ///   - offset: At most the count.
    ///   - tail: The ``tail`` of the text, which a loop reads once.
    @inline(__always)
    func word(at offset: Int, padding: UInt8, tail: UInt64) -> UInt64 {
        let last = count &- 8
        if offset <= last { return wholeWord(at: offset) }
        // Shifts bring in zeros, which the padding replaces. There are two shifts, because one by 64 has no effect.
        let filler = UInt64(repeating: padding)
        let missing = UInt64(truncatingIfNeeded: (offset &- last) &* 8)
        return (((tail ^ filler) &>> 8) &>> (missing &- 8)) ^ filler
    }

    /// The last eight bytes, the last one highest. A shorter text has zeros before it.
    @inline(__always)
    var tail: UInt64 {
        if count >= 8 { return wholeWord(at: count &- 8) }
        var word: UInt64 = 0
        for index in 0..<count { word = word &>> 8 | UInt64(self[index]) &<< 56 }
        return word
    }

    /// - Parameter offset: At most eight less than the count, as both callers check.
    @inline(__always)
    private func wholeWord(at offset: Int) -> UInt64 {
        // The eight bytes are in bounds, and any eight bytes are a valid number.
        UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    /// Returns the key of a part of the text: its first eight bytes. A shorter part is closed by a slash and filled
    /// with zeros. Its own slashes, which were escaped, become zeros, too.
    ///
    /// Decoded text never contains a NUL, so two texts of fewer than eight bytes are equal if and only if their keys
    /// are. Longer texts are compared piece by piece: whole words, and then the key of the rest, which may be empty.
    func key(_ range: Range<Int>) -> UInt64 {
        let word = word(at: range.lowerBound, padding: 0, tail: tail)
        let text = word & ~word.marks(of: UInt8(ascii: "/"))
        guard range.count < UInt64.keyLength else { return text }
        let closing: UInt64 = 1 &<< UInt64(truncatingIfNeeded: range.count &* 8)
        return text & (closing &- 1) | closing &* UInt64(UInt8(ascii: "/"))
    }
}

extension UInt64 {
    /// The number of bytes in a word.
    static let keyLength = 8

    /// A word of eight equal bytes.
    @inline(__always)
    init(repeating byte: UInt8) {
        self = 0x0101_0101_0101_0101 &* UInt64(byte)
    }

    private typealias Lanes = SIMD8<Int8>

    private var lanes: Lanes { unsafe unsafeBitCast(self, to: Lanes.self) }  // same size, all bits are valid

    /// Marks the bytes with a value: all of their bits are ones, and the others are zeros.
    @inline(__always)
    func marks(of byte: UInt8) -> UInt64 {
        let mask = lanes .== Lanes(repeating: Int8(bitPattern: byte))
        return unsafe unsafeBitCast(mask, to: UInt64.self)  // same size: a byte of ones or zeros for each lane
    }

    /// Marks the first byte with a value, and possibly bytes after it: their highest bits are ones, all others zeros. It
    /// takes fewer steps one after the other than ``marks(of:)``, where the position of the next word depends on them.
    @inline(__always)
    func firstMarks(of byte: UInt8) -> UInt64 {
        let difference = self ^ UInt64(repeating: byte)
        return (difference &- UInt64(repeating: 1)) & ~difference & UInt64(repeating: 0x80)
    }

    /// The index of the first marked byte; 8 if there is none.
    @inline(__always)
    var firstMarkedByte: Int { trailingZeroBitCount &>> 3 }

    /// The marks without the first one.
    @inline(__always)
    var removingFirstMark: UInt64 { self & ~bytesToMark }

    /// Ones in all bytes up to the first marked one, inclusive; in all bytes if there is none.
    @inline(__always)
    var bytesToMark: UInt64 {
        let last = self & UInt64(repeating: 0x80)
        return last ^ (last &- 1)
    }

    /// Whether all bytes stay unchanged in a path: visible ASCII except `%`, `?` and `#`. (Also false for `!`, `"` and
    /// `$`, which only costs time.)
    @inline(__always)
    var isPlain: Bool { unusualMarks == 0 }

    /// Marks the bytes that are not plain.
    @inline(__always)
    var unusualMarks: UInt64 {
        // Bytes beyond ASCII are negative. `?` and DEL differ in one bit.
        let isUnusual = lanes .< Lanes(repeating: 0x26) .| (lanes | Lanes(repeating: 0x40)) .== Lanes(repeating: 0x7F)
        return unsafe unsafeBitCast(isUnusual, to: UInt64.self)  // same size: a byte of ones or zeros for each lane
    }

    /// Whether all bytes are valid in a query, and none is a `#`. (False for bytes beyond ASCII.)
    @inline(__always)
    var isPlainQuery: Bool {
        let isUnusual =
            lanes .<= Lanes(repeating: 0x20) .| lanes .== Lanes(repeating: 0x7F)
            .| lanes .== Lanes(repeating: Int8(bitPattern: UInt8(ascii: "#")))
        return unsafe unsafeBitCast(isUnusual, to: UInt64.self) == 0  // same size, and zeros if all lanes are false
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
