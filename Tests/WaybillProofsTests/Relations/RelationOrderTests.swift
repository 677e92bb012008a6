import Testing
import WaybillProofs
import WaybillTable

@testable import WaybillOracle

@Suite("The effect of precedence, against the oracle")
struct RelationOrderTests {
    @Test(
        "of two routes of one priority that overlap, neither broader, the one that loses requests is reported",
        arguments: RelationSpace.Theme.allCases)
    func partialShadows(theme: RelationSpace.Theme) throws {
        var generator = RelationGenerator(seed: 21)
        var count = 0
        for _ in 0..<25 {
            let made = try generator.makeCase(theme, routes: 4).withoutConflicts()
            let (table, oracle) = (try made.table(), made.oracle)
            let problems = table.proofs().problems
            let reported = Dictionary(grouping: problems, by: \.place.route)
            for problem in problems where problem.kind == .partlyShadowed {
                count += 1
                try expectPartialShadow(problem, made)
            }
            for (loser, winner) in overlapping(oracle, RelationSpace.seen(by: made, theme)) {
                let index = try #require(made.routes.firstIndex { $0.id == loser })
                // A route that never serves takes no request from another.
                if reported.contains(where: {
                    made.routes[$0.key].id == winner && $0.value.contains(where: \.kind.isFatal)
                }
                ) {
                    continue
                }
                #expect(reported[index] != nil, "\(loser) loses to \(winner)\n\(made)")
            }
        }
        #expect(count > 4, "\(count)")
    }

    private func expectPartialShadow(_ problem: RouteProblem, _ made: OracleCase) throws {
        let oracle = made.oracle
        let (loser, winner) = (oracle.routes[problem.place.route], oracle.routes[problem.others[0].route])
        let witness = try #require(problem.witness)
        let url = try #require(OracleURL(witness.url))
        let (lost, won) = (oracle.matches(of: loser, url), oracle.matches(of: winner, url))
        #expect(lost.count == 1 && won.count == 1 && loser.rank == winner.rank, "\(problem)\n\(made)")
        let served = oracle.served(url, method: witness.method, view: nil).map(\.entry.id)
        #expect(served == [winner.id] && made.routes[problem.server ?? -1].id == winner.id, "\(problem)\n\(made)")
        let alone = try #require(problem.onlyOther.flatMap { OracleURL($0.url) })
        #expect(oracle.matches(of: loser, alone).isEmpty && !oracle.matches(of: winner, alone).isEmpty)
        #expect(answers(winner, problem.onlyOther?.method))
    }

    /// The pairs (loser, winner) of one priority in which each has a URL of the space of its own, while the winner
    /// serves a request that both match.
    private func overlapping(_ oracle: Oracle, _ seen: [RelationSpace.Seen]) -> [(String, String)] {
        var pairs: [(String, String)] = []
        for loser in oracle.routes {
            for winner in oracle.routes where winner.rank == loser.rank && winner.id != loser.id {
                let ids = seen.map { Set($0.matches.map(\.entry.id)) }
                guard ids.contains(where: { $0.contains(loser.id) && !$0.contains(winner.id) }),
                    ids.contains(where: { !$0.contains(loser.id) && $0.contains(winner.id) })
                else { continue }
                let isLost = zip(seen, ids).contains { seen, ids in
                    ids.isSuperset(of: [loser.id, winner.id])
                        && RelationSpace.methods.contains { method in
                            oracle.served(seen.parsed, method: method, view: nil).map(\.entry.id) == [winner.id]
                                && answers(loser, method)
                        }
                }
                if isLost { pairs.append((loser.id, winner.id)) }
            }
        }
        return pairs
    }

    private func answers(_ entry: Oracle.Entry, _ method: String?) -> Bool {
        entry.methods.isEmpty || entry.methods.contains { $0 == method || ($0 == "GET" && method == "HEAD") }
    }

    @Test(
        "priorities have no effect if nothing changes without any of them and they settle no overlap, and all such are found",
        arguments: RelationSpace.Theme.allCases)
    func idlePriorities(theme: RelationSpace.Theme) throws {
        var generator = RelationGenerator(seed: 31)
        var count = 0
        for _ in 0..<12 {
            let made = try generator.makeCase(theme, routes: 4, priorities: [0, 0, 1, 2, -1]).withoutConflicts()
            let problems = try made.table().proofs().problems
            let reported = Set(problems.filter { $0.kind == .idlePriority }.map(\.place.route))
            let seen = RelationSpace.seen(by: made, theme)
            count += reported.count
            let fixed = made.without(reported)
            let isHarmless = isSame(made.oracle, fixed.oracle, seen)
            #expect(isHarmless, "\(reported)\n\(made)")
            for (index, route) in made.routes.enumerated() where route.rank != 0 {
                let own = problems.filter { $0.place.route == index }.map(\.kind)
                if !own.isEmpty && own != [.idlePriority] && own != [.partlyShadowed] { continue }
                let isIdle = isSame(made.oracle, made.without([index]).oracle, seen)
                // Beside the reported ones it may be the decisive one.
                let staysIdle = isIdle && isSame(fixed.oracle, fixed.without([index]).oracle, seen)
                let settles = try settlesCrossing(index, of: made, besides: reported)
                #expect(reported.contains(index) ? isIdle && !settles : !staysIdle || settles, "\(route.id)\n\(made)")
            }
        }
        #expect(count > 1, "\(count)")
    }

    /// Whether a route would overlap with another one without its priority.
    private func settlesCrossing(_ index: Int, of made: OracleCase, besides reported: Set<Int>) throws -> Bool {
        try made.routes.indices.contains { other in
            guard other != index, made.routes[other].rank == 0 || reported.contains(other) else { return false }
            var pair = made
            pair.routes = [made.routes[index], made.routes[other]]
            return try pair.without([0, 1]).table().proofs().problems.contains { $0.kind == .partlyShadowed }
        }
    }

    /// Whether two oracles serve every request of the space alike, in a plain open, in which all routes are visible.
    private func isSame(_ one: Oracle, _ other: Oracle, _ seen: [RelationSpace.Seen]) -> Bool {
        seen.allSatisfy { seen in
            let ids = Set(seen.matches.map(\.entry.id))
            if ids.count < 2 { return true }
            return RelationSpace.methods.allSatisfy { method in
                isSame(one, other, seen, Array(ids), method)
            }
        }
    }

    /// Compares every pair of routes, not only the first with the others.
    private func isSame(
        _ one: Oracle, _ other: Oracle, _ seen: RelationSpace.Seen, _ ids: [String], _ method: String?
    ) -> Bool {
        ids.allSatisfy { first in
            ids.allSatisfy { second in
                var (left, right) = (one, other)
                left.routes.removeAll { $0.id != first && $0.id != second }
                right.routes.removeAll { $0.id != first && $0.id != second }
                return left.served(seen.parsed, method: method, view: nil).map(\.entry.id)
                    == right.served(seen.parsed, method: method, view: nil).map(\.entry.id)
            }
        }
    }

    @Test("an inverted priority is that of a broader route that takes a narrower one's requests, the witness too")
    func inversions() throws {
        var generator = RelationGenerator(seed: 41)
        var count = 0
        for _ in 0..<40 {
            let made = try generator.makeCase(.segments, routes: 6, priorities: [0, 0, 1, 2]).withoutConflicts()
            let table = try made.table()
            for problem in table.proofs().problems where problem.kind == .invertedPriority {
                count += 1
                let (narrow, broad) = (table.routes[problem.place.route], table.routes[problem.others[0].route])
                #expect(broad.priority > narrow.priority, "\(problem)\n\(made)")
                for seen in RelationSpace.seen(by: made, .segments) {
                    let ids = seen.matches.map(\.entry.id)
                    #expect(!ids.contains(narrow.id) || ids.contains(broad.id), "\(seen.url)\n\(made)")
                }
                let witness = try #require(problem.witness)
                let url = try #require(OracleURL(witness.url))
                let served = made.oracle.served(url, method: witness.method, view: nil).map(\.entry.id)
                #expect(served == [broad.id], "\(problem)\n\(made)")
            }
        }
        #expect(count > 1, "\(count)")
    }
}

extension OracleCase {
    /// The same without the priorities of some routes.
    fileprivate func without(_ routes: Set<Int>) -> OracleCase {
        var made = self
        for index in routes { made.routes[index].rank = 0 }
        return made
    }
}
