import WaybillTable

/// Shapes of paths: words of the manifests, and `*` for every other segment.
struct PathShapes: Sendable {
    /// By segment, as paths are compared: its text in a URL.
    private let words: [[UInt8]: String]
    private let settings: MatchSettings

    /// Deeper paths end with `**`.
    static let maximumSegments = 16

    init(of table: RoutingTable) {
        settings = table.settings
        var words: [[UInt8]: String] = [:]
        for pattern in table.routes.flatMap(\.patterns) + table.interceptors.flatMap(\.patterns) {
            for segment in pattern.segments {
                guard case .literal(let bytes) = segment else { continue }
                let text = URLParts(segments: [Array(bytes)]).url.dropFirst()
                words[Self.folded(Array(bytes), table.settings)] = String(text)
            }
        }
        self.words = words
    }

    private static func folded(_ bytes: [UInt8], _ settings: MatchSettings) -> [UInt8] {
        settings.isCaseSensitive ? bytes : bytes.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    }

    func shape(of url: RouteURL) -> String {
        let segments = url.segments
        var shape = ""
        for segment in segments.prefix(Self.maximumSegments) {
            shape += "/"
            if !segment.isEmpty { shape += words[Self.folded(segment, settings)] ?? "*" }
        }
        if segments.count > Self.maximumSegments { shape += "/**" }
        if shape.isEmpty || (url.hasTrailingSlash && settings.trailingSlash == .strict) { shape += "/" }
        return shape
    }
}
