import Foundation
import Testing
import WaybillManifest
import WaybillSyntax
import WaybillTools

@Suite("What 'waybill check' says about the corpus")
struct GoldenCheckTests {
    /// Rules that no text can break: they speak of registries, of sizes, and of what the file system says.
    private static let outOfReach: Set = ["V006", "Y006", "Y014", "Y015"]

    @Test("Every mistake is found at its place, and nothing else", arguments: GoldenFixtures.broken)
    func findings(_ golden: GoldenCase) {
        let report = golden.lint()
        let wanted = report.sources.map { GoldenFinding.wanted(in: $0) }
        #expect(wanted.flatMap(\.unreadable).isEmpty, "write '# want: ID line:column'")
        let expected = wanted.flatMap(\.findings)
        #expect(!expected.isEmpty, "a case with mistakes says where they are: '# want: ID line:column'")
        let found = report.diagnostics.map { GoldenFinding($0, in: report.sources) }
        let (missing, surplus) = Self.compare(expected, found)
        #expect(missing.isEmpty, "wanted, and not found: \(missing)")
        #expect(surplus.isEmpty, "found, and not wanted: \(surplus)")
    }

    @Test("The output is the golden one", arguments: GoldenFixtures.broken)
    func output(_ golden: GoldenCase) throws {
        let actual = golden.lint().text(color: false, width: nil)
        try expectGolden(actual.utf8, at: GoldenFixtures.url(golden.output))
    }

    @Test("Nothing is said about sound manifests", arguments: GoldenFixtures.sound)
    func silence(_ golden: GoldenCase) {
        let report = golden.lint()
        #expect(report.diagnostics.isEmpty, "\(report.text(color: false, width: nil))")
        #expect(golden.compilation.table != nil)
    }

    @Test("Every rule that 'check' can give occurs in some output")
    func everyRuleOccurs() {
        let outputs = GoldenFixtures.outputs.compactMap(GoldenFixtures.text).joined()
        let missing = Rule.all.filter { rule in
            rule.isFoundByCheck && !Self.outOfReach.contains(rule.id)
                && !outputs.contains("[\(rule.id) \(rule.name)]")
        }
        #expect(missing.isEmpty, "no case breaks \(missing.map(\.id))")
    }

    @Test("Every output has its case")
    func everyOutputHasItsCase() {
        let orphans = Set(GoldenFixtures.outputs).subtracting(GoldenFixtures.broken.map(\.output))
        #expect(orphans.isEmpty, "no case writes \(orphans.sorted())")
        #expect(GoldenFixtures.broken.count >= 45)
        #expect(GoldenFixtures.sound.count >= 5)
    }

    /// What is wanted and not found, and what is found and not wanted, each as often as it is.
    private static func compare(
        _ wanted: [GoldenFinding], _ found: [GoldenFinding]
    ) -> (missing: [GoldenFinding], surplus: [GoldenFinding]) {
        var missing = wanted.sorted()
        let surplus = found.sorted().filter { finding in
            guard let index = missing.firstIndex(of: finding) else { return true }
            missing.remove(at: index)
            return false
        }
        return (missing, surplus)
    }
}
