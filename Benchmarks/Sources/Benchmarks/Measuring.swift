import WaybillTable
import Workloads

/// Runs two operations alternately, and returns the medians of their rounds, in nanoseconds per call.
func medians(
    rounds: Int = 15, callsPerRound: Int, peerCallsPerRound: Int? = nil, _ work: () -> Int, _ peer: () -> Int
) -> (work: Double, peer: Double) {
    let clock = ContinuousClock()
    func measure(_ calls: Int, _ body: () -> Int) -> Double {
        var checksum = 0
        let duration = clock.measure { checksum = body() }
        precondition(checksum > 0, "the work was optimized away")
        let (seconds, attoseconds) = duration.components
        return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(calls)
    }
    var (own, other): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
        own.append(measure(callsPerRound, work))
        other.append(measure(peerCallsPerRound ?? callsPerRound, peer))
    }
    return (own.sorted()[rounds / 2], other.sorted()[rounds / 2])
}
