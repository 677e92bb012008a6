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
/// Most URLs need no decoding: every place is then one in the URL as it was given. Where the URL has an escape, a
/// capital in scheme or host, a dot segment or text beyond ASCII, the part before the query is written again, decoded
/// and normalised, and the places are those in the new text. A scan can be used again: it allocates only to grow.
struct URLScan: Sendable {
    /// A part that is compared as a whole. One that the URL does not have, a port for example, has the key 0, which no
    /// text has, and a length, because only a segment can be empty.
    struct Step: Sendable, BitwiseCopyable {
        /// See `Span.key(_:)`.
        var key: UInt64 = 0
        var place = ByteRange(0..<1)

        var isEmptySegment: Bool { place.length == 0 }

        /// Whether it is `.` or `..`.
        var isDots: Bool { key == 0x2F2E || key == 0x2F2E2E }
    }

    /// How many steps come before those of the path.
    static let headCount = 3

    /// Scheme, host and port, then the segments of the path: what a walk through the table takes step by step.
    var steps: [Step] = []
    /// Whether a `/` that no segment shows ended the path.
    var hasTrailingSlash = false
    var parts = Parts()
    /// Scheme, host and path once decoded, where the URL is not verbatim.
    var decoded: [UInt8] = []

    /// What a URL has besides a path.
    struct Parts: Sendable {
        var scheme: ByteRange?
        /// Only network schemes have one.
        var host: ByteRange?
        var port: Int?
        /// In the raw bytes; `nil` where there is no `?`.
        var query: ByteRange?
        /// In the raw bytes; `nil` where there is no `#`.
        var fragment: ByteRange?
        var isVerbatim = true
    }

    /// Longer URLs are refused: places are 32 bits wide.
    static let maximumLength = Int(UInt32.max)

    /// Scans any URL.
    ///
    /// - Throws: ``URLProblem`` for what is not a URL; the scan means nothing then.
    /// - Complexity: O(*n*), the length of the URL.
    mutating func scan(_ bytes: Span<UInt8>) throws(URLProblem) {
        guard bytes.count <= Self.maximumLength else { throw URLProblem(kind: .tooLong, offset: Self.maximumLength) }
        parts = Parts()
        steps.removeAll(keepingCapacity: true)
        for _ in 0..<Self.headCount { steps.append(Step()) }
        if bytes.has(UInt8(ascii: "/"), at: 0), splitVerbatim(bytes, from: 1) { return }
        try scanParts(bytes)
    }

    /// Finds the segments of the path that goes from `start` to the end of `bytes`; the caller passes over a `/` at its
    /// start.
    ///
    /// - Returns: `false` where some byte needs care: anything but visible ASCII, an escape, the start of a query or a
    ///   fragment, or a dot segment. The segments mean nothing then.
    mutating func splitVerbatim(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        removeSegments()
        let tail = bytes.tail
        var segment = start
        var index = start
        // A slash closes the last segment too.
        while segment <= bytes.count {
            let word = bytes.word(at: index, padding: UInt8(ascii: "/"), tail: tail)
            if !word.isPlain, needsCare(bytes, from: index) { return false }
            var slashes = word.marks(of: UInt8(ascii: "/"))
            while slashes != 0, segment <= bytes.count {
                let end = index + slashes.firstMarkedByte
                steps.append(Step(of: ByteRange(segment..<end), in: bytes))
                segment = end + 1
                slashes = slashes.removingFirstMark
            }
            index += UInt64.keyLength
        }
        if steps[Self.headCount...].contains(where: \.isDots) { return false }
        noteTrailingSlash()
        return true
    }

    /// Whether one of the next eight bytes does.
    private func needsCare(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        (start..<min(start + UInt64.keyLength, bytes.count)).contains { Self.needsCare(bytes[$0]) }
    }

    static func needsCare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"): true
        default: byte <= 0x20 || byte >= 0x7F
        }
    }

    mutating func removeSegments() {
        steps.removeLast(steps.count - Self.headCount)
        hasTrailingSlash = false
    }

    /// Nothing after the last slash is not a segment, but a trailing slash of those that are there.
    private mutating func noteTrailingSlash() {
        guard steps[steps.count - 1].isEmptySegment else { return }
        steps.removeLast()
        hasTrailingSlash = steps.count > Self.headCount
    }
}

extension URLScan.Step {
    init(of place: ByteRange, in text: Span<UInt8>) {
        key = text.key(place.range)
        self.place = place
    }
}

/// Why a text is not a URL, and where.
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
        case .space: return "a space is not allowed in a URL; write %20"
        case .controlCharacter: return "a control character is not allowed in a URL"
        case .badEscape: return "'%' is not followed by two hexadecimal digits"
        case .nul: return "'%00' is a NUL"
        case .notUTF8: return "the bytes are not UTF-8 once decoded"
        case .noScheme(let length): return "'\(text(length))' is not a valid scheme; a path starts with '/'"
        case .networkWithoutHost: return "a network scheme needs '//' and a host"
        case .openBracket: return "the '[' of the host is not closed"
        case .missingHost: return "the host is missing"
        case .badHost(let length): return "'\(text(length))' is not a valid host"
        case .badPort: return "a port is a number from 0 to 65535"
        case .tooLong: return "it is longer than \(URLScan.maximumLength) bytes"
        }
    }
}
