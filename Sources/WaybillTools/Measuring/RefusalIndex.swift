import WaybillManifest
import WaybillTable

/// The visits of requests, by the segments of their URLs, to skip patterns that cannot match.
struct RefusalIndex {
    private let visits: [Entry]
    private var byCount: [Int: [Int]] = [:]
    private var bySegment: [SegmentKey: [Int]] = [:]

    /// A visit with its request.
    struct Entry {
        var visit: RequestTrace.Visit
        var trace: RequestTrace
    }

    private struct SegmentKey: Hashable {
        /// The number of segments; `nil` for any number.
        var count: Int?
        var position: Int
        var segment: [UInt8]

        init(_ count: Int?, _ position: Int, _ segment: some Sequence<UInt8>) {
            self.count = count
            self.position = position
            // Whether case matters is a setting, so the index ignores it.
            self.segment = segment.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
        }
    }

    init(_ traces: [RequestTrace]) {
        visits = traces.flatMap { trace in trace.routedVisits.map { Entry(visit: $0, trace: trace) } }
        for (index, entry) in visits.enumerated() {
            let segments = entry.visit.url.segments
            byCount[segments.count, default: []].append(index)
            for (position, segment) in segments.enumerated() {
                for count in [nil, segments.count] {
                    bySegment[SegmentKey(count, position, segment), default: []].append(index)
                }
            }
        }
    }

    subscript(index: Int) -> Entry { visits[index] }

    /// Returns the indices of the visits that a pattern might match: those that share its rarest literal.
    func visits(near pattern: Pattern) -> [Int] {
        let count = pattern.catchAll == nil ? pattern.segments.count : nil
        var nearest = count.map { byCount[$0, default: []] } ?? Array(visits.indices)
        for (position, segment) in pattern.segments.enumerated() {
            guard case .literal(let text) = segment else { continue }
            let found = bySegment[SegmentKey(count, position, text), default: []]
            if found.count < nearest.count { nearest = found }
        }
        return nearest
    }
}
