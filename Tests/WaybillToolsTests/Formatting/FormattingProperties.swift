import Testing
import WaybillManifest
import WaybillOracle
import WaybillSyntax

@testable import WaybillTools

/// The canonical layout of random manifests in random layouts, including documents in brackets: it has the same
/// content, keeps every comment, and is its own canonical layout.
///
/// Values and comments are compared by parsers that know nothing of layouts.
@Suite("The canonical layout is a fixed point")
struct FormattingProperties {
    @Test("of generated manifests", arguments: PropertySeeds.blocks(2_000))
    func fixedPoint(seeds: Range<UInt64>) {
        var sound: UInt64 = 0
        for seed in seeds {
            var text = LayoutGenerator.manifest(seed: seed, sections: seed.isMultiple(of: 9) ? .max : 1)
            if seed.isMultiple(of: 7) { text = text.replacing("\n", with: "\r\n") }
            if seed.isMultiple(of: 11) { text = "\u{FEFF}" + text }
            guard let new = formatted(text) else { continue }
            sound += 1
            if let reason = difference(between: text, new) {
                Issue.record("seed \(seed): \(reason)\n\(text)\n⟶\n\(new)\n⟶\n\(formatted(new) ?? "")")
                return
            }
        }
        #expect(sound >= UInt64(seeds.count) / 2, "the scribbler writes YAML")
    }

    private func difference(between old: String, _ new: String) -> String? {
        if formatted(new) != new { return "it changes again" }
        if values(of: old) != values(of: new) { return "it means something else" }
        return Meaning.comments(in: Array(old.utf8)).sorted() == Meaning.comments(in: Array(new.utf8)).sorted()
            ? nil : "it lost a comment"
    }

    private func values(of text: String) -> Meaning.Value? {
        YAMLReader.read(SourceFile(path: "", bytes: Array(text.utf8)), index: 0).node.map { Meaning.Value(Node($0)) }
    }
}
