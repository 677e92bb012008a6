import Testing
import WaybillProofs
import WaybillTable

@testable import WaybillOracle

@Suite("The routes after an interceptor, and the targets of a redirect, against the oracle")
struct RouteLinksTests {
    @Test("an interceptor runs before none, some or all requests of a route exactly as requests show")
    func shares() throws { try expectShares(terminating: []) }

    @Test("an interceptor does not run before a route for requests that a preceding one ends")
    func sharesAfterTerminating() throws { try expectShares(terminating: [0]) }

    private func expectShares(terminating: [Int]) throws {
        var generator = RelationGenerator(seed: 91)
        var counts: [RouteLinks.Share: Int] = [:]
        for turn in 0..<30 {
            let theme = RelationSpace.Theme.allCases[turn % 2]
            let made = generator.makeIntercepted(theme, routes: 2, interceptors: 2)
            let table = try made.table()
            var links = RouteLinks(RankedDefinitions(table), terminating: terminating)
            let shown = shown(made, theme)
            for (number, interceptor) in table.interceptors.enumerated() {
                let found = links.shares(of: number)
                let shares = try #require(found)
                let ends = Set(terminating.filter { $0 < number }.map { table.interceptors[$0].id })
                for (index, route) in table.routes.enumerated() {
                    let share = shares[index] ?? .none
                    counts[share, default: 0] += 1
                    let seen = shown[route.id, default: []].filter { $0.isDisjoint(with: ends) }
                    let running = seen.count { $0.contains(interceptor.id) }
                    let expected: RouteLinks.Share = running == 0 ? .none : running == seen.count ? .all : .some
                    #expect(share == expected, "\(interceptor.id) \(route.id)\n\(made)")
                }
            }
        }
        #expect(counts.count == 3, "\(counts)")
    }

    /// By route: for each request that it answers by itself, the interceptors that run.
    private func shown(_ made: OracleCase, _ theme: RelationSpace.Theme) -> [String: [Set<String>]] {
        var shown: [String: [Set<String>]] = [:]
        let oracle = made.oracle
        for seen in RelationSpace.seen(by: made, theme) {
            for method in RelationSpace.methods {
                let running = Set(oracle.running(seen.all, method: method, view: nil).map(\.entry.id))
                for match in seen.matches where answers(match.entry.methods, method) {
                    shown[match.entry.id, default: []].append(running)
                }
            }
        }
        return shown
    }

    private func answers(_ methods: [String], _ method: String?) -> Bool {
        methods.isEmpty || methods.contains { $0 == method || ($0 == "GET" && method == "HEAD") }
    }

    @Test("a redirect leads to the routes that serve some of its requests, and to no other")
    func targets() throws {
        var generator = RelationGenerator(seed: 101)
        var (led, lost) = (0, 0)
        for _ in 0..<50 {
            var made = generator.makeIntercepted(.segments, routes: 4, interceptors: 1)
            made.settings = MatchSettings()
            let table = try made.table()
            let moving = table.interceptors[0]
            // The rest of a value without an affix may be a value that the space does not have.
            guard !moving.patterns[0].text.contains(/a:|%62/) else { continue }
            let name = moving.patterns[0].captureNames.first { $0 != "rest" }
            let text = generator.pick(["/a/:x", "/:x", "/:x/b", "app://:x"])
            let target = try URLTemplate(
                name.map { text.replacing(":x", with: ":\($0)") } ?? text.replacing(":x", with: "a"))
            let redirect = Redirect(
                patterns: moving.patterns, constraints: moving.constraints, methods: moving.methods, target: target)
            var links = RouteLinks(table)
            let targets = links.targetRoutes(of: redirect)
            #expect(targets.isProven)
            #expect(Set(targets.routes) == served(by: table, after: target, made), "\(target)\n\(made)")
            if targets.routes.isEmpty { lost += 1 } else { led += 1 }
        }
        #expect(led > 5 && lost > 5, "\(led) \(lost)")
    }

    /// The routes that are reached by following every request for which the only interceptor runs.
    ///
    /// Requests with the authority `.` are left out, because as a segment it is removed.
    private func served(by table: RoutingTable, after target: URLTemplate, _ made: OracleCase) -> Set<Int> {
        var served: Set<Int> = []
        for seen in RelationSpace.seen(by: made, .segments) {
            guard let url = try? RouteURL(seen.url) else { continue }
            for method in RelationSpace.methods {
                guard let match = table.interceptors(for: url, method: method).first,
                    case let text = target.expand(match.captures), !text.split(separator: "/").contains("."),
                    let next = try? RouteURL(text),
                    let landing = table.route(for: next, method: method)
                else { continue }
                served.insert(landing.route)
            }
        }
        return served
    }

    @Test("a search that the limits end does not claim that there is no target")
    func limits() throws {
        let table = RoutingTable(
            routes: [RouteDefinition(id: "a", patterns: [try Pattern("/a")])],
            interceptors: [InterceptorDefinition(id: "i", patterns: [try Pattern("/**")])])
        var links = RouteLinks(table, within: ProofLimits(walkPerEntry: 0, minimumWalk: 0, relation: 0, relations: 0))
        #expect(links.shares(of: 0) == nil)
        let redirect = Redirect(
            patterns: [try Pattern("/b")], constraints: [:], methods: [], target: try URLTemplate("/a"))
        #expect(!links.targetRoutes(of: redirect).isProven)
    }
}
