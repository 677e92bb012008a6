// Texts are read and compared eight bytes at a time. A word holds its first byte lowest on every machine.

extension Span<UInt8> {
    /// The eight bytes from `offset` on; where the text ends earlier, `padding` fills the word.
    ///
    /// - Parameter offset: At most the count.
    @inline(__always)
    func word(at offset: Int, padding: UInt8 = 0) -> UInt64 {
        let last = count &- 8
        if offset <= last { return wholeWord(at: offset) }
        let missing = UInt64(truncatingIfNeeded: (offset &- last) &* 8)
        let filler = UInt64(repeating: padding) &<< (64 &- missing)
        if last < 0 { return shortWord(at: offset) | filler }
        // The last eight bytes of the text, without those before `offset`. (Shifted by 64, a word would stay as it is.)
        return (wholeWord(at: last) &>> (missing &- 8)) &>> 8 | filler
    }

    /// - Parameter offset: At most eight less than the count, as both calls above check.
    @inline(__always)
    private func wholeWord(at offset: Int) -> UInt64 {
        // Eight bytes that are there, and any eight bytes are a number.
        UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    /// The same in a text of fewer than eight bytes; zeros fill the word.
    @inline(never)
    private func shortWord(at offset: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in (offset..<count).reversed() { word = word << 8 | UInt64(self[index]) }
        return word
    }

    /// The first eight bytes of a part of the text, which stand for it.
    ///
    /// No text that is matched holds a NUL: zeros after the text tell its length, and two texts of at most eight bytes
    /// are equal exactly if their keys are. Longer ones are compared piece by piece.
    func key(_ range: Range<Int>) -> UInt64 {
        range.isEmpty ? 0 : word(at: range.lowerBound).prefix(Swift.min(range.count, UInt64.keyLength))
    }
}

extension UInt64 {
    /// The most bytes that a key holds.
    static let keyLength = 8

    /// A word of eight equal bytes.
    @inline(__always)
    init(repeating byte: UInt8) {
        self = 0x0101_0101_0101_0101 &* UInt64(byte)
    }

    /// Its first bytes.
    ///
    /// - Parameter count: From 1 to 8.
    @inline(__always)
    func prefix(_ count: Int) -> UInt64 {
        self & (.max &>> UInt64(truncatingIfNeeded: 64 &- count &* 8))
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
