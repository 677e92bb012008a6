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
