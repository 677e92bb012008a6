import Foundation
import Testing
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

@Suite("The catalogue of rules")
struct RulePageTests {
    /// The resolved path of the pages: tests may be built through symbolic links.
    private static let folder: URL =
        URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/WaybillTools/WaybillTools.docc/Rules")

    @Test("Every rule has an explanation of two to six sentences, and a fix", arguments: RuleCatalog.entries)
    func explanation(_ entry: RuleEntry) {
        let sentences = entry.explanation.split(separator: " ").count { $0.hasSuffix(".") || $0.hasSuffix("?") }
        #expect((2...6).contains(sentences), "\(entry.rule) has \(sentences) sentences")
        #expect(entry.advice.hasSuffix("."))
        #expect(entry.summary.hasSuffix("."))
    }

    @Test("Every rule has its entry, and every entry its rule, in the same order")
    func completeness() {
        #expect(RuleCatalog.entries.map(\.rule) == Rule.all)
    }

    @Test("Ids and names are unique, and in order")
    func order() {
        #expect(Rule.all.map(\.id) == Set(Rule.all.map(\.id)).sorted())
        #expect(Set(Rule.all.map(\.name)).count == Rule.all.count)
    }

    @Test(
        "The broken example shows the rule and nothing else above a hint",
        arguments: RuleCatalog.entries.filter(\.rule.isFoundByCheck))
    func broken(_ entry: RuleEntry) {
        let rule = entry.rule
        let found = RuleExample.report(on: entry.example.broken).diagnostics
        #expect(found.contains { $0.rule == rule }, "\(rule.id): \(found.map(\.message))")
        let others = found.filter { $0.rule != rule && $0.severity > .hint }
        #expect(others.isEmpty, "\(rule.id): \(others.map(\.message))")
    }

    @Test(
        "The broken change shows the rule, and the fixed one does not",
        arguments: RuleCatalog.entries.filter(\.rule.isFoundByPlan))
    func change(_ entry: RuleEntry) throws {
        let rule = entry.rule
        let broken = try #require(RuleExample.plan(to: entry.example.broken))
        let fixed = try #require(RuleExample.plan(to: entry.example.fixed))
        #expect((broken.changes.flatMap(\.rules) + broken.problems.map(\.rule)).contains(rule))
        #expect(!(fixed.changes.flatMap(\.rules) + fixed.problems.map(\.rule)).contains(rule))
    }

    @Test("The fixed example is valid", arguments: RuleCatalog.entries)
    func fixed(_ entry: RuleEntry) {
        let rule = entry.rule
        let found = RuleExample.report(on: entry.example.fixed).diagnostics
        let left = found.filter { $0.rule == rule || $0.severity >= .warning }
        #expect(left.isEmpty, "\(rule.id): \(left.map(\.message))")
    }

    private static let pages = [RulePage.list] + RuleCatalog.entries.map(RulePage.init)

    @Test("Every rule has its page, with the current output", arguments: pages)
    func page(_ page: RulePage) throws {
        try expectGolden(page.text.utf8, at: Self.folder.appending(path: "\(page.name).md"))
    }

    @Test("Every page has its rule")
    func surplus() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path(percentEncoded: false))
        let known = Set(Self.pages.map { "\($0.name).md" })
        let surplus = Set(names.filter { !$0.hasPrefix(".") }).subtracting(known)
        #expect(surplus.isEmpty, "no rule has \(surplus.sorted()): delete them")
    }

    @Test("The documentation's first page leads to every rule")
    func reference() throws {
        let overview = Self.folder.deletingLastPathComponent().appending(path: "WaybillTools.md")
        #expect(String(decoding: try Data(contentsOf: overview), as: UTF8.self).contains("(Rules/Rules.md)"))
    }

    @Test("A rule is found by its id or name, whatever the case")
    func problem() throws {
        #expect(try RuleListing.rules(named: ["p003", "shadowed-route"]) == [.shadowedRoute, .shadowedRoute])
        let unknown = #expect(throws: UnknownRule.self) { try RuleListing.rules(named: ["P003", "shadowd-route"]) }
        #expect(unknown?.message == "'shadowd-route' is not a rule; did you mean 'shadowed-route'?")
    }

    @Test("An explanation contains the output of check, word by word")
    func explained() throws {
        let text = try #require(RuleCatalog.entries(for: [.shadowedRoute]).first).explainedText
        #expect(text.hasPrefix("P003 shadowed-route: error, can be suppressed, fixed by --unsafe-fixes\n"))
        #expect(text.contains("    routes.yaml:4:11: error: route 'orders.show' is unreachable"))
        #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("    ") || $0.count <= 80 })
    }
}
