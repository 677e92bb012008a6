import Testing
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

@Suite("Syntax of other routers and tools")
struct ForeignSyntaxTests {
    private static func diagnostics(_ routes: String) -> [Diagnostic] {
        Compilation.compile(text: "waybill: 1\nroutes:\n" + routes).diagnostics
    }

    @Test("All captures of a pattern are one diagnostic, and one fix writes them")
    func allCaptures() throws {
        let found = Self.diagnostics(
            "  - { url: '/a/{b}/<c>', params: { b: int, c: slug }, forward: '/d/:b/:c' }\n"
                + "  - { url: '/d/:b/:c', handler: d }\n")
        #expect(found.map(\.rule) == [.badParameter])
        let fix = try #require(found.first?.fixes.first)
        #expect(!fix.safe && fix.edits.map(\.text) == [":b", ":c"])
    }

    @Test(
        "A text that may be a path is left alone",
        arguments: [
            "/wiki/Foo_(bar)", "/notes/:id-draft", "/notes/:year-:x", "/item-:id.json", "/a/:id+json", "/a/*/b",
            "/a/**",
            "/@me/notes", "/$metadata", "/caf\u{E9}/:id",
        ])
    func paths(pattern: String) {
        #expect(
            Self.diagnostics("  - { url: '\(pattern)', handler: a }\n").filter { $0.rule == .reservedCharacter } == [])
    }

    @Test("A vocabulary of methods defines which methods exist")
    func vocabulary() {
        let text = "waybill: 1\nroutes:\n  - { url: /a, methods: [PURGE], handler: a }\n"
        let compilation = Compilation.compile(text: text)
        #expect(compilation.lint().diagnostics.map(\.rule) == [.unknownMethod])
        let file = SourceFile(path: ".waybill.yaml", bytes: Array("vocabulary: { methods: [GET, PURGE] }\n".utf8))
        let configuration = compilation.configuration(ConfigurationFile(source: file))
        #expect(compilation.lint(configuration).diagnostics == [])
    }

    @Test("The protocols of a module with a duplicate id are not missing, too")
    func takenID() {
        let files = ManifestFiles(texts: [
            ("a.yaml", "waybill: 1\nprotocols: { A: , B: , C: }\nmodules: { m: { provides: [A] } }\n"),
            (
                "b.yaml",
                "waybill: 1\nmodules: { m: { provides: [B], identifiers: ['x://b'] }, other: { requires: ['x://b'], provides: [C] } }\n"
            ),
        ])
        let found = Compilation.compile(files: files).diagnostics
        #expect(found.map(\.rule) == [.duplicateID])
    }

    @Test("Escaped names under a misspelled section are declared")
    func escapedNames() {
        let text = "waybill: 1\nmodulse:\n  \"n\\u006ftes\": {}\nroutes:\n  - { url: /notes, module: notes }\n"
        #expect(Compilation.compile(text: text).diagnostics.map(\.rule) == [.unknownKey])
    }
}
