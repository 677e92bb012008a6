/// Prints one line per claim: `name: figure unit (ratio R to PEER; goal G)`. Figures are medians of rounds in which the
/// two sides alternate, so that a noisy machine affects both.
@main
enum Benchmarks {
    /// Runs all groups of claims, or the named ones: `table`, `router`, `manifests`, `check`, `modules`, `engine`,
    /// `reload`, `tail`.
    static func main() async throws {
        let wanted = CommandLine.arguments.dropFirst()
        for (name, claims) in groups where wanted.isEmpty || wanted.contains(name) {
            for claim in try await claims() { print(claim.line) }
        }
    }

    private static let groups: [(name: String, claims: @Sendable () async throws -> [Claim])] = [
        (
            "table",
            {
                try GitHubLookup().claims() + LargeTableLookup().claims() + WorstCases().claims() + [
                    allocations(), bytesPerRoute(),
                ]
            }
        ),
        ("router", { try await RouterCalls.claims() }),
        ("manifests", { try Relations().claims() + ManifestCompile.claims() }),
        ("check", { try CheckCommand.claims() }), ("modules", { try ModuleStart.claims() }),
        (
            "engine",
            {
                try await EngineSnapshot().claims() + EngineMaking().claims() + EngineChain().claims()
                    + EngineLanes().claims()
            }
        ),
        ("reload", { try await ReloadOfOneFile().claims() }), ("tail", { try await ReloadTail().claims() }),
    ]
}

/// A measured claim.
struct Claim {
    var name: String
    /// The figure with its unit.
    var figure: String
    /// `nil` for a claim that is not a ratio.
    var ratio: Double?
    var peer = ""
    var goal: String

    var line: String {
        guard let ratio else { return "\(name): \(figure) (goal \(goal))" }
        return "\(name): \(figure) (ratio \((ratio * 100).rounded() / 100) to \(peer); goal \(goal))"
    }
}

extension Claim {
    /// The peer's cost divided by ours.
    static func speed(_ name: String, _ times: (work: Double, peer: Double), over peer: String, goal: String) -> Claim {
        Claim(name: name, figure: "\(rounded(times.work)) ns", ratio: times.peer / times.work, peer: peer, goal: goal)
    }

    /// Our cost divided by the cost of another operation of this library.
    static func cost(_ name: String, _ times: (work: Double, peer: Double), of peer: String, goal: String) -> Claim {
        Claim(name: name, figure: "\(rounded(times.work)) ns", ratio: times.work / times.peer, peer: peer, goal: goal)
    }

    private static func rounded(_ nanoseconds: Double) -> Double { (nanoseconds * 10).rounded() / 10 }
}
