/// The captured segments of a path.
///
/// ```
/// starts     …  | first | second | last      one byte each, the last capture lowest
/// ends       …  | first | second | last
/// ```
struct PathCaptures: Sendable, BitwiseCopyable {
    private var starts: UInt64 = 0
    private var ends: UInt64 = 0
    /// A bit for each capture; see ``signature(of:length:)``.
    private(set) var signatures: UInt64 = 0

    /// The limit of captures. Earlier ones are forgotten.
    static let maximumCount = 8
    /// The limit of the path's length.
    static let maximumLength = Int(UInt8.max)

    @inline(__always)
    mutating func append(from start: Int, to end: Int, word: UInt64) {
        starts = starts &<< 8 | UInt64(truncatingIfNeeded: start)
        ends = ends &<< 8 | UInt64(truncatingIfNeeded: end)
        signatures |= Self.signature(of: word, length: end &- start)
    }

    /// - Parameter count: The number of appended captures; at most ``maximumCount``.
    func range(at position: Int, of count: Int) -> Range<Int> {
        let shift = (count - 1 - position) * 8
        return Int(UInt8(truncatingIfNeeded: starts >> shift))..<Int(UInt8(truncatingIfNeeded: ends >> shift))
    }

    /// Returns one bit, which distinguishes most texts from a few others.
    ///
    /// - Parameter word: The first bytes of the text, of which the first one counts.
    @inline(__always)
    static func signature(of word: UInt64, length: Int) -> UInt64 {
        1 &<< (word &+ UInt64(truncatingIfNeeded: length &* 8))
    }
}
