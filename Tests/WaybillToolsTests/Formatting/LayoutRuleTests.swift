import Testing
import WaybillManifest
import WaybillSyntax
import WaybillTools

@Suite("S009: files that 'waybill fmt' would change")
struct LayoutRuleTests {
    private func findings(_ bytes: [UInt8], isOn: Bool = true) -> [Diagnostic] {
        let file = SourceFile(path: "a.yaml", bytes: bytes)
        var configuration = LintConfiguration()
        if isOn { configuration.levels[.notFormatted] = .hint }
        let report = Compilation.compile(files: ManifestFiles(sources: [file])).lint(configuration)
        return report.diagnostics.filter { $0.rule == .notFormatted }
    }

    @Test(
        "Its fix makes of a file what fmt makes of it, and touches no other lines", arguments: FormattingFixtures.names)
    func fix(_ name: String) throws {
        let bytes = try #require(FormattingFixtures.bytes(name))
        let finding = try #require(findings(bytes).first)
        let fix = try #require(finding.fixes.first)
        var fixed = bytes
        for edit in fix.edits.reversed() {
            #expect(Array(bytes[edit.span.start..<edit.span.end]) != Array(edit.text.utf8))
            fixed.replaceSubrange(edit.span.start..<edit.span.end, with: edit.text.utf8)
        }
        #expect(fix.safe)
        #expect(fixed == formatted(bytes))
        #expect(findings(fixed).isEmpty)
    }

    @Test("Nobody hears of it who does not ask")
    func silence() {
        #expect(findings(Array("waybill: 1\nroutes:\n".utf8), isOn: false).isEmpty)
        #expect(findings(Array("waybill: 1\nroutes:\n".utf8)).count == 1)
    }
}
