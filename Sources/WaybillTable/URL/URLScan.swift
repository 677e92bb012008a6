/// The parts of a URL, as places in its bytes, found in one pass.
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
/// Most URLs need no decoding, and every place is in the given URL. If the URL has an escape, a capital in scheme or
/// host, a dot segment or non-ASCII text, the part before the query is decoded and normalized into a new text, which
/// contains the places. A scan can be reused: it allocates only to grow.
struct URLScan: Sendable {
    /// A part that is compared as a whole. A missing part, such as a port, has the key 0, which no text has, and a
    /// length, because only a segment can be empty.
    struct Step: Sendable, BitwiseCopyable {
        /// See `Span.key(_:)`.
        var key: UInt64 = 0
        var place = ByteRange(0..<1)

        var isEmptySegment: Bool { place.length == 0 }

        /// Whether it is `.` or `..`.
        var isDots: Bool { key == 0x2F2E || key == 0x2F2E2E }
    }

    /// The number of steps before those of the path.
    static let headCount = 3

    /// Scheme, host and port, then the segments of the path: the steps of a walk through the table.
    var steps: [Step] = []
    /// Whether the path ended with a `/`, which is not a segment.
    var hasTrailingSlash = false
    var parts = Parts()
    /// The decoded scheme, host and path, if the URL is not verbatim. A trailing slash is at the end.
    var decoded: [UInt8] = []
    /// The places of the segments in the raw bytes, if the URL is not verbatim.
    var rawSegments: [ByteRange] = []

    /// The parts of a URL besides its path.
    struct Parts: Sendable {
        var scheme: ByteRange?
        /// Only network schemes have one.
        var host: ByteRange?
        /// As the URL names it; its step is the default one of the scheme otherwise.
        var port: Int?
        /// In the raw bytes; `nil` if there is no `?`.
        var query: ByteRange?
        /// In the raw bytes; `nil` if there is no `#`.
        var fragment: ByteRange?
        var isVerbatim = true
    }

    /// The limit of the length, because places have 32 bits.
    static let maximumLength = Int(UInt32.max)

    /// Scans any URL.
    ///
    /// - Throws: ``URLProblem`` if the text is not a URL. Then the scan is not valid.
    /// - Complexity: O(*n*), the length of the URL.
    mutating func scan(_ bytes: Span<UInt8>) throws(URLProblem) {
        guard bytes.count <= Self.maximumLength else { throw URLProblem(kind: .tooLong, offset: Self.maximumLength) }
        parts = Parts()
        steps.removeAll(keepingCapacity: true)
        for _ in 0..<Self.headCount { steps.append(Step()) }
        if bytes.has(UInt8(ascii: "/"), at: 0), splitVerbatim(bytes, from: 1) { return }
        try scanParts(bytes)
    }

    /// Finds the segments of the path from `start` to the end of `bytes`. The caller skips a `/` at its start.
    ///
    /// - Returns: `false` if some byte needs the general scan: anything except visible ASCII, an escape, the start of a
    ///   query or a fragment, or a dot segment. Then the segments are not valid.
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

    /// Whether one of the next eight bytes needs the general scan.
    private func needsCare(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        (start..<min(start + UInt64.keyLength, bytes.count)).contains { Self.needsCare(bytes[$0]) }
    }

    static func needsCare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"): true
        default: byte <= 0x20 || byte >= 0x7F
        }
    }

    /// The places of the segments in the raw bytes.
    var writtenSegments: [ByteRange] {
        parts.isVerbatim ? steps[Self.headCount...].map(\.place) : rawSegments
    }

    mutating func removeSegments() {
        steps.removeLast(steps.count - Self.headCount)
        hasTrailingSlash = false
    }

    /// An empty text after the last slash is a trailing slash, and not a segment.
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

/// The reason why a text is not a URL, and its place.
struct URLProblem: Error {
    enum Kind {
        case space, controlCharacter, badEscape, nul, notUTF8
        case noScheme(length: Int)
        case networkWithoutHost
        case openBracket, missingHost
        case badHost(HostName.Problem, length: Int)
        case badPort, tooLong
    }

    var kind: Kind
    /// In bytes from the start of the URL.
    var offset: Int

    /// Returns the reason in words.
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
        case .badHost(let problem, let length): return problem.reason(for: text(length))
        case .badPort: return "a port is a number from 0 to 65535"
        case .tooLong: return "it is longer than \(URLScan.maximumLength) bytes"
        }
    }
}
