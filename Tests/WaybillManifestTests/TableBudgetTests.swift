import Testing
import WaybillManifest
import WaybillProofs
import WaybillRules
import WaybillSyntax
import WaybillTable

@Suite("The cost of a table")
struct TableBudgetTests {
    @Test("256 affixes at one place are within the budget, and one more is reported once", arguments: [256, 257])
    func affixes(count: Int) {
        let routes = (0..<count).map { "  - { id: r\($0), url: \"/f/p\($0)-:id\", handler: h }\n" }
        let compilation = Compilation.compile(text: "waybill: 1\nroutes:\n" + routes.joined())
        let expected = count > 256 ? ["P016"] : []
        #expect(compilation.diagnostics.map(\.rule.id) == expected)
    }

    @Test("64 segments are within the budget, and one more is reported", arguments: [64, 65])
    func segments(count: Int) {
        let pattern = (0..<count).map { "/s\($0)" }.joined()
        let compilation = Compilation.compile(
            text: "waybill: 1\nroutes:\n  - { id: deep, url: \"\(pattern)\", handler: deep }\n")
        #expect(compilation.diagnostics.map(\.rule.id) == (count > 64 ? ["P016"] : []))
    }

    @Test("at the end of the budget, every unanswered question is reported, and nothing else about it")
    func work() throws {
        let compilation = Compilation.compile(
            text: """
                waybill: 1
                interceptors:
                  gate: { url: "/n/:id", params: { id: "/[a-m].*/" }, use: gate }
                  again: { url: "/n/:id", params: { id: "/[n-z].*/" }, use: gate }
                  moved: { url: "/m/:id", params: { id: "/[a-m].*/" }, rewrite: "/m/:id" }
                routes:
                  - { id: first, url: "/n/:id", params: { id: "/[a-m].*/" }, handler: first }
                  - { id: second, url: "/n/:id", params: { id: "/[a-f].*/" }, handler: second, priority: 1 }
                  - { id: third, url: "/n/:id", params: { id: "/[a-f].+/" }, handler: third, priority: -1 }
                  - { id: fourth, url: "/m/:id", params: { id: "/[a-m].*/" }, handler: fourth }

                """)
        let whole = compilation.diagnostics.map(\.rule.id)
        #expect(whole == ["X003", "X002", "P006", "P003"])
        let table = RoutingTable(RankedDefinitions(compilation.set))
        let limits = ProofLimits(walkPerEntry: 300, minimumWalk: 1_000, relation: 3, relations: 3)
        let cut = compilation.set.checkRelations(table, besides: [], within: limits)
        #expect(cut.allSatisfy { $0.rule == .tableBudget }, "\(cut.map(\.message))")
        let questions = [
            "how route", "whether interceptor 'again'", "whether interceptors that do the same", "form a loop",
            "whether routes accept what",
        ]
        for question in questions {
            #expect(cut.contains { $0.message.contains(question) }, "\(question) \(cut.map(\.message))")
        }
    }

    @Test("if routes overlap in too many pairs, the found ones are reported, and that there may be more")
    func overlaps() throws {
        let routes = (0..<40).map { "  - { url: '/:a/l\($0)', handler: a }\n  - { url: '/l\($0)/:a', handler: a }\n" }
        let compilation = Compilation.compile(text: "waybill: 1\nroutes:\n" + routes.joined())
        #expect(compilation.diagnostics.map(\.rule) == [.partlyShadowed])
        #expect(compilation.diagnostics.first?.message.hasSuffix("; so do 39 more") == true)
        let table = try #require(compilation.table)
        let cut = compilation.set.checkRelations(table, besides: [], within: ProofLimits(relations: 10_000))
            .groupedByCause()
        let reported = try #require(cut.first { $0.rule == .tableBudget }?.message)
        #expect(reported.hasPrefix("how route '/"))
        #expect(reported.contains(#/' overlaps with others is not fully analyzed, and \d+ more like it: /#))
        #expect(reported.hasSuffix(": the analysis reached its budget"))
        let found = try #require(cut.first { $0.rule == .partlyShadowed }?.message)
        #expect(cut.count == 2 && found.contains(#/; so do [12]?\d more/#), "\(found)")
    }

    @Test("if too many interceptors may serve the targets of redirects, it is reported that dead ends are undecided")
    func deadEnds() throws {
        let routes = (0..<20).map { "  - { url: '/a/\($0)', forward: '/b/\($0)' }\n" }
        let gates = (0..<20).map {
            "  g\($0): { url: '/b/:x', params: { x: '/[a-z]{\($0 + 1)}/' }, reject: gone }\n"
        }
        let compilation = Compilation.compile(
            text: "waybill: 1\nroutes:\n" + routes.joined() + "interceptors:\n" + gates.joined())
        let table = try #require(compilation.table)
        func reported(_ limits: ProofLimits) -> [String] {
            compilation.set.checkRelations(table, besides: [], within: limits).map(\.message)
        }
        #expect(reported(.standard).count { $0.contains("which no route serves") } == 20)
        #expect(!reported(.standard).contains { $0.contains("a route is where") })
        let cut = reported(ProofLimits(relations: 2_000))
        #expect(
            cut.contains {
                $0.hasPrefix(
                    "whether the targets of rewrites, forwards and redirects have routes is not fully analyzed")
            })
    }
}
