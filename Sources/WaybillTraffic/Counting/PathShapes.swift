import WaybillSyntax
import WaybillTable

/// Shapes of paths: words of the manifests, and `*` for every other segment.
struct PathShapes: Sendable {
    /// By segment, as paths are compared: its text in a URL.
    private let words: [[UInt8]: String]
    private let numbers: [ByteSums: Int]
    private let settings: MatchSettings

    /// Deeper paths end with `**`.
    static let maximumSegments = 16

    /// - Parameter tables: At least one. The last one's settings say how paths are compared.
    init(of tables: [RoutingTable]) {
        settings = tables[tables.count - 1].settings
        var words: [[UInt8]: String] = [:]
        for pattern in tables.flatMap({ $0.routes.flatMap(\.patterns) + $0.interceptors.flatMap(\.patterns) }) {
            for segment in pattern.segments {
                guard case .literal(let bytes) = segment else { continue }
                let text = URLParts(segments: [Array(bytes)]).url.dropFirst()
                words[Self.folded(Array(bytes), settings)] = String(text)
            }
        }
        self.words = words
        let sums = words.keys.sorted { $0.lexicographicallyPrecedes($1) }.map { ByteSums(of: $0.span, folds: false) }
        numbers = Dictionary(firstOf: zip(sums, 1...))
    }

    /// Returns a number for a segment without escapes and dots: 0 for an empty one, a positive one for each word, and -1 for
    /// all others. Texts with the same numbers have the same shape.
    func number(of segment: Span<UInt8>) -> Int {
        segment.isEmpty ? 0 : numbers[ByteSums(of: segment, folds: !settings.isCaseSensitive)] ?? -1
    }

    private static func folded(_ bytes: [UInt8], _ settings: MatchSettings) -> [UInt8] {
        settings.isCaseSensitive ? bytes : ASCII.lowercased(bytes)
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

/// Two independent sums of numbers: what has the same sums is taken for the same.
struct ByteSums: Hashable {
    private var first: UInt64 = 0
    private var second: UInt64 = 0

    init() {}

    init(of bytes: Span<UInt8>, folds: Bool) {
        for index in bytes.indices {
            let byte = bytes[index]
            add(Int(folds && 0x41...0x5A ~= byte ? byte | 0x20 : byte))
        }
    }

    @inline(__always)
    mutating func add(_ number: Int) {
        let number = UInt64(truncatingIfNeeded: number)
        first = (first ^ number) &* 0x9E37_79B9_7F4A_7C15
        first ^= first &>> 29
        second = (second &+ number &+ 1) &* 0xD6E8_FEB8_6659_FD93
        second ^= second &>> 32
    }
}
