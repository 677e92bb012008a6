import Foundation
import Testing
import WaybillReports
import WaybillTable

@testable import WaybillManifest
@testable import WaybillRules
@testable import WaybillSyntax
@testable import WaybillTools

@Suite("Coverage of routes by tests")
struct CoverageTests {
    private func coverage(_ text: String) throws -> (RouteCoverage, Compilation) {
        let compilation = Compilation.compile(text: text)
        #expect(compilation.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
        let run = try #require(compilation.runTests())
        #expect(run.diagnostics.map(\.message) == [])
        return (try #require(compilation.coverage(of: run)), compilation)
    }

    /// `runs gate notes.show`: the subjects of the units, in order; only the untested ones.
    private func untested(_ text: String) throws -> [String] {
        let (coverage, compilation) = try coverage(text)
        return coverage.untested.map { unit in
            let names = [
                unit.subject.interceptor.map { compilation.set.interceptors[$0].id.value },
                unit.subject.route.map { compilation.set.routes[$0].id.value },
            ]
            return ([unit.subject.word] + names.compactMap(\.self)).joined(separator: " ")
        }.sorted()
    }

    @Test("A percentage is rounded down: 1,999 of 2,000 are 99.9, and only all are 100")
    func rounding() throws {
        func share(_ covered: Int, _ total: Int) -> RouteCoverage.Share {
            let unit = CoverageUnit(
                subject: .pattern(route: 0, pattern: 0), span: SourceSpan(file: 0, start: 0, end: 0), hits: 1)
            var units = [CoverageUnit](repeating: unit, count: total)
            for index in covered..<total { units[index].hits = 0 }
            return RouteCoverage(units: units).total
        }
        #expect(share(1999, 2000).percentage == "99.9")
        #expect(share(2000, 2000).percentage == "100")
        #expect(share(0, 0).percentage == "100")
        #expect(share(2, 3).percentage == "66.6")
        #expect(share(9999, 10000).isBelow(100))
        #expect(!share(10000, 10000).isBelow(100))
        #expect(share(999, 1000).isBelow(99.95))
        #expect(!share(999, 1000).isBelow(99.9))
        #expect(!share(0, 0).isBelow(100))
    }

    @Test("What no request reaches does not count: an interceptor that two others always end before")
    func unreachable() throws {
        let text = """
            waybill: 1
            interceptors:
              stop: { url: "/closed/**", methods: [GET], reject: closed }
              stop.post: { url: "/closed/**", methods: [POST], reject: closed }
              late: { url: "/closed/x", methods: [GET, POST], use: late, order: 1 }
              other: { url: "/closed/*", methods: [GET, POST], use: late, order: 2, tags: [views] }
            routes:
              - { id: open, url: /open, handler: h }
            tests:
              - { open: /open, expect: { route: open } }
              - { open: /closed/x, expect: { rejected: stop } }
              - { open: /closed/x, method: POST, expect: { rejected: stop.post } }

            """
        #expect(try untested(text) == ["runs other"])
        #expect(try untested(text.replacing(", tags: [views] }\nroutes", with: " }\nroutes")) == [])
    }

    @Test("An interceptor that only runs for requests of a view counts, with a test in that view")
    func runsInAView() throws {
        let text = """
            waybill: 1
            interceptors:
              stop: { url: "/old/**", reject: closed }
              seen: { url: "/old/x", use: seen, order: 1, tags: [views] }
            routes:
              - { id: open, url: /open, handler: h, tags: [views] }

            """
        let unit = try #require(try coverage(text).0.untested.first { $0.subject == .runs(interceptor: 0, route: nil) })
        #expect(unit.proposal?.tags == ["views"])
    }

    @Test("A test is proposed once, for everything that it exercises")
    func proposals() throws {
        let text = """
            waybill: 1
            interceptors:
              log: { url: "/**", use: log, applies: everywhere }
            routes:
              - { id: a, url: "/a/:id", params: { id: int }, handler: h, tags: [views, api] }
              - { id: b, url: "/b/:id", handler: h }

            """
        let (coverage, compilation) = try coverage(text)
        let proposals = Set(coverage.untested.compactMap(\.proposal))
        #expect(proposals.count < coverage.untested.count)
        let report = try #require(MeasuredTestReport(compilation, coverage: .list))
        let listed = report.text(ReportStyle()).split(separator: "\n").filter { $0.hasPrefix("    - ") }
        #expect(listed.count == proposals.count && Set(listed).count == listed.count)
        let tested = text + "tests:\n" + listed.joined(separator: "\n") + "\n"
        #expect(try self.coverage(tested).0.untested.isEmpty)
    }

    @Test("Each pattern of a route counts, and a redirect counts when a hop goes through it")
    func patterns() throws {
        let routes = """
            waybill: 1
            routes:
              - { id: two, urls: [/a, /b], handler: h }
              - { id: old, url: /old, forward: /a }

            """
        #expect(try untested(routes) == ["pattern old", "pattern two", "pattern two"])
        #expect(
            try untested(routes + "tests: [{ open: /b, expect: { route: two } }]\n") == ["pattern old", "pattern two"])
        #expect(try untested(routes + "tests: [{ open: /old, expect: { route: two } }]\n") == ["pattern two"])
        let permanent = routes.replacing("forward: /a", with: "redirect: { to: /a, status: 308 }")
        #expect(
            try untested(permanent + "tests: [{ open: /old, expect: { redirect: { to: /a } } }]\n") == [
                "pattern two", "pattern two",
            ])
        let proposals = try coverage(permanent).0.untested.compactMap { $0.proposal?.inline }
        #expect(proposals.contains("{ open: /old, expect: { route: old } }"))
    }

    @Test("An interceptor counts for each route that it may run for, where it runs and where it does not")
    func interceptors() throws {
        let routes = """
            waybill: 1
            interceptors:
              all: { url: "/**", use: all }
              some: { url: /a/x, use: some, order: 1 }
              put: { url: /b, methods: [PUT], use: put, order: 2 }
              lone: { url: /c/:id, rewrite: "/a/:id", order: 3 }
            routes:
              - { id: a, url: "/a/:id", handler: h }
              - { id: b, url: /b, handler: h }

            """
        #expect(
            try untested(routes) == [
                "passes put b", "passes some a", "pattern a", "pattern b", "runs all a", "runs all b", "runs lone",
                "runs put b", "runs some a",
            ])
        let tests = """
            tests:
              - { open: /a/x, expect: { route: a } }
              - { open: /b, expect: { route: b } }
              - { open: /c/1, expect: { route: a } }

            """
        #expect(try untested(routes + tests) == ["runs put b"])
    }

    @Test("An interceptor and a route that constrain a capture to disjoint values are unrelated")
    func disjointConstraints() throws {
        let (coverage, _) = try coverage(
            """
            waybill: 1
            interceptors: { gate: { url: "/a/:x", params: { x: int }, use: gate } }
            routes:
              - { id: words, url: "/a/:y", params: { y: alpha }, handler: h }
              - { id: numbers, url: "/a/:z", params: { z: ["1", "2"] }, handler: h }
            tests: [{ open: /a/b, expect: { route: words } }]

            """)
        let gated = coverage.units.filter { $0.subject.kind == .interceptors }.map(\.subject)
        #expect(gated == [.runs(interceptor: 0, route: 0)])
    }

    @Test("Units that another interceptor or route takes are not counted")
    func outOfReach() throws {
        let routes = """
            waybill: 1
            interceptors:
              shut: { url: "/shut/**", reject: "no" }
              late: { url: "/**", use: late, order: 1 }
            routes:
              - { id: high, url: "/:a", priority: 1, handler: h }
              - { id: low, url: "/:a/:b", handler: h }
              - { id: shut, url: /shut/door, handler: h }
            tests:
              - { open: /x, expect: { route: high } }
              - { open: /shut, expect: rejected }
              - { open: /x/y, expect: { route: low } }
              - { open: /shut/x, expect: rejected }
              - { open: /shut/door, expect: rejected }

            """
        #expect(try untested(routes) == [])
    }

    @Test("A route is tested in the view of each of its tags, and in a view that hides it")
    func tags() throws {
        let routes = """
            waybill: 1
            routes:
              - { id: both, url: /both, handler: h, tags: [a, b] }
              - { id: one, url: /one, handler: h, tags: [c] }

            """
        #expect(
            try untested(routes) == [
                "hidden both", "hidden one", "pattern both", "pattern one", "seen both", "seen both", "seen one",
            ])
        let tests = """
            tests:
              - { open: /both, tags: [a, b], expect: { route: both } }
              - { open: /both, tags: [c], expect: unmatched }
              - { open: /one, tags: [c], expect: { route: one } }

            """
        #expect(try untested(routes + tests) == ["hidden one"])
    }

    @Test("If no view hides a route, none is required")
    func onlyTag() throws {
        #expect(
            try untested("waybill: 1\nroutes: [{ id: a, url: /a, handler: h, tags: [v] }]\n") == [
                "pattern a", "seen a",
            ])
    }

    @Test("A constrained capture is tested with a value that it accepts, and with one that only it rejects")
    func captures() throws {
        let routes = """
            waybill: 1
            routes:
              - { id: n, url: "/n/:id/:what", params: { id: int, what: [a, b] }, handler: h }
              - { id: word, url: "/n/new/:x", handler: h }

            """
        let all = try untested(routes)
        #expect(all == ["pattern n", "pattern word", "refused n", "refused n", "taken n", "taken n"])
        func left(_ url: String, _ expectation: String) throws -> [String] {
            try untested(routes + "tests: [{ open: \(url), expect: \(expectation) }]\n")
        }
        #expect(try left("/n/x/a", "unmatched").count == 5)
        #expect(try left("/n/1/c", "unmatched").count == 5)
        // Both values are wrong, and a literal matches it in any case.
        #expect(try left("/n/x/c", "unmatched").count == 6)
        #expect(try left("/n/new/a", "{ route: word }").count == 5)
    }

    @Test("Only the visits that share the rarest literal of a pattern are compared with it")
    func refusalIndex() throws {
        let compilation = Compilation.compile(text: "waybill: 1\nroutes: [{ id: all, url: \"/**\", handler: h }]\n")
        let subject = try #require(compilation.routedSet)
        let urls = ["/api/a/1", "/api/b/1", "/API/B/2", "/api/b/1/x", "/other"]
        let index = RefusalIndex(urls.map { subject.trace($0) })
        func near(_ pattern: String) throws -> [Int] { index.visits(near: try Pattern(pattern)) }
        #expect(try near("/api/b/:id") == [1, 2])
        #expect(try near("/:x/B/:id") == [1, 2])
        #expect(try near("/api/:x/b") == [])
        #expect(try near("/api/b/**") == [1, 2, 3])
        #expect(try near("/:a/:b/:c") == [0, 1, 2])
        #expect(try near("/**") == [0, 1, 2, 3, 4])
    }

    @Test("Failing tests cover nothing")
    func failures() throws {
        let compilation = Compilation.compile(
            text: "waybill: 1\nroutes: [{ id: a, url: /a, handler: h }]\ntests: [{ open: /a, expect: unmatched }]\n")
        let run = try #require(compilation.runTests())
        #expect(compilation.coverage(of: run)?.total.covered == 0)
    }

    /// Methods that have another meaning in YAML if they are not quoted.
    private static let oddMethods = """
        waybill: 1
        routes:
          - { id: none, url: /none, methods: ["NULL"], handler: h }
          - { id: marked, url: /marked, methods: ["!Y"], handler: h }

        """

    @Test(
        "The proposed tests pass, and cover everything that is counted",
        arguments: ["shop", "gates", "passing"].map { RouteTestGoldenTests.compile($0) }.map(\.sources)
            + [fullExample, oddMethods].map { [SourceFile(path: "example.yaml", bytes: Array($0.utf8))] })
    func proposals(_ sources: [SourceFile]) throws {
        let compilation = Compilation.compile(files: ManifestFiles(sources: sources))
        let run = try #require(compilation.runTests())
        let before = try #require(compilation.coverage(of: run))
        let proposals = before.untested.compactMap(\.proposal)
        #expect(proposals.count == before.untested.count)
        let text = "waybill: 1\ntests:\n" + Set(proposals).map { "  - \($0.inline)\n" }.sorted().joined()
        let offered = SourceFile(path: "offered.test.yaml", bytes: Array(text.utf8))
        let after = Compilation.compile(
            files: ManifestFiles(sources: sources + (proposals.isEmpty ? [] : [offered])))
        let rerun = try #require(after.runTests())
        #expect(rerun.failures.filter { rerun.sources[$0.test.span.file].path == offered.path }.isEmpty)
        let total = try #require(after.coverage(of: rerun)).total
        #expect(total.covered == total.total)
        #expect(total.total == before.total.total)
    }
}
