import Foundation
import Testing
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

@Suite("The output of 'waybill check' for the corpus")
struct GoldenCheckTests {
    /// Rules that no text can break: they are about registries, sizes, and the file system.
    private static let outOfReach: Set = ["V006", "Y006", "Y014", "Y015"]

    @Test("Every problem is reported at its place, and nothing else", arguments: GoldenFixtures.broken)
    func diagnostics(_ golden: GoldenCase) {
        let report = golden.lint()
        let wanted = report.sources.map { GoldenDiagnostic.wanted(in: $0) }
        #expect(wanted.flatMap(\.unreadable).isEmpty, "write '# want: ID line:column'")
        let expected = wanted.flatMap(\.diagnostics)
        #expect(!expected.isEmpty, "a case with mistakes says where they are: '# want: ID line:column'")
        let found = report.diagnostics.map { GoldenDiagnostic($0, in: report.sources) }
        let (missing, surplus) = Self.compare(expected, found)
        #expect(missing.isEmpty, "wanted, and not found: \(missing)")
        #expect(surplus.isEmpty, "found, and not wanted: \(surplus)")
    }

    @Test("The output is the golden one", arguments: GoldenFixtures.broken)
    func output(_ golden: GoldenCase) throws {
        let actual = golden.lint().text(color: false, width: nil)
        try expectGolden(actual.utf8, at: GoldenFixtures.url(golden.output))
    }

    @Test("Valid manifests have no problems", arguments: GoldenFixtures.sound)
    func silence(_ golden: GoldenCase) {
        let report = golden.lint()
        #expect(report.diagnostics.isEmpty, "\(report.text(color: false, width: nil))")
        #expect(golden.compilation.table != nil)
    }

    @Test("Every rule of 'check' occurs in some output")
    func everyRuleOccurs() {
        let outputs = GoldenFixtures.outputs.compactMap(GoldenFixtures.text).joined()
        let missing = Rule.all.filter { rule in
            rule.isFoundByCheck && !Self.outOfReach.contains(rule.id)
                && !outputs.contains("[\(rule.id) \(rule.name)]")
        }
        #expect(missing.isEmpty, "no case breaks \(missing.map(\.id))")
    }

    @Test("The list of rules says of every rule with a fix that it has one", arguments: GoldenFixtures.broken)
    func fixability(_ golden: GoldenCase) {
        for diagnostic in golden.lint().diagnostics where !diagnostic.fixes.isEmpty {
            let fixability = RuleCatalog.entries(for: [diagnostic.rule]).first?.fixability
            #expect(
                fixability == .safe || fixability == .unsafe && !diagnostic.fixes.contains(where: \.safe),
                "\(diagnostic.rule.id): \(diagnostic.fixes)")
        }
    }

    @Test("Every output has its case")
    func everyOutputHasItsCase() {
        let orphans = Set(GoldenFixtures.outputs).subtracting(GoldenFixtures.broken.map(\.output))
        #expect(orphans.isEmpty, "no case writes \(orphans.sorted())")
        #expect(GoldenFixtures.broken.count >= 45)
        #expect(GoldenFixtures.sound.count >= 5)
    }

    /// The wanted diagnostics that are missing, and the unwanted ones, each as often as it occurs.
    private static func compare(
        _ wanted: [GoldenDiagnostic], _ found: [GoldenDiagnostic]
    ) -> (missing: [GoldenDiagnostic], surplus: [GoldenDiagnostic]) {
        var missing = wanted.sorted()
        let surplus = found.sorted().filter { diagnostic in
            guard let index = missing.firstIndex(of: diagnostic) else { return true }
            missing.remove(at: index)
            return false
        }
        return (missing, surplus)
    }
}
