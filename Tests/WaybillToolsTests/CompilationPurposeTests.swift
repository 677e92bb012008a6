import Testing
import WaybillManifest
import WaybillProofs
import WaybillRules
import WaybillSyntax

@Suite("The purpose of a compilation")
struct CompilationPurposeTests {
    @Test(
        "A load finds the errors and warnings that a check finds",
        arguments: GoldenFixtures.broken + GoldenFixtures.sound)
    func corpus(_ golden: GoldenCase) {
        let checked = golden.compilation
        let loaded = Compilation.compile(files: ManifestFiles(sources: golden.files()), purpose: .load)
        #expect(loaded.diagnostics.filter(Self.isProblem) == checked.diagnostics.filter(Self.isProblem))
        #expect((loaded.table == nil) == (checked.table == nil))
        #expect(loaded.digest == checked.digest)
    }

    @Test("A load does not look for partly shadowed routes and priorities without effect")
    func hints() {
        let files = ManifestFiles(texts: [
            (
                "manifest.yaml",
                """
                waybill: 1
                routes:
                  - { url: "/:box/new", handler: newBox }
                  - { url: "/mail/:id", handler: mail }
                  - { url: "/idle", handler: idle, priority: 1 }

                """
            )
        ])
        let checked = Compilation.compile(files: files)
        let loaded = Compilation.compile(files: files, purpose: .load)
        #expect(Set(checked.diagnostics.map(\.rule.id)) == ["P005", "P006"])
        #expect(loaded.diagnostics.isEmpty)
        #expect(loaded.table != nil)
    }

    @Test("If only hints exceed the budget, that is an info")
    func undecided() throws {
        let routes = (0..<40).map { "  - { url: '/:a/l\($0)', handler: a }\n  - { url: '/l\($0)/:a', handler: a }\n" }
        let compilation = Compilation.compile(text: "waybill: 1\nroutes:\n" + routes.joined())
        let table = try #require(compilation.table)
        let cut = compilation.set.checkRelations(table, besides: [], within: ProofLimits(relations: 10_000))
        let undecided = cut.filter { $0.rule == .tableBudget }
        #expect(undecided.map(\.severity) == [.info])
    }

    private static func isProblem(_ diagnostic: Diagnostic) -> Bool { diagnostic.severity >= .warning }
}
