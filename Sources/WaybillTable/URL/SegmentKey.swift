/// One word that stands for the first eight bytes of a text.
///
/// No text that is looked up holds a NUL, so that a word with zeros behind the text tells its length too: two texts of
/// at most eight bytes are equal exactly if their keys are. Longer ones are compared piece by piece.
enum SegmentKey {
    /// The most bytes that a key holds.
    static let length = 8

    /// - Parameter end: At least `start`.
    @inline(__always)
    static func key(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> UInt64 {
        let count = end &- start
        if count > length { return unsafe bytes.load(at: start) }
        if count == 0 { return 0 }
        let word = end >= 8 ? unsafe bytes.load(at: end &- 8) : bytes.earlyWord(endingAt: end)
        return word &>> UInt64(truncatingIfNeeded: 64 &- count &* 8)
    }

    static func key(_ bytes: Span<UInt8>, _ place: URLScan.Place) -> UInt64 {
        key(bytes, Int(place.start), Int(place.end))
    }

    static func key(_ bytes: ArraySlice<UInt8>) -> UInt64 { key(bytes.span, URLScan.Place(0, bytes.count)) }
}
