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

    @Test("any number of methods are told apart")
    func manyMethods() throws {
        let routes = try (0..<200).map { number in
            RouteDefinition(id: "r\(number)", patterns: [try Pattern("/a")], methods: ["M\(number)"], priority: 1)
        }
        let proofs = RoutingTable(routes: routes).proofs()
        #expect(proofs.undecided.isEmpty && proofs.undecidedHints.isEmpty)
        #expect(proofs.findings.count { $0.kind == .idlePriority } == routes.count)
    }

    @Test("what is wrong does not depend on whether hints are asked for, whatever the budget")
    func scope() throws {
        var generator = RelationGenerator(seed: 52)
        let hints: Set<RouteFinding.Kind> = [.partlyShadowed, .idlePriority]
        var hintCount = 0
        for round in 0..<60 {
            let made = generator.makeIntercepted(.segments, routes: 6, interceptors: 2)
            let table = try made.withoutConflicts().table()
            let small = ProofLimits(walkPerEntry: 2, minimumWalk: 0, relation: 60, relations: 400)
            let limits = round.isMultiple(of: 2) ? ProofLimits.standard : small
            let all = table.proofs(.everything, within: limits)
            let problems = table.proofs(.problems, within: limits)
            hintCount += all.findings.count { hints.contains($0.kind) }
            var expected = all
            expected.findings.removeAll { hints.contains($0.kind) }
            expected.undecidedHints = []
            #expect(problems == expected, "\(made)")
        }
        #expect(hintCount > 0)
    }
}
