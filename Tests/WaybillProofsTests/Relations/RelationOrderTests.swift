import Testing
import WaybillProofs
import WaybillTable

@testable import WaybillOracle

@Suite("What the order of routes does to them, against the oracle")
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
            let findings = table.proofs().findings
            let told = Dictionary(grouping: findings, by: \.place.route)
            for finding in findings where finding.kind == .partlyShadowed {
                count += 1
                try expectPartialShadow(finding, made)
            }
            for (loser, winner) in overlapping(oracle, RelationSpace.seen(by: made, theme)) {
                let index = try #require(made.routes.firstIndex { $0.id == loser })
                // A route that never serves takes no request from another.
                if told.contains(where: { made.routes[$0.key].id == winner && $0.value.contains(where: \.kind.isFatal) }
                ) {
                    continue
                }
                #expect(told[index] != nil, "\(loser) loses to \(winner)\n\(made)")
            }
        }
        #expect(count > 4, "\(count)")
    }

    private func expectPartialShadow(_ finding: RouteFinding, _ made: OracleCase) throws {
        let oracle = made.oracle
        let (loser, winner) = (oracle.routes[finding.place.route], oracle.routes[finding.others[0].route])
        let witness = try #require(finding.witness)
        let url = try #require(OracleURL(witness.url))
        let (lost, won) = (oracle.matches(of: loser, url), oracle.matches(of: winner, url))
        #expect(lost.count == 1 && won.count == 1 && loser.rank == winner.rank, "\(finding)\n\(made)")
        let served = oracle.served(url, method: witness.method, view: nil).map(\.entry.id)
        #expect(served == [winner.id] && made.routes[finding.server ?? -1].id == winner.id, "\(finding)\n\(made)")
        let alone = try #require(finding.onlyOther.flatMap { OracleURL($0.url) })
        #expect(oracle.matches(of: loser, alone).isEmpty && !oracle.matches(of: winner, alone).isEmpty)
        #expect(answers(winner, finding.onlyOther?.method))
    }

    /// The pairs (loser, winner) of one priority of which each has a URL of the space for itself, while the winner serves
    /// a request that both share.
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
        "priorities are idle if nothing changes without any of them, and all that are and settle no overlap",
        arguments: RelationSpace.Theme.allCases)
    func idlePriorities(theme: RelationSpace.Theme) throws {
        var generator = RelationGenerator(seed: 31)
        var count = 0
        for _ in 0..<12 {
            let made = try generator.makeCase(theme, routes: 4, priorities: [0, 0, 1, 2, -1]).withoutConflicts()
            let findings = try made.table().proofs().findings
            let told = Set(findings.filter { $0.kind == .idlePriority }.map(\.place.route))
            let seen = RelationSpace.seen(by: made, theme)
            count += told.count
            let fixed = made.without(told)
            let isHarmless = isSame(made.oracle, fixed.oracle, seen)
            #expect(isHarmless, "\(told)\n\(made)")
            for (index, route) in made.routes.enumerated() where route.rank != 0 {
                let own = findings.filter { $0.place.route == index }.map(\.kind)
                if !own.isEmpty && own != [.idlePriority] && own != [.partlyShadowed] { continue }
                let isIdle = isSame(made.oracle, made.without([index]).oracle, seen)
                // Beside those that are told it may be the one that counts.
                let staysIdle = isIdle && isSame(fixed.oracle, fixed.without([index]).oracle, seen)
                let settles = try settlesCrossing(index, of: made, besides: told)
                #expect(told.contains(index) ? isIdle && !settles : !staysIdle || settles, "\(route.id)\n\(made)")
            }
        }
        #expect(count > 1, "\(count)")
    }

    /// Whether a route would overlap with another one without its priority.
    private func settlesCrossing(_ index: Int, of made: OracleCase, besides told: Set<Int>) throws -> Bool {
        try made.routes.indices.contains { other in
            guard other != index, made.routes[other].rank == 0 || told.contains(other) else { return false }
            var pair = made
            pair.routes = [made.routes[index], made.routes[other]]
            return try pair.without([0, 1]).table().proofs().findings.contains { $0.kind == .partlyShadowed }
        }
    }

    /// Whether two oracles serve every request of the space alike, in a plain open, which shows all of both.
    private func isSame(_ one: Oracle, _ other: Oracle, _ seen: [RelationSpace.Seen]) -> Bool {
        seen.allSatisfy { seen in
            let ids = Set(seen.matches.map(\.entry.id))
            if ids.count < 2 { return true }
            return RelationSpace.methods.allSatisfy { method in
                isSame(one, other, seen, Array(ids), method)
            }
        }
    }

    /// Pair by pair: who comes before whom, not only who comes first.
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
            for finding in table.proofs().findings where finding.kind == .invertedPriority {
                count += 1
                let (narrow, broad) = (table.routes[finding.place.route], table.routes[finding.others[0].route])
                #expect(broad.priority > narrow.priority, "\(finding)\n\(made)")
                for seen in RelationSpace.seen(by: made, .segments) {
                    let ids = seen.matches.map(\.entry.id)
                    #expect(!ids.contains(narrow.id) || ids.contains(broad.id), "\(seen.url)\n\(made)")
                }
                let witness = try #require(finding.witness)
                let url = try #require(OracleURL(witness.url))
                let served = made.oracle.served(url, method: witness.method, view: nil).map(\.entry.id)
                #expect(served == [broad.id], "\(finding)\n\(made)")
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
