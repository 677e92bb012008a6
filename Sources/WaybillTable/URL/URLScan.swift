/// What a URL is made of: places in its bytes, found in one pass that keeps nothing else.
///
/// ```
/// raw       app://push/notes/42?draft=1#top        HTTP://Example.com/caf%C3%A9/./x
/// scheme    ~~~                                    http
/// host                                                 example.com
/// path            ~~~~ ~~~~~ ~~                                   café/x
/// query                        ~~~~~~~
/// fragment                             ~~~
///           places in the raw bytes: verbatim      places in ``decoded``
/// ```
///
/// Most URLs need no decoding: then every place is one in the URL as it was given. Where an escape, a capital in scheme
/// or host, a dot segment or text beyond ASCII stands in the way, the part before the query is written anew, decoded and
/// normalised, and the places are those in the new text. A scan can be used again: it allocates only to grow.
struct URLScan: ~Copyable, Sendable {
    /// A place in the text that is matched: the URL itself, or ``decoded``.
    ///
    /// It is one word, start and length, so that it is written and read as one.
    struct Place: Sendable, Hashable, BitwiseCopyable {
        private var bits: UInt64 = 0

        @inline(__always)
        var start: UInt32 { UInt32(truncatingIfNeeded: bits) }

        @inline(__always)
        var length: UInt32 { UInt32(truncatingIfNeeded: bits &>> 32) }

        @inline(__always)
        var end: UInt32 { start &+ length }

        @inline(__always)
        var range: Range<Int> { Int(start)..<Int(end) }

        @inline(__always)
        init(_ start: Int, _ end: Int) {
            bits = UInt64(truncatingIfNeeded: start) &+ UInt64(truncatingIfNeeded: end &- start) &<< 32
        }

        init(_ range: Range<Int>) {
            self.init(range.lowerBound, range.upperBound)
        }

        init() {}

        /// What is left without a beginning and an end that are there.
        @inline(__always)
        func without(_ cut: Cut) -> Place {
            var place = self
            place.bits = bits &- cut.bits
            return place
        }

        /// How much is taken away from a place, as one word to subtract.
        struct Cut: Sendable, BitwiseCopyable {
            fileprivate let bits: UInt64

            init(front: Int, back: Int) {
                bits = UInt64(front + back) << 32 &- UInt64(front)
            }
        }

        /// What is left without a beginning and an end; of length 0 where it is not long enough.
        @inline(__always)
        func middle(behind prefix: UInt32, before suffix: UInt32) -> Place {
            let (middle, behind) = (Int(start) &+ Int(prefix), Int(end) &- Int(suffix))
            return middle < behind ? Place(middle, behind) : Place()
        }
    }

    /// A part that is compared as a whole. One that the URL does not have, a port for one, has the key 0, which no text
    /// has, and a length, for only a segment can be empty.
    struct Step: Sendable, BitwiseCopyable {
        /// ``SegmentKey``
        var key: UInt64 = 0
        var place = Place(0..<1)

        /// Whether it is an empty segment, `.` or `..`.
        @inline(__always)
        var isSpecial: Bool { place.length <= 2 && (key == 0 || isDots) }

        @inline(__always)
        var isDots: Bool { key | 0x2E00 == 0x2E2E }
    }

    /// How many steps stand before those of the path.
    static let headCount = 3

    /// Scheme, host and port, then the segments of the path: what a walk through the table takes step by step. Valid up
    /// to ``count``; of a path alone only the path is.
    var steps = Scratch(filler: Step(), capacity: Self.headCount + PathBlock.length + 1)
    var count = Self.headCount
    /// Whether a `/` that no segment shows ended the path.
    var hasTrailingSlash = false
    /// Whether there is nothing but a path, verbatim; ``parts`` mean nothing then.
    var isPlainPath = true
    var parts = Parts()
    /// Scheme, host and path once decoded, where the URL is not verbatim.
    var decoded: [UInt8] = []
    /// A text of fewer than eight bytes, and letters behind it.
    private var padded = Scratch(filler: UInt64(0))

    /// What stands besides a path.
    struct Parts: Sendable {
        var scheme: Place?
        var host: Place?
        var port: Int?
        var query: Place?
        var fragment: Place?
        var isVerbatim = true
    }

    /// Longer URLs are refused: places are 32 bits wide.
    static let maximumLength = Int(UInt32.max)

    var isVerbatim: Bool { isPlainPath || parts.isVerbatim }
    var scheme: Place? { isPlainPath ? nil : parts.scheme }
    /// Only network schemes have one.
    var host: Place? { isPlainPath ? nil : parts.host }
    var port: Int? { isPlainPath ? nil : parts.port }
    /// Places in the raw bytes; `nil` where there is no `?` or `#`.
    var query: Place? { isPlainPath ? nil : parts.query }
    var fragment: Place? { isPlainPath ? nil : parts.fragment }

    /// Scans any URL.
    ///
    /// - Throws: ``URLProblem`` for what is no URL; the scan is empty then.
    /// - Complexity: O(*n*), the length of the URL.
    mutating func scan(_ bytes: Span<UInt8>) throws(URLProblem) {
        if !scanPlainPath(bytes) { try scanParts(bytes) }
    }

    /// Scans a URL that is a path and nothing else, verbatim; returns `false` where it is another.
    private mutating func scanPlainPath(_ bytes: Span<UInt8>) -> Bool {
        isPlainPath = isPath(bytes) && splitVerbatim(bytes, from: 1)
        return isPlainPath
    }

    /// Whether a URL starts as a path does.
    private func isPath(_ bytes: Span<UInt8>) -> Bool {
        bytes.count > 0 && bytes.count <= Self.maximumLength && bytes[0] == UInt8(ascii: "/")
    }

    /// Finds the segments of the path that goes from `start` to the end of `bytes`; a `/` at its start is passed over
    /// by the caller.
    ///
    /// - Returns: `false` where some byte needs care: anything but visible ASCII, an escape, the start of a query or a
    ///   fragment, or a dot segment. The segments mean nothing then.
    mutating func splitVerbatim(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        var cutter = unsafe PathCutter(text(of: bytes).base, from: start)
        var (seen, needsCare) = (start, false)
        var length = PathBlock.length
        while length == PathBlock.length {
            let base = max(0, min(seen, bytes.count - 16))
            steps.reserve(cutter.count + PathBlock.length + 1)
            needsCare = cutter.look(from: base, seen: seen, end: bytes.count).needsCare || needsCare
            needsCare = cutter.cutAll(into: steps) || needsCare
            length = min(PathBlock.length, bytes.count - base)
            seen = base + length
        }
        finish(cutter)
        return !needsCare
    }

    /// The bytes where they stand; where they are fewer than eight a copy, with letters behind it.
    ///
    /// - Returns: What can be read there.
    @inline(__always)
    @unsafe func text(of bytes: Span<UInt8>) -> (base: UnsafeRawPointer, length: Int) {
        guard bytes.count < 8 else {
            return unsafe (bytes.withUnsafeBytes { unsafe $0.baseAddress.unsafelyUnwrapped }, bytes.count)
        }
        unsafe padded[unchecked: 0] = bytes.word(at: 0, padding: UInt8(ascii: "a")).littleEndian
        return unsafe (UnsafeRawPointer(padded.base), 8)
    }

    /// Takes over what was cut, to the end.
    @inline(__always)
    mutating func finish(_ cutter: PathCutter) {
        // Nothing behind the last slash: no segment, but a trailing slash of those that are there.
        let endsOpen = unsafe steps[unchecked: cutter.count &- 1].place.length == 0
        count = endsOpen ? cutter.count &- 1 : cutter.count
        hasTrailingSlash = endsOpen && count > Self.headCount
    }
}

/// Why text is no URL, and where.
struct URLProblem: Error {
    enum Kind {
        case space, controlCharacter, badEscape, nul, notUTF8
        case noScheme(length: Int)
        case networkWithoutHost
        case openBracket, missingHost
        case badHost(length: Int)
        case badPort, tooLong
    }

    var kind: Kind
    /// In bytes from the start of the URL.
    var offset: Int

    /// In words, for people.
    func reason(in bytes: [UInt8]) -> String {
        func text(_ length: Int) -> String { String(decoding: bytes[offset..<offset + length], as: UTF8.self) }
        switch kind {
        case .space: return "a space (write %20) may not stand in a URL"
        case .controlCharacter: return "a control character may not stand in a URL"
        case .badEscape: return "'%' is not followed by two hexadecimal digits"
        case .nul: return "'%00' is a NUL"
        case .notUTF8: return "the bytes are not UTF-8 once decoded"
        case .noScheme(let length): return "'\(text(length))' is no scheme; a path starts with '/'"
        case .networkWithoutHost: return "a network scheme needs '//' and a host"
        case .openBracket: return "'[' of the host is not closed"
        case .missingHost: return "the host is missing"
        case .badHost(let length): return "'\(text(length))' is no host"
        case .badPort: return "a port is a number from 0 to 65535"
        case .tooLong: return "it is longer than \(URLScan.maximumLength) bytes"
        }
    }
}
