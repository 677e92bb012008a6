/// One word that stands for a text: for up to eight bytes it *is* the text, for more it is a hash.
///
/// No text that is looked up holds a NUL, so that a word with zeros behind the text tells its length too: two texts of
/// at most eight bytes are equal exactly if their keys are. Longer ones still have to be compared.
enum SegmentKey {
    /// The most bytes that a key holds whole.
    static let exactLength = 8

    @inline(__always)
    static func key(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> UInt64 {
        let length = end &- start
        if length > exactLength { return unsafe mix(bytes.load(at: start), bytes.load(at: end &- 8), length) }
        if length == 0 { return 0 }
        let word = end >= 8 ? unsafe bytes.load(at: end &- 8) : bytes.earlyWord(endingAt: end)
        return word &>> UInt64(truncatingIfNeeded: 64 &- length &* 8)
    }

    static func key(_ bytes: Span<UInt8>, _ place: URLScan.Place) -> UInt64 {
        key(bytes, Int(place.start), Int(place.end))
    }

    /// The key that the text has once its ASCII capitals are in lower case.
    static func foldedKey(_ bytes: Span<UInt8>, _ place: URLScan.Place) -> UInt64 {
        let (start, length) = (Int(place.start), Int(place.length))
        guard length > exactLength else { return key(bytes, place).lowercased }
        let (head, tail) = unsafe (bytes.load(at: start), bytes.load(at: start &+ length &- 8))
        return mix(head.lowercased, tail.lowercased, length)
    }

    static func key(_ bytes: [UInt8]) -> UInt64 { key(bytes.span, URLScan.Place(0, bytes.count)) }

    @inline(__always)
    static func mix(_ head: UInt64, _ tail: UInt64, _ length: Int) -> UInt64 {
        (head ^ tail &* 0x9E37_79B9_7F4A_7C15) &+ UInt64(truncatingIfNeeded: length)
    }
}
