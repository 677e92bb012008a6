import Foundation
import Testing
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

@Suite("The contract of fixes")
struct FixPromiseTests {
    private func fixed(_ routes: String) throws -> String {
        let text = "waybill: 1\nroutes:\n" + routes
        let outcome = try FixInput([SourceFile(path: "a.yaml", bytes: Array(text.utf8))]).fixed(.safe)
        return String(decoding: outcome.changes.first?.new ?? Array(text.utf8), as: UTF8.self)
            .replacing("waybill: 1\nroutes:\n", with: "")
    }

    @Test(
        "a repeated item is removed",
        arguments: [
            ("- { url: /a, handler: h, methods: [GET, POST, GET] } # all\n", "[GET, POST] } # all"),
            (
                "- url: /a\n  handler: h\n  methods:\n  - GET\n  - GET\n  - POST # rarely\n",
                "- GET\n  - POST # rarely"
            ),
            ("- url: /a\n  handler: h\n  methods:\n  - >-\n    GET\n  - GET  \n", "  - >-\n    GET\n"),
        ])
    func repeatedItem(routes: String, expected: String) throws {
        #expect(try fixed(routes).contains(expected))
    }

    @Test(
        "an item whose comment would move beside another one stays",
        arguments: [
            "- url: /a\n  handler: h\n  methods:\n  - GET\n  - POST\n  - GET # for the old front end\n",
            "- url: /a\n  handler: h\n  methods: [ GET,\n    POST,\n    GET, # for the old front end\n    PUT ]\n",
            "- url: /a\n  handler: h\n  methods: [ GET,\n    POST,\n    GET # for the old front end\n  , PUT ]\n",
        ])
    func commentedItem(routes: String) throws {
        #expect(try fixed(routes) == routes)
    }

    @Test("a fix of a problem that the configuration makes a hint is applied, as it is offered")
    func hints() throws {
        let text = """
            waybill: 1
            routes:
              - { id: everything, url: /notes/**, methods: [GET], priority: 10, handler: a }
              - { id: note, url: /notes/:id, methods: [GET, PUT], handler: b }

            """
        let configuration = SourceFile(path: ".waybill.yaml", bytes: Array("rules: { P007: hint }\n".utf8))
        let input = FixInput(
            [SourceFile(path: "a.yaml", bytes: Array(text.utf8))], ConfigurationFile(source: configuration))
        let offer = FixOffer(input.check().report)
        #expect(offer.text == "1 can be fixed with --unsafe-fixes")
        #expect(try input.fixed(.unsafe).applied.first?.rule == .invertedPriority)
    }

    /// A set whose routes misspell the names of modules.
    private func misspelling(_ modules: Range<Int>, routes: Int) -> FixInput {
        let routes = (0..<routes).map { "- { url: /\($0), module: notes\($0 % modules.count) }\n" }
        let text =
            "waybill: 1\nmodules:\n" + modules.map { "  nodes\($0):\n" }.joined() + "routes:\n" + routes.joined()
        return FixInput([SourceFile(path: "a.yaml", bytes: Array(text.utf8))])
    }

    @Test("a hundred misspelled names are corrected", arguments: [100, 300])
    func misspeltNames(routes: Int) throws {
        let outcome = try misspelling(0..<100, routes: routes).fixed(.unsafe)
        #expect(outcome.applied.count == routes && outcome.applied.allSatisfy { $0.rule == .undefinedName })
        #expect(outcome.after.report.diagnostics.isEmpty)
    }

    @Test("of more misspelled names, none is corrected, and no module that they may mean is removed")
    func missingNames() throws {
        let input = misspelling(0..<101, routes: 101)
        let report = input.check().report
        #expect(report.diagnostics.allSatisfy { $0.rule == .undefinedName } && report.diagnostics.count == 101)
        #expect(report.diagnostics.count { !$0.suggestions.isEmpty } == 100 && FixOffer(report).text == nil)
        #expect(try input.fixed(.unsafe).changes.isEmpty)
    }

    @Test("the limit of misspelled names holds for each rule")
    func misspeltNamesOfTwoRules() throws {
        let numbers = 0..<60
        let routes = numbers.map { "- { url: /\($0), module: notes\($0), tags: [lebel\($0)] }\n" }
        let text =
            "waybill: 1\ntags:\n" + numbers.map { "  label\($0): l\n" }.joined() + "modules:\n"
            + numbers.map { "  nodes\($0):\n" }.joined() + "routes:\n" + routes.joined()
        let outcome = try FixInput([SourceFile(path: "a.yaml", bytes: Array(text.utf8))]).fixed(.unsafe)
        #expect(outcome.applied.count == 120 && outcome.after.report.diagnostics.isEmpty)
    }

    @Test("a module whose name is similar to an undefined one does not count as unused")
    func similarModules() throws {
        let text = "waybill: 1\nmodules: { notes-a: , notes-b: }\nroutes: [{ url: /, module: notes-c }]\n"
        let input = FixInput([SourceFile(path: "a.yaml", bytes: Array(text.utf8))])
        #expect(input.check().report.diagnostics.map(\.rule) == [.undefinedName])
    }

    @Test("an offer counts each problem with a fix once, and the safe ones apart")
    func offer() {
        let routes = "  - { url: /a, handler: h, priority: \"7\", methods: get }\n  - { url: /b, handlr: h }\n"
        let input = FixInput([SourceFile(path: "a.yaml", bytes: Array("waybill: 1\nroutes:\n\(routes)".utf8))])
        #expect(FixOffer(input.check().report).text == "2 can be fixed with --fix, 1 more with --unsafe-fixes")
    }

    @Test("an offer leaves out files with more problems than are reported")
    func notOffered() {
        func offer(_ routes: String) -> String? {
            let input = FixInput([SourceFile(path: "a.yaml", bytes: Array("waybill: 1\nroutes:\n\(routes)".utf8))])
            return FixOffer(input.check().report).text
        }
        let slip = "  - { url: /a, handler: h, methods: [GET, GET] }\n"
        #expect(offer(slip) == "1 can be fixed with --fix")
        #expect(offer(slip + String(repeating: "  - 7\n", count: 10_001)) == nil)
    }

    @Test(
        "an entry whose comment would become part of a block scalar stays, and no fix is offered",
        arguments: [
            "  - handler: h\n    url: >-\n      /a\n    priority: 8\n      # why\n",
            "  - url: /a\n    handler: h\n    tags:\n      - >-\n        views\n      - views\n        # why\n",
        ])
    func commentsBehindBlocks(route: String) throws {
        let input = FixInput([SourceFile(path: "a.yaml", bytes: Array("waybill: 1\nroutes:\n\(route)".utf8))])
        #expect(input.check().report.diagnostics.allSatisfy { $0.fixes.isEmpty })
        #expect(try fixed(route) == route)
    }

    private static let suppression = "# waybill:allow V001 -- of one key alone"
    private static let rest = "with: { password: hunter2 }, handler: h }"
    private static let lines = "    with: { password: hunter2 }\n    handler: h\n"

    @Test(
        "the scope of a suppression stays the same",
        arguments: [
            "  -\n    methods: []\n    \(suppression)\n    url: /a\n\(lines)",
            "  - { methods: [\n      ], url: /a, \(suppression)\n      \(rest)\n",
            "  - { url: /a, handler: h, with: { password: hunter2 }, tags: [views,\n    views ] } \(suppression)\n",
            "  - { url: /a,\n      tags: [ x\n      ], methods: [], \(suppression)\n      \(rest)\n",
            "  - { url: /a,\n      tags: [ x\n      ], methods: [], \(rest) \(suppression)\n",
            "  - { url:\n      \(suppression)\n      /a, methods: [], \(rest)\n",
            "  - methods: []\n    \(suppression)\n    url: /a\n\(lines)",
            "  - priority: 5\n    url: /a \(suppression)\n\(lines)",
            "  - methods: []\n    url: /a \(suppression)\n\(lines)",
            "  - methods:\n      []\n\n    \(suppression)\n    url: /a\n\(lines)",
            "  \(suppression)\n  - methods: [] # any\n    url: /a\n\(lines)",
        ])
    func suppressions(route: String) throws {
        let text = "waybill: 1\nroutes:\n" + route
        let outcome = try FixInput([SourceFile(path: "a.yaml", bytes: Array(text.utf8))]).fixed(.safe)
        let (before, after) = (outcome.before.report, outcome.after.report)
        #expect(
            before.diagnostics.count { $0.rule == .plainSecret } == after.diagnostics.count { $0.rule == .plainSecret })
        #expect(before.hidden.allowed == after.hidden.allowed)
        for fix in before.diagnostics.flatMap(\.fixes) where fix.safe {
            let file = SourceFile(path: "a.yaml", bytes: before.sources[0].bytes.applying(fix.edits))
            #expect(FixInput([file]).check().report.hidden.allowed == before.hidden.allowed, "\(fix)")
        }
    }

    @Test("of many fixes near comments only those that change a scope are left out")
    func manySuppressions() {
        let routes = (0..<60).map { number in
            let comment = "# waybill:allow V001 -- why"
            let isWhole = !number.isMultiple(of: 3)
            let above = isWhole ? "  \(comment)\n" : ""
            return
                "\(above)  - priority: 5\n    url: /a\(number)\(isWhole ? "" : " " + comment)\n    id: r\(number)\n"
                + "    handler: h\n    with: { password: hunter2 }\n"
        }
        let text = "waybill: 1\nroutes:\n" + routes.joined()
        let report = FixInput([SourceFile(path: "a.yaml", bytes: Array(text.utf8))]).check().report
        let idle = report.diagnostics.filter { $0.rule == .idlePriority }
        #expect(idle.map { !$0.fixes.isEmpty } == (0..<60).map { !$0.isMultiple(of: 3) })
        #expect(report.hidden.allowed == 40)
    }

    @Test("each rule whose safe fix may change the digest is named with the promise that others do not")
    func digests() throws {
        let page = URL(filePath: #filePath).resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appending(path: "Sources/WaybillTools/WaybillTools.docc/Fixing.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let promise = try #require(text.split(separator: "\n- **").first { $0.hasPrefix("Nothing gets worse") })
        #expect(
            Set(promise.matches(of: /[A-Z]\d{3}/).map { String($0.output) })
                == Set(Rule.all.filter { $0.traits.contains(.fixChangesDigest) }.map(\.id)))
    }
}
