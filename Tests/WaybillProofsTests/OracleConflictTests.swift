import Testing
import WaybillProofs
import WaybillTable

@testable import WaybillOracle

@Suite("The oracle: order and conflicts")
struct OracleConflictTests {
    @Test("the order of definitions changes nothing")
    func permutation() throws {
        var generator = OracleGenerator(seed: 11)
        for _ in 0..<60 {
            let made = generator.makeCase(routes: 9, interceptors: 4)
            var shuffled = made
            shuffled.routes.shuffle(using: &generator.random)
            shuffled.interceptors.shuffle(using: &generator.random)
            let (table, other) = (try made.table(), try shuffled.table())
            #expect(conflictsByID(table) == conflictsByID(other), "\(made)")
            for _ in 0..<20 {
                let request = generator.makeRequest(for: made)
                let answers = (OracleCase.answer(of: table, to: request), OracleCase.answer(of: other, to: request))
                #expect(answers.0 == answers.1, "\(request)\n\(made)")
            }
        }
    }

    @Test("other ids change neither the number of conflicts nor the patterns that they name")
    func otherIDs() throws {
        var generator = OracleGenerator(seed: 12)
        var count = 0
        for _ in 0..<300 {
            let made = try generator.makeSiblings()
            var renamed = made
            let ids = made.routes.map(\.id).reversed()
            for (index, id) in ids.enumerated() { renamed.routes[index].id = id }
            let (conflicts, others) = (try made.table().conflicts(), try renamed.table().conflicts())
            #expect(conflicts.count == others.count, "\(made)")
            #expect(named(by: conflicts) == named(by: others), "\(made)")
            count += conflicts.count
        }
        #expect(count > 50)
    }

    private func named(by conflicts: [RouteConflict]) -> Set<RoutePlace> {
        Set(conflicts.flatMap { [$0.first, $0.second] })
    }

    @Test("a conflict's witness is matched by each of its two routes alone")
    func soundness() throws {
        var generator = OracleGenerator(seed: 21)
        var count = 0
        for _ in 0..<300 {
            let made = try generator.makeSiblings()
            for conflict in try made.table().conflicts() {
                count += 1
                let request = OracleCase.Request(url: conflict.witness, method: conflict.method, view: nil)
                for place in [conflict.first, conflict.second] {
                    var alone = made
                    alone.routes = [made.routes[place.route]]
                    alone.routes[0].patterns = [made.routes[place.route].patterns[place.pattern]]
                    let answer = OracleCase.answer(of: alone.oracle, to: request)
                    #expect(answer.hasPrefix(alone.routes[0].id), "\(request) \(answer)\n\(alone)")
                }
            }
        }
        #expect(count > 100)
    }

    @Test("two routes of one rank that match one request are reported as a conflict")
    func completeness() throws {
        var generator = OracleGenerator(seed: 31)
        var count = 0
        for _ in 0..<800 {
            let made = try generator.makeSiblings()
            let isReported = try !made.table().conflicts().isEmpty
            for _ in 0..<4 {
                let request = generator.makeRequest(for: made)
                guard let url = OracleURL(request.url) else { continue }
                let served = made.oracle.served(url, method: request.method, view: nil)
                guard Set(served.map(\.entry.id)).count > 1 else { continue }
                count += 1
                #expect(isReported, "\(request)\n\(made)")
            }
        }
        #expect(count > 100)
    }

    @Test(
        "a dot after a prefix, and a catch-all with a slash after it, conflict like everything else",
        arguments: ["/a:x", "//*.h.com/:x.b", "/.:x-", "/**r/", "app://**r/"])
    func rareConflicts(pattern: String) throws {
        var made = OracleCase(settings: MatchSettings(trailingSlash: .strict))
        let dot = OracleConstraint.all.indices.filter { OracleConstraint.all[$0].constraint == .regex("\\.") }
        let constraints = pattern.contains(":x") ? ["x": dot[0]] : [:]
        made.routes = ["r", "s"].map { .init(id: $0, patterns: [pattern], constraints: constraints) }
        let conflict = try #require(try made.table().conflicts().first)
        let answer = OracleCase.answer(of: made.oracle, to: .init(url: conflict.witness))
        #expect(answer.hasPrefix("r") && answer.contains(", s"), "\(conflict.witness) \(answer)")
    }

    private func conflictsByID(_ table: RoutingTable) -> Set<[String]> {
        Set(
            table.conflicts().map { conflict in
                let ids = [conflict.first, conflict.second].map { "\(table.routes[$0.route].id) \($0.pattern)" }
                return ids + [conflict.witness, conflict.method ?? "", "\(conflict.isSame)"]
            })
    }
}
