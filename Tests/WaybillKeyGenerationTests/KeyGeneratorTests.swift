import Foundation
import Testing
import WaybillManifest
import WaybillRules
import WaybillSyntax

@testable import WaybillKeyGeneration

@Suite("Generated keys")
struct KeyGeneratorTests {
    private static let fixtures = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/keys")

    private static func text(_ name: String) throws -> String {
        try String(contentsOf: fixtures.appending(path: name), encoding: .utf8)
    }

    private static func generated(_ texts: [(path: String, text: String)], _ options: KeyOptions = KeyOptions())
        -> String
    {
        KeyGenerator(Compilation.compile(files: ManifestFiles(texts: texts)), options: options, modules: ["Notes"])
            .source
    }

    @Test("are the recorded file, which swift-format does not change")
    func golden() throws {
        let text = try Self.text("notes.yaml")
        #expect(Compilation.compile(text: text).diagnostics.filter { $0.severity >= .warning }.isEmpty)
        let generated = Self.generated([("Routes/notes.yaml", text)])
        let golden = Self.fixtures.appending(path: "notes.swift")
        if !FileManager.default.fileExists(atPath: golden.path(percentEncoded: false)) {
            Issue.record("notes.swift did not exist and is written now: read it, and run the tests again")
            try generated.write(to: golden, atomically: true, encoding: .utf8)
        }
        #expect(generated == (try Self.text("notes.swift")))
    }

    @Test("do not depend on the order of files")
    func order() {
        let one = ("a.yaml", "waybill: 1\nprotocols: { B: , A: }\nadapters: { C: A, D: B }\n")
        let other = ("b.yaml", "waybill: 1\nprotocols: { D: , C: }\nmodules: { m: { provides: [A, B], swift: M } }\n")
        #expect(Self.generated([one, other]) == Self.generated([other, one]))
        #expect(Self.generated([one, other]).contains("witness4(_ made: M) -> any D { made }"))
    }

    @Test("have the configured access level, with imports of the modules whose types they show")
    func access() {
        var options = KeyOptions()
        options.access = .public
        options.imports = [Located("NotesAPI", at: SourceSpan(file: 0, start: 0, end: 0))]
        let text = Self.generated([("a.yaml", "waybill: 1\nprotocols: { A: }\n")], options)
        #expect(
            text.contains(
                """
                import Notes

                #if hasFeature(InternalImportsByDefault)
                    public import NotesAPI
                    public import Waybill
                #else
                    import NotesAPI
                    import Waybill
                #endif

                """))
        #expect(text.contains("    public nonisolated init() { self.init(declared: ()) }\n"))
        let nothing = Self.generated([("a.yaml", "waybill: 1\n")], options)
        #expect(nothing.hasSuffix("\n\nimport Notes\nimport NotesAPI\nimport Waybill\n"))
    }
}
