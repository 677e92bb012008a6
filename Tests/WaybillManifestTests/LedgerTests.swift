import Testing
import WaybillSyntax

@testable import WaybillManifest
@testable import WaybillRules

@Suite("What problems of reading leave unknown")
struct LedgerTests {
    private static let error = Diagnostic(.yamlSyntax, at: SourceSpan(file: 1, start: 4, end: 5), "broken")
    private let ledger = Ledger(
        ManifestSet(), [error],
        texts: [("modules:\n  clock: [", 1), ("provides: TimeService, é-acute myapp://edit", 1)])

    @Test(
        "A name may be declared where its words appear", arguments: ["clock", "TimeService", "é-acute", "myapp://edit"])
    func held(_ name: String) {
        #expect(ledger.cause(of: .name(name)) == Self.error)
    }

    @Test("A part of a longer word is not a name", arguments: ["cloc", "Time", "clocks", "edit.notes", "acut"])
    func notHeld(_ name: String) {
        #expect(ledger.cause(of: .name(name)) == nil)
    }

    @Test("Everything is certain if everything was read")
    func nothing() {
        let ledger = Ledger(ManifestSet(), [], texts: [])
        #expect(ledger.cause(of: .name("clock")) == nil && ledger.cause(of: Need.wholeSet) == nil)
        #expect(ledger.cause(of: CheckReach.wholeSet) == nil && ledger.cause(of: CheckReach.readTexts) == nil)
    }

    @Test("What is held back is listed with its cause, and a check that is not made with its rules")
    func heldBack() throws {
        let compilation = Compilation.compile(
            files: ManifestFiles(texts: [
                ("a.yaml", "waybill: 1\nroutes:\n  - { url: /a, module: clock }\n"),
                ("b.yaml", "waybill: 1\nmodules:\n  clock: [\n"),
            ]))
        #expect(compilation.diagnostics.map(\.rule) == [.yamlSyntax])
        let heldBack = compilation.heldBack
        #expect(heldBack.allSatisfy { $0.cause.rule == .yamlSyntax })
        #expect(
            heldBack.contains { if case .problem(let one) = $0.subject { one.rule == .undefinedName } else { false } })
        #expect(
            heldBack.contains {
                if case .check(let rules) = $0.subject { rules.contains(.unusedModule) } else { false }
            })
    }
}
