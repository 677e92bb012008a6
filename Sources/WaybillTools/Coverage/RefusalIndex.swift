import WaybillManifest
import WaybillTable

/// The legs of requests by what soon tells that a pattern cannot match them: how many segments they have, and the first.
struct RefusalIndex {
    private let legs: [(leg: RequestTrace.Leg, trace: RequestTrace)]
    private var byCount: [Int: [Int]] = [:]
    private var byHead: [Head: [Int]] = [:]

    private struct Head: Hashable {
        var count: Int
        var first: [UInt8]
    }

    init(_ traces: [RequestTrace]) {
        legs = traces.flatMap { trace in trace.routedLegs.map { ($0, trace) } }
        for (index, entry) in legs.enumerated() {
            let segments = entry.leg.url.segments
            byCount[segments.count, default: []].append(index)
            if let first = segments.first {
                byHead[Head(count: segments.count, first: Self.folded(first)), default: []].append(index)
            }
        }
    }

    /// The legs that a pattern might match.
    func legs(near pattern: Pattern) -> [(leg: RequestTrace.Leg, trace: RequestTrace)] {
        guard pattern.rest == nil else { return legs }
        let count = pattern.segments.count
        guard case .literal(let first) = pattern.segments.first else {
            return byCount[count, default: []].map { legs[$0] }
        }
        return byHead[Head(count: count, first: Self.folded(first)), default: []].map { legs[$0] }
    }

    private static func folded(_ bytes: some Collection<UInt8>) -> [UInt8] {
        bytes.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    }
}
