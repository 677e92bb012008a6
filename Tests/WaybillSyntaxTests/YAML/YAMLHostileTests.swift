import Testing
import WaybillOracle
import WaybillSyntax

@Suite("Hostile YAML")
struct YAMLHostileTests {
    @Test("An alias bomb is counted, not built")
    func bomb() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1...30 {
            let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        let reading = Reading(text)
        let budget = reading.diagnostics.filter { $0.rule == .aliasBudget }
        #expect(budget.map(\.message) == ["aliases expand to over 1,000,000,000,000 nodes (limit 100,000)"])
        #expect(reading.nodes.count < 200_000)
    }

    @Test("The count of a small bomb is exact")
    func smallBomb() {
        let text = "a: &a [\(Array(repeating: "x", count: 49_999).joined(separator: ","))]\nb: [*a, *a]\nc: *a\n"
        let problems = Reading(text).problems
        #expect(problems == ["Y005 3:4-3:6 aliases expand to 150,000 nodes (limit 100,000)"])
    }

    @Test("Fifty thousand brackets cost nothing", arguments: ["[", "{", "{a: ", "- ", "? ", "[ [] , "])
    func brackets(opener: String) {
        let reading = Reading(String(repeating: opener, count: 50_000))
        #expect(reading.diagnostics.count <= 3)
        #expect(!reading.diagnostics.isEmpty)
    }

    @Test("Directives, which libyaml compares with each other, have a limit", arguments: ["", "\u{FEFF}", "a\n...\n"])
    func directives(head: String) {
        let directives = { (count: Int) in head + (0..<count).map { "%TAG !t\($0)! x\n" }.joined() + "--- {}\n" }
        #expect(!Reading(directives(100)).problems.contains { $0.hasPrefix("Y006") })
        let reading = Reading(directives(100_000))
        #expect(reading.diagnostics.map(\.message) == ["the file has more than 100 directives; it is not read"])
        #expect(reading.node == nil)
    }

    @Test("A hundred thousand repeated keys give a bounded number of diagnostics")
    func manyDiagnostics() {
        let reading = Reading("{" + String(repeating: "a: 1, ", count: 100_000) + "}")
        #expect(reading.diagnostics.count == 10_001)
        #expect(
            reading.diagnostics.last?.message
                == "the file has more than 10000 errors; the others are not reported")
        #expect(reading.diagnostics.last?.isTruncationNotice == true)
    }

    @Test("Random bytes and broken YAML never trap, and spans stay in bounds", arguments: 0..<40 as Range<UInt64>)
    func fuzz(seed: UInt64) {
        var generator = SplitMix(seed: seed)
        for _ in 0..<40 {
            let bytes = seed.isMultiple(of: 2) ? generator.mutated(Self.sample) : generator.soup(count: 300)
            Reading(bytes: bytes).expectSoundSpans()
        }
    }

    private static let sample = Array(
        """
        \u{FEFF}waybill: 1 # é
        modules:
          note-editor: &m
            summary: "日本 \\u00e9"
            provides: [A, 'B''s', {x: y}]
            with: |
              text\u{2028}more

          other: *m
        routes:
          - url: /notes/:id
            params: { id: int }
          -
          - ? k
            : >-
              folded
        """.utf8)
}

extension SplitMix {
    mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        for _ in 0..<Int.random(in: 1...6, using: &self) {
            guard !result.isEmpty else { return result }
            let place = Int.random(in: 0..<result.count, using: &self)
            switch Int.random(in: 0..<4, using: &self) {
            case 0: result[place] = UInt8.random(in: 0...255, using: &self)
            case 1: result.remove(at: place)
            case 2: result.insert(contentsOf: Self.pieces.randomElement(using: &self) ?? [], at: place)
            default: result.removeSubrange(place..<min(result.count, place + 7))
            }
        }
        return result
    }

    mutating func soup(count: Int) -> [UInt8] {
        var result: [UInt8] = []
        while result.count < count { result += Self.pieces.randomElement(using: &self) ?? [] }
        return result
    }

    private static let pieces: [[UInt8]] =
        [
            "a", "b", "key", ": ", ":", "- ", "\n", "\n  ", "\n    ", "[", "]", "{", "}", ", ", "&x ", "*x", "!t ",
            "\"", "'", "#",
            " # c", "|\n  t\n", ">-\n  t\n", "? ", "---\n", "...\n", "%YAML 1.2\n", "\t", "\r\n", "\r", "é", "日本",
            "\u{85}",
            "\u{2028}", "\u{FEFF}", "🙂", "<<", "@", "\\",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE2, 0x80], [0x00], [0xF0, 0x9F], [0xEF, 0xB7, 0x90]]
}
