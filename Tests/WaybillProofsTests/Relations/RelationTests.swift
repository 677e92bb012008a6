import Testing
import WaybillProofs
import WaybillTable

@testable import WaybillOracle

@Suite("Relations between routes, against the oracle")
struct RelationTests {
    @Test(
        "every example request of a relation is correct, and if there is none, no request exists",
        arguments: RelationSpace.Theme.allCases)
    func relations(theme: RelationSpace.Theme) throws {
        var generator = RelationGenerator(seed: 1)
        var kinds: [RouteRelation.Kind: Int] = [:]
        for _ in 0..<30 {
            let made = generator.makeCase(theme, routes: 2)
            let (table, oracle) = (try made.table(), made.oracle)
            let relation = try #require(
                table.relation(of: .init(route: 0, pattern: 0), to: .init(route: 1, pattern: 0)))
            kinds[relation.kind, default: 0] += 1
            let parts: [(RequestWitness?, Set<String>)] = [
                (relation.both, ["r0", "r1"]), (relation.onlyFirst, ["r0"]), (relation.onlySecond, ["r1"]),
            ]
            for (witness, ids) in parts {
                guard let witness else { continue }
                let url = try #require(OracleURL(witness.url), "\(witness)\n\(made)")
                #expect(answering(oracle, url, witness.method) == ids, "\(witness)\n\(made)")
            }
            for seen in RelationSpace.seen(by: made, theme) {
                for method in RelationSpace.methods {
                    let ids = answering(oracle, seen.parsed, method)
                    guard let part = parts.first(where: { $0.1 == ids }) else { continue }
                    #expect(part.0 != nil, "\(seen.url) \(method ?? "") \(ids)\n\(made)")
                }
            }
        }
        #expect(kinds.count >= 3, "\(kinds)")
    }

    @Test(
        "a catch-all contains what has a trailing slash, and a pattern with a default port requests without one",
        arguments: [
            ("/a/**", "/a/b/", "/a/b/"), ("/a/**", "/a/**/", "/a"), ("https://h/x", "https://h:443/x", "https://h/x"),
            ("//h:80/x", "http://h:80/x", "http://h/x"), ("//*.h./x", "//a.H/x", "http://a.h/x"),
            ("//[::1]/x", "//[0:0::1]:80/x", "http://[::1]/x"), ("//é.h/x", "ws://xn--9ca.h/x", "ws://xn--9ca.h/x"),
        ])
    func containment(wide: String, narrow: String, witness: String) throws {
        let table = try RoutingTable(
            settings: MatchSettings(trailingSlash: .strict),
            routes: [wide, narrow].map { RouteDefinition(id: $0, patterns: [try Pattern($0)]) })
        let relation = try #require(
            table.relation(of: .init(route: 0, pattern: 0), to: .init(route: 1, pattern: 0)))
        #expect(relation.onlySecond == nil && relation.both?.url == witness, "\(relation)")
    }

    /// The routes that answer a request alone: `GET` answers `HEAD`.
    private func answering(_ oracle: Oracle, _ url: OracleURL, _ method: String?) -> Set<String> {
        Set(
            oracle.routes.filter { route in
                let named = route.methods + (route.methods.contains("GET") ? ["HEAD"] : [])
                return !oracle.matches(of: route, url).isEmpty && (named.isEmpty || named.contains { $0 == method })
            }.map(\.id))
    }

    @Test(
        "a route is shadowed exactly if no view shows it a request that it serves",
        arguments: RelationSpace.Theme.allCases)
    func shadows(theme: RelationSpace.Theme) throws {
        var generator = RelationGenerator(seed: 11)
        var counts: [RouteProblem.Kind: Int] = [:]
        for turn in 0..<24 {
            let mixed = turn % 2 == 0
            let made =
                try mixed ? generator.makeCase(theme, routes: 8).withoutConflicts() : generator.makeShadows(theme)
            let table = try made.table()
            let proofs = table.proofs()
            #expect(proofs.undecided.isEmpty)
            let dead = proofs.problems.filter(\.kind.isFatal)
            let serving = serving(made, theme)
            for (index, route) in table.routes.enumerated() {
                let problem = dead.first { $0.place.route == index }
                if let problem { counts[problem.kind, default: 0] += 1 }
                #expect(
                    (problem == nil) == serving.contains(route.id),
                    "\(route.id) \(String(describing: problem))\n\(made)")
            }
            try expectCover(dead, made, theme)
        }
        #expect(counts[.shadowed, default: 0] > 3 && counts[.shadowedByUnion, default: 0] > 0, "\(counts)")
    }

    /// The ids of the routes that serve some request of the space in some view.
    private func serving(_ made: OracleCase, _ theme: RelationSpace.Theme) -> Set<String> {
        let oracle = made.oracle
        var serving: Set<String> = []
        for seen in RelationSpace.seen(by: made, theme) {
            let ids = Set(seen.matches.map(\.entry.id))
            if ids.isSubset(of: serving) { continue }
            for view in RelationSpace.views {
                for method in RelationSpace.methods {
                    serving.formUnion(oracle.served(seen.all, method: method, view: view).map(\.entry.id))
                }
            }
        }
        return serving
    }

    /// Checks that a route reported as shadowing shadows alone, and that each of several is needed.
    private func expectCover(
        _ dead: [RouteProblem], _ made: OracleCase, _ theme: RelationSpace.Theme
    ) throws {
        for problem in dead where problem.kind != .impossible {
            var few = made
            few.routes = (problem.others + [problem.place]).map { made.routes[$0.route] }
            let id = made.routes[problem.place.route].id
            #expect(!serving(few, theme).contains(id), "\(problem)\n\(made)")
            #expect((problem.others.count == 1) == (problem.kind == .shadowed))
            for spare in few.routes.indices.dropLast() {
                var fewer = few
                fewer.routes.remove(at: spare)
                #expect(serving(fewer, theme).contains(id), "\(problem)\n\(made)")
            }
            let witness = try #require(problem.witness)
            let url = try #require(OracleURL(witness.url))
            let served = made.oracle.served(url, method: witness.method, view: problem.view.map { [$0] }).map(
                \.entry.id)
            #expect(served == [made.routes[problem.server ?? -1].id], "\(problem)\n\(made)")
            // Another route serves only requests without an example: those that none of the named routes serves.
            let named = Set(problem.others.map { made.routes[$0.route].id })
            let own = made.routes[problem.place.route].id
            for seen in RelationSpace.seen(by: made, theme) where !named.contains(made.routes[problem.server ?? -1].id)
            {
                guard seen.matches.contains(where: { $0.entry.id == own }) else { continue }
                for method in RelationSpace.methods where answering(made.oracle, seen.parsed, method).contains(own) {
                    let served = made.oracle.served(seen.parsed, method: method, view: nil).map(\.entry.id)
                    #expect(named.isDisjoint(with: served), "\(problem) \(seen.url)\n\(made)")
                }
            }
        }
    }
}
