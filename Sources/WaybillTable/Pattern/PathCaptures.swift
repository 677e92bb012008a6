/// The captured segments of a path.
///
/// ```
/// starts     …  | first | second | last      one byte each, the last capture lowest
/// ends       …  | first | second | last
/// ```
struct PathCaptures: Sendable, BitwiseCopyable {
    private var starts: UInt64 = 0
    private var ends: UInt64 = 0

    /// The limit of captures. Earlier ones are forgotten.
    static let maximumCount = 8
    /// The limit of the path's length.
    static let maximumLength = Int(UInt8.max)

    @inline(__always)
    mutating func append(from start: Int, to end: Int) {
        starts = starts &<< 8 | UInt64(truncatingIfNeeded: start)
        ends = ends &<< 8 | UInt64(truncatingIfNeeded: end)
    }

    /// - Parameter count: The number of appended captures; at most ``maximumCount``.
    func range(at position: Int, of count: Int) -> Range<Int> {
        let shift = (count - 1 - position) * 8
        return Int(UInt8(truncatingIfNeeded: starts >> shift))..<Int(UInt8(truncatingIfNeeded: ends >> shift))
    }
}
