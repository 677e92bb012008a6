import Testing
import WaybillTable

@Suite("Proofs and their budget")
struct RelationBudgetTests {
    @Test("where the budget ends, the places are named and nothing is guessed")
    func budget() throws {
        var generator = RelationGenerator(seed: 51)
        var wasCut = false
        for _ in 0..<40 {
            let table = try generator.makeCase(.segments, routes: 6).withoutConflicts().table()
            let whole = table.proofs()
            let cut = table.proofs(within: ProofLimits(walkPerEntry: 2, walk: 0, relation: 60, relations: 400))
            #expect(Set(cut.findings).isSubset(of: whole.findings) || !cut.undecided.isEmpty)
            for finding in cut.findings where finding.kind == .shadowed || finding.kind == .shadowedByUnion {
                #expect(whole.findings.contains { $0.place == finding.place && $0.kind == finding.kind })
            }
            if Set(cut.findings) != Set(whole.findings) {
                wasCut = true
                #expect(!cut.undecided.isEmpty)
            }
        }
        #expect(wasCut)
    }
}
