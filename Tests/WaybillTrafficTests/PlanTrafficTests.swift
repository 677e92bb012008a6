import Testing
import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTable
import WaybillTools

@testable import WaybillOracle
@testable import WaybillTraffic

@Suite("A plan with traffic")
struct PlanTrafficTests {
    private static let old = """
        waybill: 1
        interceptors:
          login: { url: "/admin/**", use: login }
          old: { url: "/old/:id", rewrite: "/notes/:id" }
        routes:
          - { url: /notes/:id, handler: show }
          - { url: /admin/:page, handler: admin }
          - { url: /gone, handler: gone }
          - { url: /idle, handler: idle }

        """

    private static func plan(_ new: String, _ paths: [String]) throws -> Plan {
        let sets = [old, new].map { Compilation.compile(text: $0) }
        var plan = try #require(Plan(from: sets[0], to: sets[1], policy: PlanPolicy(allowsRemovals: true)))
        try withLog(
            paths.map { "h - - [27/Nov/2029:10:00:00 +0000] \"GET \($0) HTTP/1.1\" 200 5\n" }.joined() + "bad\n"
        ) {
            try plan.addTraffic(of: [$0], sets[0], sets[1], TrafficOptions())
        }
        return plan
    }

    @Test("Each class has its requests, hops included, and the sums agree")
    func classes() throws {
        let new = Self.old.replacing("  - { url: /gone, handler: gone }\n", with: "").replacing("show", with: "view")
            .replacing("\"/admin/**\"", with: "/admin/x")
        let paths =
            ["/notes/1", "/notes/2", "/old/3", "/gone", "/admin/x"] + Array(repeating: "/admin/y", count: 5)
            + ["/nothing", "/notes/%zz"]
        let plan = try Self.plan(new, paths)
        let traffic = try #require(plan.traffic)
        #expect(traffic == PlanTraffic(requests: 12, changed: 9, unreadable: 1))
        #expect(plan.changes.map { $0.requests.map { $0.logged?.count ?? -1 }.reduce(0, +) } == [5, 3, 1, 0])
        #expect(plan.text().contains("   = traffic: 5 requests (41.7 %), most often /admin/*\n"))
        #expect(plan.changes.map { $0.logged?.shape } == ["/admin/*", "/notes/*", "/gone", nil])
        #expect(plan.markdown().contains(" | 5 requests (41.7 %), most often `/admin/*` |"))
        #expect(plan.text().hasSuffix("9 of 12 requests (75.0 %) get another answer; 1 line could not be read.\n"))
        #expect(plan.markdown().contains("| Requests | What happens | Example | Rule | Traffic |"))
        let json = plan.json(old: "a", new: "b")
        #expect(json.contains("\"changed\" : 9"))
        #expect(json.contains("\"requests\" : 5") && json.contains("\"shape\" : \"/admin/*\""))
    }

    @Test("A request with the wrong method is in no class of the fallback, and in that of its URL")
    func wrongMethod() throws {
        let old = """
            waybill: 1
            routes:
              - { url: /notes/:id, methods: [POST], handler: show }
              - { url: /idle, handler: idle }
            fallback: { handler: lost, other_methods: OTHERS }

            """
        func counts(_ others: (Bool, Bool), _ change: (String) -> String) throws -> [Int] {
            let sets = [
                old.replacing("OTHERS", with: "\(others.0)"), change(old.replacing("OTHERS", with: "\(others.1)")),
            ].map { Compilation.compile(text: $0) }
            var plan = try #require(Plan(from: sets[0], to: sets[1]))
            let lines = ["/notes/1", "/notes/2", "/none", "/idle"].map {
                "h - - [27/Nov/2029:10:00:00 +0000] \"GET \($0) HTTP/1.1\" 200 5\n"
            }
            try withLog(lines.joined()) { try plan.addTraffic(of: [$0], sets[0], sets[1], TrafficOptions()) }
            return plan.changes.map { $0.requests.map { $0.logged?.count ?? -1 }.reduce(0, +) }
        }
        #expect(try counts((false, false)) { $0.replacing("lost", with: "found") } == [1])
        #expect(try counts((true, true)) { $0.replacing("lost", with: "found") } == [3])
        #expect(try counts((true, false)) { $0 } == [2])
        #expect(try counts((false, true)) { $0 } == [2])
    }

    @Test("Breaking classes below a share of the requests do not fail")
    func limit() throws {
        let new = Self.old.replacing("  - { url: /gone, handler: gone }\n", with: "")
        let plan = try Self.plan(new, ["/gone"] + Array(repeating: "/idle", count: 99))
        let policy = PlanPolicy()
        #expect(plan.isBreaking(policy) && plan.fails(policy, allowedShare: nil))
        #expect(plan.fails(policy, allowedShare: 0.009) && !plan.fails(policy, allowedShare: 0.01))
        #expect(try !Self.plan(new, ["/idle"]).fails(policy, allowedShare: 0))
        #expect(try Self.plan(new, ["/gone"]).fails(policy, allowedShare: 0.99))
    }

    @Test("A log that names routes cannot be used")
    func ownLog() throws {
        let sets = [Self.old, Self.old.replacing("show", with: "view")].map { Compilation.compile(text: $0) }
        var plan = try #require(Plan(from: sets[0], to: sets[1]))
        let line = "2030-01-01T00:00:00+0000 info http: x http.request.method=GET http.response.status_code=200 [a] b\n"
        try withLog(line) { path in
            #expect(throws: LogProblem.withoutPaths(path)) {
                try plan.addTraffic(of: [path], sets[0], sets[1], TrafficOptions())
            }
        }
    }

    @Test(
        "On generated pairs, a request is in its class, and one with another answer is in one",
        arguments: PropertySeeds.blocks(160))
    func exactness(seeds: Range<UInt64>) throws {
        var changed = 0
        for seed in seeds {
            var generator = ChangeGenerator(seed: seed)
            let pair = try generator.makePair(nil)
            let sets = [pair.old.declarable, pair.new.declarable].map { Compilation.compile(text: $0.manifest) }
            guard let plan = Plan(from: sets[0], to: sets[1]), plan.undecided.isEmpty else { continue }
            let methods = MethodNames(of: sets.map(\.set))
            let old = try #require(TrafficSubject(sets[0], methods: methods))
            let new = try #require(TrafficSubject(sets[1], methods: methods))
            let classes = ChangeClasses(plan, old, new)
            var counter = PlanCounter(classes)
            for _ in 0..<100 {
                let url = generator.mixed.makeURL(for: generator.chance(50) ? pair.old.made : pair.new.made)
                let method = generator.pick(["GET", "POST", "HEAD", "DELETE", "BREW"])
                let before = counter.tally.parts(classes.partCount)
                counter.count(
                    Array(url.utf8).span,
                    LoggedRequest(
                        method: methods.index(of: Array(method.utf8).span), status: 200,
                        position: LogPosition(file: 0, line: 1)))
                let after = counter.tally.parts(classes.partCount)
                let found = after.indices.first { after[$0] != before[$0] }
                if let found {
                    let gained = after[found].shapes.filter { $0.value != before[found].shapes[$0.key] }.map(\.key)
                    #expect(try gained == [classes.shapes.shape(of: RouteURL(url))], "seed \(seed): \(method) \(url)")
                }
                let first = (try? RouteURL(url)).flatMap { classes.part(of: $0, method: method) }
                if let first { #expect(found == first, "seed \(seed): \(method) \(url)") }
                if found != nil { changed += 1 }
                let answers = sets.map { Self.answer($0, url, method) }
                if answers[0] != answers[1] {
                    #expect(found != nil, "seed \(seed): \(method) \(url) \(answers)\n\(pair.old.manifest)")
                }
                if found != nil, first == nil {
                    let hops = sets.contains { $0.explain(url, method: method)?.hops.isEmpty == false }
                    #expect(hops, "seed \(seed): \(method) \(url) is in a class without a hop")
                }
            }
        }
        #expect(changed > 0 || !PropertySeeds.areMany, "no request changes")
    }

    /// What a client sees.
    private static func answer(_ set: Compilation, _ url: String, _ method: String) -> [String] {
        guard let found = set.explain(url, method: method) else { return [] }
        let served = found.route.map { $0.destination.summary } ?? found.fallback?.summary ?? ""
        return [served, found.location ?? "", found.rejection?.reason ?? "", found.outcome.isReached ? "reached" : ""]
    }
}
