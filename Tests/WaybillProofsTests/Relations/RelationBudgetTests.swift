import Testing
import WaybillProofs
import WaybillTable

@testable import WaybillOracle

@Suite("Proofs and their budget")
struct RelationBudgetTests {
    @Test("at the end of the budget, the places are listed and nothing is guessed")
    func budget() throws {
        var generator = RelationGenerator(seed: 51)
        var wasCut = false
        for _ in 0..<40 {
            let table = try generator.makeCase(.segments, routes: 6).withoutConflicts().table()
            let whole = table.proofs()
            let cut = table.proofs(within: ProofLimits(walkPerEntry: 2, minimumWalk: 0, relation: 60, relations: 400))
            let isDecided = cut.undecided.isEmpty && cut.undecidedHints.isEmpty
            #expect(Set(cut.problems).isSubset(of: whole.problems) || !isDecided)
            for problem in cut.problems where problem.kind == .shadowed || problem.kind == .shadowedByUnion {
                #expect(whole.problems.contains { $0.place == problem.place && $0.kind == problem.kind })
            }
            if Set(cut.problems) != Set(whole.problems) {
                wasCut = true
                #expect(!isDecided)
            }
        }
        #expect(wasCut)
    }

    @Test("any number of methods are distinguished")
    func manyMethods() throws {
        let routes = try (0..<200).map { number in
            RouteDefinition(id: "r\(number)", patterns: [try Pattern("/a")], methods: ["M\(number)"], priority: 1)
        }
        let proofs = RoutingTable(routes: routes).proofs()
        #expect(proofs.undecided.isEmpty && proofs.undecidedHints.isEmpty)
        #expect(proofs.problems.count { $0.kind == .idlePriority } == routes.count)
    }

    @Test("the problems do not depend on whether hints are requested, for any budget")
    func scope() throws {
        var generator = RelationGenerator(seed: 52)
        let hints: Set<RouteProblem.Kind> = [.partlyShadowed, .idlePriority]
        var hintCount = 0
        for round in 0..<60 {
            let made = generator.makeIntercepted(.segments, routes: 6, interceptors: 2)
            let table = try made.withoutConflicts().table()
            let small = ProofLimits(walkPerEntry: 2, minimumWalk: 0, relation: 60, relations: 400)
            let limits = round.isMultiple(of: 2) ? ProofLimits.standard : small
            let all = table.proofs(.everything, within: limits)
            let problems = table.proofs(.problems, within: limits)
            hintCount += all.problems.count { hints.contains($0.kind) }
            var expected = all
            expected.problems.removeAll { hints.contains($0.kind) }
            expected.undecidedHints = []
            #expect(problems == expected, "\(made)")
        }
        #expect(hintCount > 0)
    }
}
