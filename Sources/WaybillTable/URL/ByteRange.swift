/// A range in a text of at most 4 GiB, half as large as a `Range<Int>`.
struct ByteRange: Sendable, Hashable, BitwiseCopyable {
    var start: UInt32 = 0
    var length: UInt32 = 0

    /// Creates the empty range at the start.
    init() {}

    @inline(__always)
    init(start: UInt32, length: UInt32) {
        self.start = start
        self.length = length
    }

    /// - Parameter range: Ends at most 4 GiB from the start of the text.
    @inline(__always)
    init(_ range: Range<Int>) {
        self.init(start: UInt32(truncatingIfNeeded: range.lowerBound), length: UInt32(truncatingIfNeeded: range.count))
    }

    @inline(__always)
    var range: Range<Int> { Int(start)..<Int(start) &+ Int(length) }

    /// Returns the range without a prefix and a suffix; empty if it is not longer than both together.
    func removing(prefix: UInt32, suffix: UInt32) -> ByteRange {
        let removed = Int(prefix) + Int(suffix)
        guard removed < Int(length) else { return ByteRange() }
        return ByteRange(start: start + prefix, length: length - prefix - suffix)
    }
}
