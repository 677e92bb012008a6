import Testing
import WaybillOracle
import WaybillRules
import WaybillSyntax

@testable import WaybillReports

@Suite("JSON of objects")
struct JSONWriterTests {
    /// The encoder for values of any type.
    private func encoded(_ value: some Encodable) -> String { JSONText.encode(value) }

    @Test("it is the text that the encoder of other values writes")
    func sameText() {
        var random = SplitMix(seed: 1)
        for _ in 0..<500 {
            let object = Self.object(&random, depth: 0)
            #expect(JSONText.encode(object) == encoded(object))
        }
    }

    @Test("an array whose elements are made while it is written is like any other")
    func list() {
        for count in 0..<3 {
            let list: JSONObject = ["a": JSONList(0..<count) { ["n": $0] as JSONObject }]
            let array: JSONObject = ["a": (0..<count).map { ["n": $0] as JSONObject }]
            #expect(JSONText.encode(list) == encoded(array))
            #expect(encoded(list) == encoded(array))
        }
    }

    private static func object(_ random: inout SplitMix, depth: Int) -> JSONObject {
        var object: JSONObject = [:]
        func add(_ name: String, _ value: some Encodable) { object.addIfPresent(name, value) }
        let names = ["a", "B", "aa", "é", "z", "$schema", "\u{1}\"", ""].shuffled(using: &random)
        for name in names.prefix(Int.random(in: 0...4, using: &random)) {
            add(name, value(&random, depth: depth + 1))
        }
        return object
    }

    private static func value(_ random: inout SplitMix, depth: Int) -> any Encodable {
        switch Int.random(in: 0...(depth < 4 ? 12 : 7), using: &random) {
        case 0: return text(&random)
        case 1: return Int.random(in: -1000...1000, using: &random)
        case 2: return Bool.random(using: &random)
        case 3: return 0.5
        case 4: return Optional<String>.none
        case 5: return Optional.some(text(&random))
        case 6: return Severity.warning
        case 7: return ["a" + text(&random): 1, "b": 2]
        case 8: return [text(&random), text(&random)]
        case 9: return [String]()
        case 10: return object(&random, depth: depth)
        case 11: return [object(&random, depth: depth), object(&random, depth: depth)]
        default: return object(&random, depth: depth).merging(["z": ["y": 1]])
        }
    }

    private static func text(_ random: inout SplitMix) -> String {
        let scalars = (0..<Int.random(in: 0...6, using: &random)).map { _ in
            let ascii = Unicode.Scalar(UInt8.random(in: 0...0x7F, using: &random))
            return ["é", "\u{2028}", "😀", "/", "\\", "\"", ascii].randomElement(using: &random) ?? ascii
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
