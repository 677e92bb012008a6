import Foundation
import Testing
import WaybillOracle
import WaybillSyntax

@Suite("Positions of YAML nodes")
struct YAMLPositionTests {
    @Test("A node has the place and the text that were written", arguments: 0..<40 as Range<UInt64>)
    func generated(seed: UInt64) {
        for number in 0..<40 as Range<UInt64> {
            let written = WrittenYAML(seed: seed << 16 | number)
            let reading = Reading(written.text)
            #expect(reading.problems == [], "\(written.text)")
            let read = reading.nodes.map { node -> String? in
                guard case .scalar(let scalar) = node.content else { return nil }
                return scalar.text
            }
            #expect(reading.nodes.map { $0.span.start..<$0.span.end } == written.nodes.map(\.place), "\(written.text)")
            #expect(read == written.nodes.map(\.text), "\(written.text)")
        }
    }

    @Test("In every manifest of the repository spans nest, and plain scalars are their own text")
    func corpus() throws {
        for bytes in try Self.corpus() { Reading(bytes: bytes).expectSoundSpans() }
    }

    @Test("The same holds after a few bytes are changed", arguments: 0..<20 as Range<UInt64>)
    func mutated(seed: UInt64) throws {
        var generator = SplitMix(seed: seed)
        let texts = try Self.corpus()
        for _ in 0..<60 {
            let text = try #require(texts.randomElement(using: &generator))
            Reading(bytes: generator.mutated(text)).expectSoundSpans()
        }
    }

    /// Every manifest of the fixtures and of the reference service.
    private static func corpus() throws -> [[UInt8]] {
        var root = URL(filePath: #filePath).resolvingSymlinksInPath()
        for _ in 0..<4 { root.deleteLastPathComponent() }
        return try ["Routes", "Tests/Fixtures/check"].flatMap { folder in
            let all = FileManager.default.enumerator(
                at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
            let urls = (all?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "yaml" }
            return try urls.sorted { $0.path < $1.path }.map { Array(try Data(contentsOf: $0)) }
        }.filter { !$0.isEmpty }
    }
}
