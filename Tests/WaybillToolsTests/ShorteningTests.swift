import Testing
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

@Suite("Quotations in messages")
struct ShorteningTests {
    private static let place = SourceSpan(file: 0, start: 0, end: 1)

    private func message(_ text: String) -> String { Diagnostic(.unknownKey, at: Self.place, text).message }

    @Test("A sentence of ordinary words stays as it is")
    func ordinary() {
        let sentence = (0..<30).map { "word\($0)" }.joined(separator: " ") + "  '\(String(repeating: "x", count: 250))'"
        #expect(message(sentence) == sentence)
    }

    @Test("Of each long word of a sentence both ends are kept, and so is the sentence")
    func words() {
        let (first, second) = (String(repeating: "a", count: 60_000), String(repeating: "b", count: 300))
        let (a, b) = (String(repeating: "a", count: 101), String(repeating: "b", count: 101))
        #expect(message("route '\(first)' is below '\(second)' here") == "route '\(a)…\(a)' is below '\(b)…\(b)' here")
    }

    @Test("A text of many words is limited too", arguments: ["word ", " ", "語 "])
    func texts(part: String) {
        let text = message("first " + String(repeating: part, count: 100_000) + "last")
        #expect(text.utf8.count < 640)
        #expect(text.hasPrefix("first \(part)") && text.hasSuffix("\(part)last") && text.contains("…"))
    }

    @Test("No character is cut, whatever precedes it", arguments: 0..<8)
    func characters(offset: Int) {
        for character in ["é", "語", "😀"] {
            let word = String(repeating: "x", count: offset) + String(repeating: character, count: 200)
            let text = message(word)
            let halves = text.split(separator: "…")
            #expect(halves.count == 2 && text.utf8.count <= 256)
            #expect(word.hasPrefix(halves[0]) && word.hasSuffix(halves[1]))
        }
    }

    @Test("Every format shortens a long word in the same way, and places, edits and data for programs stay whole")
    func formats() throws {
        let key = "han\u{200B}" + String(repeating: "d", count: 5000)
        let compilation = Compilation.compile(
            text: "waybill: 1\nroutes:\n  - { url: /a, handler: a, id: \(key) }\n")
        let report = compilation.lint()
        let diagnostic = try #require(report.diagnostics.first { $0.rule == .invisibleCharacter })
        let shown = String(repeating: "d", count: 101)
        #expect(diagnostic.message.contains("…\(shown)") && diagnostic.message.utf8.count < 400)
        for format in ReportFormat.allCases {
            let text = report.rendered(as: format)
            #expect(text.contains("…\(shown)") && text.utf8.count < 40_000, "\(format)")
        }
        let edit = try #require(diagnostic.fixes.first?.edits.first)
        let source = report.sources[0]
        #expect(source.text(in: edit.span) == "\u{200B}" && edit.text.isEmpty)
        let url = "/" + key
        let kept = Diagnostic(.unknownKey, at: Self.place, "a", witness: url, suggestions: [url])
        #expect(kept.witness == url && kept.suggestions == [url])
    }
}
