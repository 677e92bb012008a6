/// The values that a pattern captured from a URL. Each is decoded when it is read.
public struct Captures: Sendable {
    private let pattern: Pattern?
    private let url: RouteURL?

    /// None.
    public init() {
        pattern = nil
        url = nil
    }

    /// The captures of a pattern that matches the URL.
    init(of pattern: Pattern, in url: RouteURL) {
        self.pattern = pattern
        self.url = url
    }

    /// In the order of the pattern.
    public var names: [String] { pattern?.captureNames ?? [] }

    /// The decoded value; a catch-all's segments are joined by `/`.
    public subscript(name: String) -> String? {
        site(of: name).map { String(decoding: bytes($0), as: UTF8.self) }
    }

    public var asDictionary: [String: String] {
        var values: [String: String] = [:]
        for name in names { values[name] = self[name] }
        return values
    }

    /// The value as part of a URL: each segment escaped on its own.
    func escaped(_ name: String) -> String? {
        guard let site = site(of: name), let url else { return nil }
        guard site.isCatchAll else { return PercentCoding.encode(bytes(site)) }
        return url.segments[site.segment...].map { PercentCoding.encode($0[...]) }.joined(separator: "/")
    }

    private func site(of name: String) -> CaptureSite? {
        guard let pattern, let index = pattern.captureNames.firstIndex(of: name) else { return nil }
        return pattern.captureSites[index]
    }

    private func bytes(_ site: CaptureSite) -> ArraySlice<UInt8> {
        guard let url else { return [] }
        return url.bytes[site.place(in: url.steps.span).range]
    }
}

/// Where a pattern captures a value: the part of a segment between a prefix and a suffix, or all from a segment on.
struct CaptureSite: Sendable, BitwiseCopyable {
    /// Of a URL's steps.
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

    /// The place of the value in the text that is matched.
    ///
    /// - Parameter steps: Those of a URL that the pattern matches.
    func place(in steps: Span<URLScan.Step>) -> ByteRange {
        guard isCatchAll else {
            return steps[Int(step)].place.removing(prefix: prefixLength, suffix: suffixLength)
        }
        // A `**` may match nothing.
        guard Int(step) < steps.count else { return ByteRange() }
        return ByteRange(steps[Int(step)].place.range.lowerBound..<steps[steps.count - 1].place.range.upperBound)
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
        if rest?.name != nil { sites.append(CaptureSite(segment: segments.count, isCatchAll: true)) }
        return sites
    }
}
