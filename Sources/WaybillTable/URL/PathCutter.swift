/// Cuts a path without anything to decode at its slashes, one segment each time that it is asked for one.
@safe struct PathCutter {
    /// Sixteen bytes or more.
    private let text: UnsafeRawPointer
    /// Where the segment begins that is cut next.
    private var start: Int
    /// Where segments end, one bit a byte from `base` on.
    private var ends: UInt64 = 0
    private var base = 0
    /// The step behind the last one that was cut.
    private(set) var count = URLScan.headCount

    /// - Parameters:
    ///   - text: Sixteen bytes or more that outlive the cutter; letters stand behind a shorter path.
    ///   - start: Where the first segment begins.
    @inline(__always)
    @unsafe init(_ text: UnsafeRawPointer, from start: Int) {
        unsafe self.text = text
        self.start = start
    }

    /// Looks at some of the path, so that the segments can be cut that end there: behind `seen` and, where that is
    /// fewer than 64 bytes away, up to `end`.
    ///
    /// - Parameters:
    ///   - base: Sixteen bytes or more of the text stand there and behind.
    ///   - seen: The first byte that was not looked at before.
    /// - Returns: What stands there.
    @inline(__always)
    mutating func look(from base: Int, seen: Int, end: Int) -> PathBlock {
        let length = min(end &- base, PathBlock.length)
        let block = unsafe PathBlock(text + base, count: length)
        let last: UInt64 = length < PathBlock.length ? 1 &<< UInt64(truncatingIfNeeded: length) : 0
        self.base = base
        ends = (block.slashes | last) & (~0 &<< UInt64(truncatingIfNeeded: seen &- base))
        return block
    }

    @inline(__always)
    var isAtEnd: Bool { ends == 0 }

    /// Cuts the next segment, which becomes the step ``count`` - 1. What ends with a `/` has an empty one at its end.
    ///
    /// - Parameter steps: With room for it.
    @inline(__always)
    mutating func cut(into steps: borrowing Scratch<URLScan.Step>) -> URLScan.Step {
        let end = base &+ ends.trailingZeroBitCount
        ends &= ends &- 1
        let step = URLScan.Step(key: key(to: end), place: URLScan.Place(start, end))
        unsafe steps[unchecked: count] = step
        count &+= 1
        start = end &+ 1
        return step
    }

    /// Cuts all that can be cut.
    ///
    /// - Returns: Whether a `.` or `..` was among them.
    @inline(__always)
    mutating func cutAll(into steps: borrowing Scratch<URLScan.Step>) -> Bool {
        var hasDots = false
        while !isAtEnd { hasDots = cut(into: steps).isDots || hasDots }
        return hasDots
    }

    @inline(__always)
    private func key(to end: Int) -> UInt64 {
        let length = end &- start
        if length > SegmentKey.exactLength {
            return unsafe SegmentKey.mix(word(at: start), word(at: end &- 8), length)
        }
        if length == 0 { return 0 }
        let last = unsafe end >= 8 ? word(at: end &- 8) : word(at: 0) &<< UInt64(truncatingIfNeeded: 64 &- end &* 8)
        return last &>> UInt64(truncatingIfNeeded: 64 &- length &* 8)
    }

    @inline(__always)
    @unsafe private func word(at offset: Int) -> UInt64 {
        unsafe UInt64(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
