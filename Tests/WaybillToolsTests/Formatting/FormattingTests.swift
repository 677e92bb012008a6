import Foundation
import Testing
import WaybillManifest
import WaybillSyntax
import WaybillTools

@Suite("The canonical layout")
struct FormattingTests {
    @Test("Every case has the layout that it should have", arguments: FormattingFixtures.names)
    func golden(_ name: String) throws {
        let actual = try #require(FormattingFixtures.bytes(name).flatMap(formatted))
        try expectGolden(actual, at: FormattingFixtures.url(name + ".formatted"))
    }

    @Test(
        "A manifest's meaning and its comments stay, and the layout is a fixed point",
        arguments: FormattingFixtures.everything)
    func meaning(_ manifest: FormattingCase) throws {
        guard let new = formatted(manifest.bytes) else {
            let found = YAMLReader.read(SourceFile(path: "", bytes: manifest.bytes), index: 0).diagnostics
            #expect(found.contains { $0.severity == .error }, "only what is no sound YAML has no layout")
            return
        }
        expectSameMeaning(manifest.bytes, new)
    }

    @Test("The full example of a manifest is in its canonical layout")
    func example() throws {
        let everything = try #require(FormattingFixtures.everything.first { $0.path == "check/ok/everything.yaml" })
        #expect(formatted(everything.bytes) == everything.bytes)
    }

    @Test(
        "Invalid YAML is rejected with its errors", arguments: ["a: [1", "a: 1\na: 2", "", "a: *b", "a: !x y"])
    func refusal(_ text: String) {
        guard case .refused(let errors) = Formatting.of(SourceFile(path: "", bytes: Array(text.utf8))) else {
            Issue.record("\(text) was taken")
            return
        }
        #expect(!errors.isEmpty && errors.allSatisfy { $0.severity == .error })
    }

    @Test("A key without a text has no canonical layout")
    func emptyKey() {
        guard case .unsupported(_, let span) = Formatting.of(SourceFile(path: "", bytes: Array("a: 1\n?\n: 2\n".utf8)))
        else {
            Issue.record("an empty key was taken")
            return
        }
        #expect(span.start == 5)
    }

    @Test("A file in which a directive would change its scope stays unchanged")
    func suppressions() {
        let text = "routes:\n- { url: /a, # why\n    handler: a } # waybill:allow P003 -- of the handler alone\n"
        guard case .unsupported(_, let span) = Formatting.of(SourceFile(path: "", bytes: Array(text.utf8))) else {
            Issue.record("the comment speaks of the whole route now")
            return
        }
        #expect(text.utf8.dropFirst(span.start).starts(with: "# waybill:allow".utf8))
    }

    @Test("The error points to the comment whose scope would change")
    func beginning() {
        let text = "routes:\n- { url: /a,\n    handler: [h\n    ] } # waybill:allow P003 -- of nothing\n"
        guard case .unsupported(_, let span) = Formatting.of(SourceFile(path: "", bytes: Array(text.utf8))) else {
            Issue.record("the comment speaks of the whole route now")
            return
        }
        #expect(text.utf8.dropFirst(span.start).starts(with: "# waybill:allow".utf8))
    }

    @Test("Comments keep their order where no key moves")
    func order() throws {
        let text = "# 1\nwaybill: 1 # 2\n# 3\nroutes: # 4\n- # 5\n  url: [ # 6\n /a # 7\n ]\n  # 8\n# 9\n"
        let new = try #require(formatted(text))
        let numbers = new.split(separator: "# ").compactMap { Int($0.prefix { $0.isNumber }) }
        #expect(numbers == Array(1...9))
    }

    @Test("No line has blanks at its end", arguments: FormattingFixtures.names)
    func blanks(_ name: String) throws {
        let text = try #require(FormattingFixtures.bytes(name).flatMap(formatted))
        // In block scalars and after a backslash they are text.
        guard name != "block-scalars", name != "texts-on-several-lines" else { return }
        #expect(!String(decoding: text, as: UTF8.self).contains(" \n"))
    }

    @Test("Random manifests in random layouts mean the same in the canonical one", arguments: 0..<4)
    func randomLayouts(_ block: Int) {
        var sound = 0
        for seed in block * 30..<(block + 1) * 30 {
            var text = LayoutGenerator.manifest(seed: UInt64(seed))
            if seed.isMultiple(of: 7) { text = text.replacing("\n", with: "\r\n") }
            let old = Array(text.utf8)
            guard let new = formatted(old) else { continue }
            sound += 1
            expectSameMeaning(old, new)
        }
        #expect(sound > 18, "the scribbler writes YAML")
    }
}
