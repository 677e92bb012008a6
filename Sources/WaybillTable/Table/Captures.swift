/// What a pattern's names caught in a URL: ranges into the URL's decoded path, read when asked for.
public struct Captures: Sendable, Hashable {
    private var path: [UInt8] = []
    private var segments: [Range<Int>] = []
    private var sites: [Site] = []

    private struct Site: Sendable, Hashable {
        var name: String
        var bytes: Range<Int>
        /// The segments of a catch-all; `nil` for one segment or a part of one.
        var segments: Range<Int>?
    }

    public init() {}

    /// The captures of a pattern that is known to match the URL.
    init(of pattern: Pattern, in url: RouteURL) {
        path = url.path
        segments = url.segments
        for (segment, range) in zip(pattern.segments, url.segments) {
            guard case .capture(let capture) = segment else { continue }
            let bytes = range.lowerBound + capture.prefix.count..<range.upperBound - capture.suffix.count
            sites.append(Site(name: capture.name, bytes: bytes, segments: nil))
        }
        guard let name = pattern.rest?.name else { return }
        let rest = pattern.segments.count..<url.segments.count
        let bytes = rest.isEmpty ? 0..<0 : url.segments[rest.lowerBound].lowerBound..<path.count
        sites.append(Site(name: name, bytes: bytes, segments: rest))
    }

    /// In the order of the pattern.
    public var names: [String] { sites.map(\.name) }

    /// The decoded value; a catch-all's segments are joined by `/`.
    public subscript(name: String) -> String? {
        sites.first { $0.name == name }.map { String(decoding: path[$0.bytes], as: UTF8.self) }
    }

    public var asDictionary: [String: String] {
        Dictionary(
            sites.map { ($0.name, String(decoding: path[$0.bytes], as: UTF8.self)) }, uniquingKeysWith: { $1 })
    }

    /// The value as it stands in a URL: each segment escaped on its own.
    func escaped(_ name: String) -> String? {
        guard let site = sites.first(where: { $0.name == name }) else { return nil }
        guard let rest = site.segments else { return PercentCoding.encode(path[site.bytes]) }
        return segments[rest].map { PercentCoding.encode(path[$0]) }.joined(separator: "/")
    }
}
