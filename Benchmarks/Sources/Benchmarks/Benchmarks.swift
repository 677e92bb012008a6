/// Prints one line a claim: `name: figure unit (ratio R to PEER; goal G)`. Figures are medians of rounds in which the two
/// sides take turns, so that a noisy machine is noisy for both.
@main
enum Benchmarks {
    static func main() throws {
        print(try GitHubLookup().claim().line)
    }
}

/// A measured claim.
struct Claim {
    var name: String
    var nanoseconds: Double
    var peer: String
    var peerNanoseconds: Double
    var goal: String

    var line: String {
        let ratio = (peerNanoseconds / nanoseconds * 100).rounded() / 100
        return "\(name): \(nanoseconds.rounded()) ns (ratio \(ratio) to \(peer); goal \(goal))"
    }
}

/// Runs two pieces of work in turn, and gives the medians of their rounds, in nanoseconds a call.
func medians(
    rounds: Int = 15, callsPerRound: Int, _ work: () -> Int, _ peer: () -> Int
) -> (work: Double, peer: Double) {
    let clock = ContinuousClock()
    func measure(_ body: () -> Int) -> Double {
        var checksum = 0
        let duration = clock.measure { checksum = body() }
        precondition(checksum > 0, "the work was optimised away")
        let (seconds, attoseconds) = duration.components
        return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(callsPerRound)
    }
    var (own, other): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
        own.append(measure(work))
        other.append(measure(peer))
    }
    return (own.sorted()[rounds / 2], other.sorted()[rounds / 2])
}
