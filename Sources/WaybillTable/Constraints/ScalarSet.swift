/// A set of Unicode scalars: ranges in ascending order that neither touch nor overlap, without surrogates.
struct ScalarSet: Hashable {
    let ranges: [ClosedRange<UInt32>]
    /// The total number of bytes of its ``byteSequences``. Stored, because sets such as ``all`` are in most regexes.
    let byteCount: Int

    /// Creates the set of the scalars in these code points, which may overlap and may include surrogates.
    init(_ codePoints: [ClosedRange<UInt32>]) {
        var merged: [ClosedRange<UInt32>] = []
        for range in codePoints.flatMap(Self.withoutSurrogates).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        ranges = merged
        byteCount = Self.byteCount(of: merged)
    }

    init(_ scalar: Unicode.Scalar) {
        ranges = [scalar.value...scalar.value]
        byteCount = UTF8.width(scalar)
    }

    static let all = ScalarSet([0...0x10_FFFF])
    static let digits = ScalarSet([0x30...0x39])
    static let wordCharacters = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let whitespace = ScalarSet([0x09...0x0D, 0x20...0x20])

    var isEmpty: Bool { ranges.isEmpty }

    /// The only member, if there is only one.
    var single: UInt32? {
        guard ranges.count == 1, ranges[0].count == 1 else { return nil }
        return ranges[0].lowerBound
    }

    var inverted: ScalarSet {
        var gaps: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { gaps.append(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        if next <= 0x10_FFFF { gaps.append(next...0x10_FFFF) }
        return ScalarSet(gaps)
    }

    private static func withoutSurrogates(_ range: ClosedRange<UInt32>) -> [ClosedRange<UInt32>] {
        guard range.overlaps(0xD800...0xDFFF) else { return [range] }
        var parts: [ClosedRange<UInt32>] = []
        if range.lowerBound < 0xD800 { parts.append(range.lowerBound...0xD7FF) }
        if range.upperBound > 0xDFFF { parts.append(0xE000...range.upperBound) }
        return parts
    }
}

/// A byte range for each byte of an encoding. Every choice of one byte from each range is one scalar in UTF-8.
typealias ByteSequence = [ClosedRange<UInt8>]

extension ScalarSet {
    /// The UTF-8 encodings of the members, each in exactly one of the sequences.
    ///
    ///     all scalars   00-7F
    ///                   C2-DF 80-BF
    ///                   E0    A0-BF 80-BF     (the others of E0 would be overlong)
    ///                   E1-EC 80-BF 80-BF
    ///                   ED    80-9F 80-BF     (the others of ED would be surrogates)
    ///                   EE-EF 80-BF 80-BF
    ///                   F0    90-BF 80-BF 80-BF
    ///                   F1-F3 80-BF 80-BF 80-BF
    ///                   F4    80-8F 80-BF 80-BF
    var byteSequences: [ByteSequence] {
        Self.evenRanges(of: ranges).map { range in
            zip(Self.encoding(of: range.lowerBound), Self.encoding(of: range.upperBound)).map { $0...$1 }
        }
    }

    /// Returns the total number of bytes of the ``byteSequences`` of a set with these ranges.
    static func byteCount(of ranges: [ClosedRange<UInt32>]) -> Int {
        evenRanges(of: ranges).reduce(0) { $0 + encodingLength(of: $1.lowerBound) }
    }

    /// Returns the ranges, split so that each is one byte sequence.
    private static func evenRanges(of ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
        guard let last = ranges.last, last.upperBound >= 0x80 else { return ranges }
        var even: [ClosedRange<UInt32>] = []
        var pending = Array(ranges.reversed())
        while let range = pending.popLast() {
            if let split = firstSplit(of: range) {
                pending.append(split...range.upperBound)
                pending.append(range.lowerBound...(split - 1))
            } else {
                even.append(range)
            }
        }
        return even
    }

    /// Returns the place at which a range must be split, if it is not one byte sequence: the code point that starts the
    /// second part.
    private static func firstSplit(of range: ClosedRange<UInt32>) -> UInt32? {
        let low = range.lowerBound
        let high = range.upperBound
        for lengthStart: UInt32 in [0x80, 0x800, 0x1_0000] where low < lengthStart && lengthStart <= high {
            return lengthStart
        }
        if high < 0x80 { return nil }
        for bits in [6, 12, 18] {
            let mask: UInt32 = (1 << bits) - 1
            guard low & ~mask != high & ~mask else { return nil }
            if low & mask != 0 { return (low | mask) + 1 }
            if high & mask != mask { return high & ~mask }
        }
        return nil
    }

    private static func encodingLength(of codePoint: UInt32) -> Int {
        codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x1_0000 ? 3 : 4
    }

    private static func encoding(of codePoint: UInt32) -> [UInt8] {
        func continuation(_ shift: UInt32) -> UInt8 { UInt8(0x80 | (codePoint >> shift & 0x3F)) }
        return switch codePoint {
        case ..<0x80: [UInt8(codePoint)]
        case ..<0x800: [UInt8(0xC0 | codePoint >> 6), continuation(0)]
        case ..<0x1_0000: [UInt8(0xE0 | codePoint >> 12), continuation(6), continuation(0)]
        default: [UInt8(0xF0 | codePoint >> 18), continuation(12), continuation(6), continuation(0)]
        }
    }
}
