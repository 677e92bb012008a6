/// The segments of a path that were captured.
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

    /// Of the captures, of which those before them are forgotten.
    static let maximumCount = 8
    /// Of the path.
    static let maximumLength = Int(UInt8.max)

    @inline(__always)
    mutating func append(from start: Int, to end: Int, word: UInt64) {
        starts = starts &<< 8 | UInt64(truncatingIfNeeded: start)
        ends = ends &<< 8 | UInt64(truncatingIfNeeded: end)
        signatures |= Self.signature(of: word, length: end &- start)
    }

    /// - Parameter count: How many were appended; at most ``maximumCount``.
    func range(at position: Int, of count: Int) -> Range<Int> {
        let shift = (count - 1 - position) * 8
        return Int(UInt8(truncatingIfNeeded: starts >> shift))..<Int(UInt8(truncatingIfNeeded: ends >> shift))
    }

    /// One bit, which tells most texts from a few others.
    ///
    /// - Parameter word: The first bytes of the text, the first one of which counts.
    @inline(__always)
    static func signature(of word: UInt64, length: Int) -> UInt64 {
        1 &<< (word &+ UInt64(truncatingIfNeeded: length &* 8))
    }
}
