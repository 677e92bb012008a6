import Testing
import WaybillProofs
import WaybillTable

@testable import WaybillOracle

@Suite("Proofs and their budget")
struct RelationBudgetTests {
    @Test("where the budget ends, the places are named and nothing is guessed")
    func budget() throws {
        var generator = RelationGenerator(seed: 51)
        var wasCut = false
        for _ in 0..<40 {
            let table = try generator.makeCase(.segments, routes: 6).withoutConflicts().table()
            let whole = table.proofs()
            let cut = table.proofs(within: ProofLimits(walkPerEntry: 2, minimumWalk: 0, relation: 60, relations: 400))
            let isDecided = cut.undecided.isEmpty && cut.undecidedHints.isEmpty
            #expect(Set(cut.findings).isSubset(of: whole.findings) || !isDecided)
            for finding in cut.findings where finding.kind == .shadowed || finding.kind == .shadowedByUnion {
                #expect(whole.findings.contains { $0.place == finding.place && $0.kind == finding.kind })
            }
            if Set(cut.findings) != Set(whole.findings) {
                wasCut = true
                #expect(!isDecided)
            }
        }
        #expect(wasCut)
    }
}
