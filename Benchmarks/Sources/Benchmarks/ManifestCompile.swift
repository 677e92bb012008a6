import WaybillManifest
import WaybillRules
import WaybillTable

/// Manifests read from disk, checked with all proofs, and compiled, against libyaml's events of the same bytes.
///
/// The events are read on one core, from memory, and discarded; the compilation may use every core. Its result is
/// released outside of the measured time, because a caller keeps it.
struct ManifestCompile {
    static func claims() throws -> [Claim] {
        [
            try claim(ManifestWorkload(routes: 1_000, files: 20), rounds: 15, goal: "none"),
            try claim(ManifestWorkload(routes: 10_000, files: 200), rounds: 15, goal: "at most 5"),
            try claim(ManifestWorkload(routes: 100_000, files: 2_000), rounds: 3, goal: "none"),
            try claim(ManifestWorkload(routes: 10_000, files: 1), rounds: 7, goal: "none"),
        ]
    }

    private static func claim(_ workload: ManifestWorkload, rounds: Int, goal: String) throws -> Claim {
        let times = try measure(workload, rounds: rounds)
        let files = workload.texts.count
        return Claim(
            name: "check and compile, \(workload.routes) routes in \(files) file\(files == 1 ? "" : "s")",
            figure: "\(tenths(times.own)) ms", ratio: times.own / times.peer,
            peer: "libyaml's events on one core, \(tenths(times.peer)) ms", goal: goal)
    }

    /// The medians of rounds in which both sides alternate, in milliseconds.
    private static func measure(_ workload: ManifestWorkload, rounds: Int) throws -> (own: Double, peer: Double) {
        let clock = ContinuousClock()
        let texts = workload.texts.map { Array($0.text.utf8) }
        var (own, peer): ([Duration], [Duration]) = ([], [])
        try workload.withFolder { folder in
            for _ in 0..<rounds {
                var compilation: Compilation?
                own.append(clock.measure { compilation = Compilation.compile(paths: [folder]) })
                precondition(compilation?.table?.routes.count == workload.routes, "the workload has mistakes")
                compilation = nil
                var events = 0
                peer.append(clock.measure { for text in texts { events += LibYAMLEvents.count(in: text) } })
                precondition(events > workload.routes, "the workload is no YAML")
            }
        }
        return (own.sorted()[rounds / 2] / .milliseconds(1), peer.sorted()[rounds / 2] / .milliseconds(1))
    }

    private static func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}
