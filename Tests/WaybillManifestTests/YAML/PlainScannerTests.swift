import Foundation
import Testing
import WaybillManifest

@Suite("The scanner of plain YAML agrees with libyaml")
struct PlainScannerTests {
    @Test("On every manifest of the repository")
    func corpus() throws {
        let texts = try PlainTexts.corpus()
        let accepted = try texts.count { try Agreement($0).isAccepted }
        #expect(accepted > texts.count / 2, "\(accepted) of \(texts.count)")
    }

    @Test("On manifests of any layout", arguments: 0..<20 as Range<UInt64>)
    func generated(seed: UInt64) throws {
        var generator = SplitMix(state: seed)
        var accepted = 0
        for _ in 0..<60 where try Agreement(PlainTexts.document(&generator)).isAccepted { accepted += 1 }
        #expect(accepted > 30, "only \(accepted) of 60")
    }

    @Test("On manifests with a few bytes changed", arguments: 0..<20 as Range<UInt64>)
    func mutated(seed: UInt64) throws {
        var generator = SplitMix(state: seed)
        let texts = try PlainTexts.corpus()
        for _ in 0..<60 {
            let text = try #require(texts.randomElement(using: &generator))
            _ = try Agreement(PlainTexts.mutated(text, &generator))
            _ = try Agreement(PlainTexts.mutated(PlainTexts.document(&generator), &generator))
        }
    }

    @Test("It reads what people write", arguments: PlainTexts.accepted)
    func accepted(text: String) throws {
        #expect(try Agreement(Array(text.utf8)).isAccepted)
    }

    @Test("It leaves to libyaml what it is not sure of, and all that is a finding", arguments: PlainTexts.refused)
    func refused(text: String) throws {
        #expect(try !Agreement(Array(text.utf8)).isAccepted)
    }
}

/// What both readers make of a text.
private struct Agreement {
    let isAccepted: Bool

    init(_ bytes: [UInt8]) throws {
        let file = SourceFile(path: "a.yaml", bytes: bytes)
        let document = PlainScanner.read(file, index: 0)
        isAccepted = document != nil
        guard let document else { return }
        document._checkInvariants()
        let reference = YAMLReader.readWithLibYAML(file, index: 0)
        let (text, node) = (String(decoding: bytes, as: UTF8.self), try #require(document.root))
        #expect(reference.diagnostics.isEmpty, "\(text)")
        #expect(reference.node.map(Node.init) == Node(node), "\(text)")
    }
}
