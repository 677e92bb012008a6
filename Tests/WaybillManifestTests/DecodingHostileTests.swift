import Testing
import WaybillManifest
import WaybillOracle
import WaybillSyntax

@Suite("Decoding hostile manifests")
struct DecodingHostileTests {
    @Test("never traps, and all places are in the file", arguments: 0..<30)
    func mutations(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        let pieces =
            Array("{}[]:-,\"'#&*|>~ \n0x9:/").map { String($0) } + ["null", "''", "${A", "/(/", "99999999999999999999"]
        for _ in 0..<20 {
            var text = Array(fullExample)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let start = Int.random(in: 0..<text.count, using: &random)
                let end = min(text.count, start + Int.random(in: 0...12, using: &random))
                text.replaceSubrange(start..<end, with: Array(pieces.randomElement(using: &random) ?? ""))
            }
            check(String(text))
        }
    }

    private func check(_ text: String) {
        let file = SourceFile(path: "hostile.yaml", bytes: Array(text.utf8))
        guard let node = YAMLReader.read(file, index: 0).node else { return }
        var decoded = ManifestDecoder.decode(node, file: file, environment: Environment([:]))
        decoded.build(in: file)
        let (manifest, found) = (decoded.manifest, decoded.diagnostics)
        let merged = ManifestSet.merging([manifest, manifest])
        let whole = 0...file.bytes.count
        let spans = (found + merged.diagnostics).flatMap { diagnostic in
            [diagnostic.span] + diagnostic.notes.map(\.span) + diagnostic.fixes.flatMap { $0.edits.map(\.span) }
        }
        let stray = spans.filter { $0.start > $0.end || !whole.contains($0.start) || !whole.contains($0.end) }
        #expect(stray.isEmpty, "in:\n\(text)")
    }
}
