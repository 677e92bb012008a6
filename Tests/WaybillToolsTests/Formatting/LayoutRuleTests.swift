import Testing
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

@Suite("S009: files that 'waybill fmt' would change")
struct LayoutRuleTests {
    private func diagnostics(_ bytes: [UInt8], isOn: Bool = true) -> [Diagnostic] {
        let file = SourceFile(path: "a.yaml", bytes: bytes)
        var configuration = LintConfiguration()
        if isOn { configuration.levels[.notFormatted] = .hint }
        let report = Compilation.compile(files: ManifestFiles(sources: [file])).lint(configuration)
        return report.diagnostics.filter { $0.rule == .notFormatted }
    }

    @Test(
        "Its fix has the result of fmt, and touches no other lines", arguments: FormattingFixtures.names)
    func fix(_ name: String) throws {
        let bytes = try #require(FormattingFixtures.bytes(name))
        let diagnostic = try #require(diagnostics(bytes).first)
        let fix = try #require(diagnostic.fixes.first)
        var fixed = bytes
        for edit in fix.edits.reversed() {
            #expect(Array(bytes[edit.span.start..<edit.span.end]) != Array(edit.text.utf8))
            fixed.replaceSubrange(edit.span.start..<edit.span.end, with: edit.text.utf8)
        }
        #expect(fix.safe)
        #expect(fixed == formatted(bytes))
        #expect(diagnostics(fixed).isEmpty)
    }

    @Test("It is not reported by default")
    func silence() {
        #expect(diagnostics(Array("waybill: 1\nroutes:\n".utf8), isOn: false).isEmpty)
        #expect(diagnostics(Array("waybill: 1\nroutes:\n".utf8)).count == 1)
    }
}
