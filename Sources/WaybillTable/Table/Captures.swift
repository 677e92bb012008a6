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
        return url.segments[site.segment...].map { PercentCoding.encode($0[...]) }.joined(separator: "/")
    }

    private func site(of name: String) -> CaptureSite? {
        guard let pattern, let index = pattern.captureNames.firstIndex(of: name) else { return nil }
        return pattern.captureSites[index]
    }

    private func bytes(_ site: CaptureSite) -> ArraySlice<UInt8> {
        guard let url else { return [] }
        let place = unsafe url.steps.withUnsafeBufferPointer { steps in
            unsafe steps.baseAddress.map { unsafe site.place(in: $0, count: steps.count) }
        }
        return url.bytes[(place ?? URLScan.Place()).range]
    }
}

/// Where a pattern catches a value: the part of a segment between a prefix and a suffix, or all from a segment on.
struct CaptureSite: Sendable, BitwiseCopyable {
    /// Of a URL's steps.
    let step: UInt32
    let isRest: Bool
    /// What a prefix and a suffix take away from the step's place.
    private let cut: URLScan.Place.Cut

    init(segment: Int, prefixLength: Int = 0, suffixLength: Int = 0, isRest: Bool = false) {
        step = UInt32(URLScan.headCount + segment)
        self.isRest = isRest
        cut = URLScan.Place.Cut(front: prefixLength, back: suffixLength)
    }

    var segment: Int { Int(step) - URLScan.headCount }

    /// Where the value stands in the text that is matched.
    ///
    /// - Parameters:
    ///   - steps: Those of a URL that the pattern matches.
    ///   - count: How many these are.
    @inline(__always)
    @unsafe func place(in steps: UnsafePointer<URLScan.Step>, count: Int) -> URLScan.Place {
        guard !isRest else {
            // A `**` may catch nothing.
            guard Int(step) < count else { return URLScan.Place() }
            return unsafe URLScan.Place(Int(steps[Int(step)].place.start), Int(steps[count &- 1].place.end))
        }
        return unsafe steps[Int(step)].place.without(cut)
    }
}

/// What an entry of a route leads to.
struct Target: Sendable, BitwiseCopyable {
    var route: UInt32
    var pattern: UInt32
    /// Where its capture sites begin among those of all.
    var firstSite: UInt32
    var captureCount: UInt32
}

extension FrozenArray<CaptureSite> {
    /// Notes where the captures of a target stand.
    @inline(__always)
    func fill(
        _ places: inout Scratch<URLScan.Place>, of target: Target, in steps: borrowing Scratch<URLScan.Step>, count: Int
    ) {
        places.reserve(Int(target.captureCount))
        var index = 0
        while index < Int(target.captureCount) {
            let site = unsafe self[unchecked: Int(target.firstSite) &+ index]
            unsafe places[unchecked: index] = site.place(in: steps.base, count: count)
            index &+= 1
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
                    segment: index, prefixLength: capture.prefix.count, suffixLength: capture.suffix.count))
        }
        if rest?.name != nil { sites.append(CaptureSite(segment: segments.count, isRest: true)) }
        return sites
    }
}
