/// What a pattern's names caught in a URL. Values are made when they are asked for.
public struct Captures: Sendable {
    private let pattern: Pattern?
    private let url: RouteURL?

    /// None.
    public init() {
        (pattern, url) = (nil, nil)
    }

    /// The captures of a pattern that is known to match the URL.
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

    /// The value as it stands in a URL: each segment escaped on its own.
    func escaped(_ name: String) -> String? {
        guard let site = site(of: name), let url else { return nil }
        guard site.isRest else { return PercentCoding.encode(bytes(site)) }
        return url.segments[Int(site.segment)...].map { PercentCoding.encode($0[...]) }.joined(separator: "/")
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

/// Where a pattern catches a value: the part of a segment between a prefix and a suffix, or all from a segment on.
struct CaptureSite: Sendable, BitwiseCopyable {
    var segment: UInt32
    var prefixLength: UInt32 = 0
    var suffixLength: UInt32 = 0
    var isRest = false

    /// Where the value stands in the text that is matched.
    ///
    /// - Parameter steps: Those of a URL that the pattern matches.
    @inline(__always)
    func place(in steps: Span<URLScan.Step>) -> URLScan.Place {
        let step = URLScan.headCount &+ Int(segment)
        // A `**` that catches nothing.
        guard step < steps.count else { return URLScan.Place() }
        let place = unsafe steps[unchecked: step].place
        if isRest {
            let last = unsafe steps[unchecked: steps.count &- 1].place
            return URLScan.Place(Int(place.start), Int(last.end))
        }
        return place.middle(behind: prefixLength, before: suffixLength)
    }
}

/// What an entry of a route leads to.
struct Target: Sendable, BitwiseCopyable {
    var route: UInt32
    var pattern: UInt32
    /// Where its capture sites begin among those of all.
    var firstSite: UInt32
    var captureCount: UInt32

    static let none = Target(route: .max, pattern: 0, firstSite: 0, captureCount: 0)
}

extension FrozenArray<CaptureSite> {
    /// Notes where the captures of a target stand.
    @inline(__always)
    func fill(_ places: inout Scratch<URLScan.Place>, _ target: Target, in steps: Span<URLScan.Step>) {
        let count = Int(target.captureCount)
        places.reserve(count)
        for index in 0..<count {
            unsafe places[unchecked: index] = self[unchecked: Int(target.firstSite) &+ index].place(in: steps)
        }
    }
}

extension Pattern {
    /// One for each of ``captureNames``.
    var captureSites: [CaptureSite] {
        var sites: [CaptureSite] = []
        for (index, segment) in segments.enumerated() {
            guard case .capture(let capture) = segment else { continue }
            sites.append(
                CaptureSite(
                    segment: UInt32(index), prefixLength: UInt32(capture.prefix.count),
                    suffixLength: UInt32(capture.suffix.count)))
        }
        if rest?.name != nil { sites.append(CaptureSite(segment: UInt32(segments.count), isRest: true)) }
        return sites
    }
}
