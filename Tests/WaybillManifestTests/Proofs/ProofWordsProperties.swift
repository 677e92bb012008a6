import Testing
import WaybillSyntax

@testable import WaybillManifest
@testable import WaybillOracle

/// P003, P004 and P005 on generated sets, compared with lookups by the law for all requests of a small space.
@Suite("The messages of proofs, against the oracle")
struct ProofWordsProperties {
    private static let seed = PropertySeeds.seed ?? 6

    @Test("Messages about shadowed routes are true of every lookup, and every route that never serves is reported")
    func words() throws {
        var generator = ProofWordsGenerator(seed: Self.seed)
        var counts: [String: Int] = [:]
        for number in 0..<PropertySeeds.cases {
            let checked = try ProofWordsCase(generator.makeCase())
            for problem in checked.problems() {
                Issue.record("case \(number) of seed \(Self.seed): \(problem)\n\(checked)")
            }
            for kind in checked.kinds { counts[kind, default: 0] += 1 }
        }
        guard PropertySeeds.areMany else { return }
        for kind in ["P001", "P002", "P003", "P004", "P005", "precedence", "whole", "pattern", "view"] {
            #expect(counts[kind, default: 0] > 3, "\(kind) \(counts)")
        }
    }
}
