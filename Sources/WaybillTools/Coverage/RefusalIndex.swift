import WaybillManifest
import WaybillTable

/// The visits of requests, by the number of segments and the first segment, to skip patterns that cannot match.
struct RefusalIndex {
    private let visits: [(visit: RequestTrace.Visit, trace: RequestTrace)]
    private var byCount: [Int: [Int]] = [:]
    private var byHead: [Head: [Int]] = [:]

    private struct Head: Hashable {
        var count: Int
        var first: [UInt8]
    }

    init(_ traces: [RequestTrace]) {
        visits = traces.flatMap { trace in trace.routedVisits.map { ($0, trace) } }
        for (index, entry) in visits.enumerated() {
            let segments = entry.visit.url.segments
            byCount[segments.count, default: []].append(index)
            if let first = segments.first {
                byHead[Head(count: segments.count, first: Self.folded(first)), default: []].append(index)
            }
        }
    }

    /// Returns the visits that a pattern might match.
    func visits(near pattern: Pattern) -> [(visit: RequestTrace.Visit, trace: RequestTrace)] {
        guard pattern.catchAll == nil else { return visits }
        let count = pattern.segments.count
        guard case .literal(let first) = pattern.segments.first else {
            return byCount[count, default: []].map { visits[$0] }
        }
        return byHead[Head(count: count, first: Self.folded(first)), default: []].map { visits[$0] }
    }

    private static func folded(_ bytes: some Collection<UInt8>) -> [UInt8] {
        bytes.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    }
}
