/// Cuts a path without anything to decode at its slashes, one segment each time that it is asked for one.
@safe struct PathCutter: StepSequence {
    /// Eight bytes or more.
    private let text: UnsafeRawPointer
    /// Where the segment begins that is cut next.
    private var start: Int
    /// Where segments end, one bit a byte from `base` on.
    private var ends: UInt64 = 0
    private var base = 0
    /// The step behind the last one that was cut.
    private(set) var count = URLScan.headCount

    /// - Parameters:
    ///   - text: Eight bytes or more that outlive the cutter; letters stand behind a shorter path.
    ///   - start: Where the first segment begins.
    @unsafe init(_ text: UnsafeRawPointer, from start: Int) {
        unsafe self.text = text
        self.start = start
    }

    /// Looks at some of the path, so that the segments can be cut that end there: behind `seen` and, where that is
    /// fewer than 64 bytes away, up to `end`.
    ///
    /// - Parameters:
    ///   - base: Sixteen bytes or more of the text stand there and behind, or all of it.
    ///   - seen: The first byte that was not looked at before.
    /// - Returns: What stands there.
    @inline(__always)
    mutating func look(from base: Int, seen: Int, end: Int) -> PathBlock {
        let length = min(end &- base, PathBlock.length)
        let block = unsafe PathBlock(text + base, count: max(length, 8))
        let last: UInt64 = length < PathBlock.length ? 1 &<< UInt64(truncatingIfNeeded: length) : 0
        self.base = base
        ends = (block.slashes | last) & (~0 &<< UInt64(truncatingIfNeeded: seen &- base))
        return block
    }

    @inline(__always)
    private var isAtEnd: Bool { ends == 0 }

    /// Cuts the next segment. What ends with a `/` has an empty one at its end.
    @inline(__always)
    mutating func next() -> URLScan.Step? {
        if isAtEnd { return nil }
        let end = base &+ ends.trailingZeroBitCount
        ends &= ends &- 1
        let step = URLScan.Step(key: key(to: end), place: URLScan.Place(start, end))
        start = end &+ 1
        return step
    }

    /// Cuts all that can be cut.
    ///
    /// - Parameter steps: With room for them.
    /// - Returns: Whether a `.` or `..` was among them.
    @inline(__always)
    mutating func cutAll(into steps: borrowing Scratch<URLScan.Step>) -> Bool {
        var hasDots = false
        while let step = next() {
            hasDots = step.isDots || hasDots
            unsafe steps[unchecked: count] = step
            count &+= 1
        }
        return hasDots
    }

    @inline(__always)
    private func key(to end: Int) -> UInt64 {
        let length = end &- start
        if length > SegmentKey.length { return unsafe word(at: start) }
        if length == 0 { return 0 }
        let last = unsafe end >= 8 ? word(at: end &- 8) : word(at: 0) &<< UInt64(truncatingIfNeeded: 64 &- end &* 8)
        return last &>> UInt64(truncatingIfNeeded: 64 &- length &* 8)
    }

    @inline(__always)
    @unsafe private func word(at offset: Int) -> UInt64 { unsafe text.word(at: offset) }
}

extension UnsafeRawPointer {
    /// Eight bytes as a word, the first one lowest.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        unsafe UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
