extension Pattern {
    /// The parts of a pattern, filled by the parser.
    ///
    /// The text contains nearly everything, so only the places of segments are stored, because a set has many patterns.
    struct Parts: Sendable {
        let utf8: [UInt8]
        /// By segment: its place in the text or, with a length of 0, its index in ``Unusual/segments``.
        private var places: [ByteRange] = []
        private var unusualIfAny = UnusualIfAny.none

        init(utf8: [UInt8]) { self.utf8 = utf8 }

        /// Properties of few patterns, which would double the size of the others.
        struct Unusual: Sendable {
            /// The part before the path.
            var scheme: String?
            var host = Host.any
            var port: Int?
            var catchAll: CatchAll?
            var hasTrailingSlash = false
            /// Segments that differ from their text.
            var segments: [Segment] = []

            fileprivate func hasCapture(named name: String) -> Bool {
                segments.contains { segment in
                    if case .capture(let capture) = segment { capture.name == name } else { false }
                }
            }
        }

        private indirect enum UnusualIfAny: Sendable {
            case none
            case some(Unusual)
        }

        var unusual: Unusual? { if case .some(let unusual) = unusualIfAny { unusual } else { nil } }

        mutating func change(_ body: (inout Unusual) -> Void) {
            var changed = unusual ?? Unusual()
            body(&changed)
            unusualIfAny = .some(changed)
        }

        var segmentCount: Int { places.count }

        /// Reserves memory for segments.
        mutating func reserveCapacity(_ count: Int) { places.reserveCapacity(count) }

        /// Adds a literal without escapes, `:name` or `*`.
        @inline(__always)
        mutating func appendSegment(at range: Range<Int>) {
            guard range.upperBound <= Int(UInt32.max) else { return append(segment(at: range)) }
            places.append(ByteRange(start: UInt32(range.lowerBound), length: UInt32(range.count)))
        }

        mutating func append(_ segment: Segment) {
            places.append(ByteRange(start: UInt32(unusual?.segments.count ?? 0), length: 0))
            change { $0.segments.append(segment) }
        }

        @inline(__always)
        subscript(segment index: Int) -> Segment {
            let place = places[index]
            // Only unusual segments have no length.
            guard place.length == 0, let unusual else { return segment(at: place.range) }
            return unusual.segments[Int(place.start)]
        }

        private func segment(at range: Range<Int>) -> Segment {
            // In a literal both would be escaped.
            switch utf8[range.lowerBound] {
            case UInt8(ascii: ":"): return .capture(Capture(text: utf8[range]))
            case UInt8(ascii: "*"): return .any
            default: return .literal(utf8[range])
            }
        }

        func hasCapture(named name: String) -> Bool {
            for place in places where place.length > 0 && utf8[Int(place.start)] == UInt8(ascii: ":") {
                if utf8[place.range.dropFirst()].elementsEqual(name.utf8) { return true }
            }
            return unusual?.hasCapture(named: name) ?? false
        }
    }

    /// The segments, each created on access.
    package struct Segments: RandomAccessCollection, Sendable {
        private let storage: Storage

        init(_ storage: Storage) { self.storage = storage }

        /// Creates an empty collection.
        package init() { self.init(Self.none) }

        private static let none = Storage(Parts(utf8: []))

        package var startIndex: Int { 0 }
        package var endIndex: Int { storage.parts.segmentCount }

        package subscript(index: Int) -> Segment { storage.parts[segment: index] }
    }
}
