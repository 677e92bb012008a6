import Testing
import WaybillManifest
import WaybillOracle
import WaybillTools

@Suite("Formatting of damaged manifests")
struct FormattingDamageTests {
    @Test("A damaged manifest is rejected, or means the same in its canonical layout", arguments: 0..<4)
    func damage(_ block: Int) {
        let corpus = FormattingFixtures.everything.filter { $0.bytes.count < 2000 }
        var random = SplitMix(seed: UInt64(block))
        var sound = 0
        for _ in 0..<60 {
            guard var bytes = corpus.randomElement(using: &random)?.bytes else { return }
            for _ in 0...Int.random(in: 0..<3, using: &random) { Self.damage(&bytes, &random) }
            guard let new = formatted(bytes) else { continue }
            sound += 1
            #expect(formatted(new) == new, "\(String(decoding: bytes, as: UTF8.self))")
            #expect(Meaning(bytes).values == Meaning(new).values)
        }
        #expect(sound > 5)
    }

    /// Removes a piece, repeats one, or inserts a piece of YAML anywhere.
    private static func damage(_ bytes: inout [UInt8], _ random: inout SplitMix) {
        guard !bytes.isEmpty else { return }
        let start = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 1..<20, using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0..<bytes.count, using: &random))
        default:
            let pieces = [
                "\n", "\n\n", "  ", " ", "- ", "? ", ": ", ", ", "#", " # x\n", "\n# y\n", "\n    # z\n", "[", "]", "{",
                "}",
                "[]", "{}", "{ a: b }", "\"", "'", "|", ">", "|+\n", ">-\n    x\n", "&a ", "*a ", "\t", "\r\n", "\\",
                "~",
                "!x ", "---\n", "...\n", "\u{2028}", "\u{85}", "\u{FEFF}", "é", "日",
            ]
            bytes.insert(contentsOf: pieces.randomElement(using: &random).map { Array($0.utf8) } ?? [], at: start)
        }
    }
}
