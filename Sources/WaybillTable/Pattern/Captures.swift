/// The values that a pattern captured from a URL. Each is decoded when it is read.
public struct Captures: Sendable {
    private let pattern: Pattern?
    private let url: RouteURL?
    /// The places in a plain path, if its lookup found them.
    private let places: PathCaptures?
    /// Whether the value of a catch-all ends with the URL's trailing slash.
    private let keepsSlash: Bool

    /// Creates empty captures.
    public init() {
        pattern = nil
        url = nil
        places = nil
        keepsSlash = false
    }

    /// Creates the captures of a pattern that matches the URL.
    init(of pattern: Pattern, in url: RouteURL, at places: PathCaptures? = nil, keepsSlash: Bool) {
        self.pattern = pattern
        self.url = url
        self.places = places
        self.keepsSlash = keepsSlash
    }

    /// In the order of the pattern.
    public var names: [String] { pattern?.captureNames ?? [] }

    /// The decoded value. The segments of a catch-all are joined by `/`. With `trailing_slash: strict` the URL's
    /// trailing slash is part of its value.
    public subscript(name: String) -> String? { read(name) { text, _ in String(text) } }

    /// All values by name, decoded.
    public var asDictionary: [String: String] {
        var values: [String: String] = [:]
        for name in names { values[name] = self[name] }
        return values
    }

    /// Returns the value for any part of a URL: each segment is escaped so far that it has no delimiter.
    func escaped(_ name: String) -> String? {
        read(name) { text, site in
            guard site.isCatchAll, let url else { return PercentCoding.encode(Array(text)[...]) }
            let segments = url.segments[site.segment...]
            let value = segments.map { PercentCoding.encode($0[...]) }.joined(separator: "/")
            return keepsSlash && !segments.isEmpty && url.hasTrailingSlash ? value + "/" : value
        }
    }

    /// Returns the value for a path, as the request wrote it, without a trailing slash. Only bytes that no path may have
    /// are escaped: `;` and `%3B` are different URLs (RFC 3986, 2.2).
    func written(_ name: String) -> String? {
        read(name) { _, site in
            let segments = url?.writtenSegments ?? []
            guard !site.isCatchAll else {
                return segments[site.segment...].map { PercentCoding.encodeForPath($0) }.joined(separator: "/")
            }
            return PercentCoding.encodeForPath(site.value(in: segments[site.segment]))
        }
    }

    /// Whether the request's path ends with a slash.
    var endsInSlash: Bool { url?.hasTrailingSlash ?? false }

    /// Calls `body` with a value.
    private func read<R>(_ name: String, _ body: (Span<UInt8>, CaptureSite) -> R) -> R? {
        guard let pattern, let url else { return nil }
        let names = pattern.captureNames
        guard let index = names.firstIndex(of: name) else { return nil }
        let site = pattern.captureSites[index]
        if let places {
            let place = places.range(at: index, of: names.count)
            return url.text.withSpan { body($0.extracting(url.plainPath.range).extracting(place), site) }
        }
        return url.withSteps { text, scan in
            body(text.extracting(site.place(in: scan, keepsSlash: keepsSlash).range), site)
        }
    }
}

/// The place where a pattern captures a value: the part of a segment between a prefix and a suffix, or everything from
/// a segment on.
struct CaptureSite: Sendable, BitwiseCopyable {
    /// The step of the URL.
    private let step: UInt32
    private let prefixLength: UInt32
    private let suffixLength: UInt32
    /// Whether it is a named `**`.
    let isCatchAll: Bool

    init(segment: Int, prefixLength: Int = 0, suffixLength: Int = 0, isCatchAll: Bool = false) {
        step = UInt32(URLScan.headCount + segment)
        self.prefixLength = UInt32(prefixLength)
        self.suffixLength = UInt32(suffixLength)
        self.isCatchAll = isCatchAll
    }

    var segment: Int { Int(step) - URLScan.headCount }

    /// Returns the place of the value in the matched text.
    ///
    /// - Parameters:
    ///   - scan: The scan of a URL that the pattern matches.
    ///   - keepsSlash: Whether the trailing slash is part of the value of a `**`.
    func place(in scan: borrowing URLScan, keepsSlash: Bool) -> ByteRange {
        guard isCatchAll else {
            return scan.steps[Int(step)].place.removing(prefix: prefixLength, suffix: suffixLength)
        }
        // A `**` may match nothing.
        guard Int(step) < scan.steps.count else { return ByteRange() }
        let start = scan.steps[Int(step)].place.range.lowerBound
        let end = scan.steps[scan.steps.count - 1].place.range.upperBound
        // The slash follows the last segment in the matched text.
        return ByteRange(start..<(keepsSlash && scan.hasTrailingSlash ? end + 1 : end))
    }

    /// Returns the value in a segment as the URL writes it.
    func value(in segment: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let ends = PercentCoding.ends(of: segment)
        let value = ends.dropLast(Int(suffixLength))
        let start = prefixLength == 0 ? segment.startIndex : ends[Int(prefixLength) - 1]
        return value.last.map { segment[start..<$0] } ?? []
    }
}

extension Pattern {
    /// One for each of ``captureNames``.
    var captureSites: [CaptureSite] {
        var sites: [CaptureSite] = []
        let segments = segments
        for index in segments.indices {
            guard case .capture(let capture) = segments[index] else { continue }
            sites.append(
                CaptureSite(
                    segment: index, prefixLength: capture.prefix.count, suffixLength: capture.suffix.count))
        }
        if catchAll?.name != nil { sites.append(CaptureSite(segment: segments.count, isCatchAll: true)) }
        return sites
    }
}

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
