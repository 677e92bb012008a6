import Foundation
import Testing

@testable import WaybillOracle
@testable import WaybillTable

/// Every type, compared with a predicate that implements the law literally.
@Suite("Constraint types")
struct ConstraintTypeTests {
    @Test("int is what fits Int64, with an optional sign and leading zeros")
    func int() throws {
        let automaton = try Automaton(.int, caseSensitive: true)
        let bounds = ["9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809"]
        expectAgreement(of: automaton, with: { Int64($0) != nil }, on: numerals(near: bounds, seed: 1))
        #expect(automaton.matches("+0009223372036854775807"))
        #expect(!automaton.matches("+-1") && !automaton.matches("+") && !automaton.matches(""))
        #expect(automaton._checkInvariants() == [])
    }

    @Test("uint is what fits UInt64, without a sign")
    func uint() throws {
        let automaton = try Automaton(.uint, caseSensitive: true)
        let oracle = { (text: String) in UInt64(text) != nil && !text.hasPrefix("+") && !text.hasPrefix("-") }
        let bounds = ["18446744073709551615", "18446744073709551616", "9223372036854775808"]
        expectAgreement(of: automaton, with: oracle, on: numerals(near: bounds, seed: 2))
        #expect(!automaton.matches("+1") && !automaton.matches("-0") && automaton.matches("00018446744073709551615"))
        #expect(automaton._checkInvariants() == [])
    }

    @Test("both integer types agree with the library on every numeral next to a bound")
    func everyNeighborOfTheBounds() throws {
        let int = try Automaton(.int, caseSensitive: true)
        let uint = try Automaton(.uint, caseSensitive: true)
        for offset in -2_000...2_000 {
            let signed = String(Int128(Int64.max) + Int128(offset))
            let negative = String(Int128(Int64.min) + Int128(offset))
            let unsigned = String(Int128(UInt64.max) + Int128(offset))
            #expect(int.matches(signed) == (Int64(signed) != nil))
            #expect(int.matches(negative) == (Int64(negative) != nil))
            #expect(uint.matches(unsigned) == (UInt64(unsigned) != nil))
        }
    }

    /// Neighbors of the bounds with one digit changed, with zeros and signs before them; and short random texts.
    private func numerals(near bounds: [String], seed: UInt64) -> [String] {
        var generator = SplitMix(seed: seed)
        let alphabet = "0123456789+-"
        var texts = allTexts(over: "019+-a", upTo: 4)
        for _ in 0..<6_000 {
            var text = generator.element(of: bounds)
            for _ in 0..<generator.int(0...3) { text = generator.mutation(of: text, over: alphabet) }
            let zeros = String(repeating: "0", count: generator.int(0...4))
            texts += [text, zeros + text, generator.element(of: ["+", "-"]) + zeros + text]
            texts.append(generator.text(over: "0123456789", length: 17...22))
        }
        return texts
    }

    @Test("hex is one or more hexadecimal digits of either case")
    func hex() throws {
        let oracle = { (text: String) in !text.isEmpty && text.utf8.allSatisfy(isHexDigit) }
        expectAgreement(
            of: try Automaton(.hex, caseSensitive: true), with: oracle, on: noise("09afAFgG-@`/:é", seed: 3))
    }

    @Test("uuid is hexadecimal digits grouped 8-4-4-4-12")
    func uuid() throws {
        let automaton = try Automaton(.uuid, caseSensitive: true)
        let oracle = { (text: String) in
            let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.joined().allSatisfy(isHexDigit)
        }
        var generator = SplitMix(seed: 4)
        for _ in 0..<3_000 {
            let uuid = [8, 4, 4, 4, 12].map { generator.text(over: "0123456789abcdefABCDEF", length: $0...$0) }
                .joined(separator: "-")
            #expect(automaton.matches(uuid))
            expectAgreement(of: automaton, with: oracle, on: [generator.mutation(of: uuid, over: "0fF-gé")])
        }
        #expect(automaton._checkInvariants() == [])
    }

    @Test("ulid is what the bits of a ULID are written as, in either case")
    func ulid() throws {
        let oracle = { (text: String) in
            // A digit has 5 bits, and a ULID 128.
            let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
            let values = foldingASCII(text).compactMap { digits.firstIndex(of: $0) }
            return text.utf8.count == 26 && values.count == 26 && values[0] < 8
        }
        let automaton = try Automaton(.ulid, caseSensitive: true)
        var generator = SplitMix(seed: 9)
        for _ in 0..<3_000 {
            let ulid =
                generator.text(over: "01234567", length: 1...1)
                + generator.text(over: "0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz", length: 25...25)
            #expect(automaton.matches(ulid))
            expectAgreement(of: automaton, with: oracle, on: [generator.mutation(of: ulid, over: "07zZiLoU8-{@é")])
        }
        #expect(!automaton.matches("8ZZZZZZZZZZZZZZZZZZZZZZZZZ") && automaton.matches("7ZZZZZZZZZZZZZZZZZZZZZZZZZ"))
    }

    @Test("slug is lower-case letters and digits in groups with single hyphens between")
    func slug() throws {
        let oracle = { (text: String) in
            text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).allSatisfy { group in
                !group.isEmpty && group.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
            }
        }
        expectAgreement(of: try Automaton(.slug, caseSensitive: true), with: oracle, on: noise("az09-A_{/:é", seed: 5))
    }

    @Test("alpha is one or more ASCII letters")
    func alpha() throws {
        let oracle = { (text: String) in
            !text.isEmpty && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) }
        }
        expectAgreement(of: try Automaton(.alpha, caseSensitive: true), with: oracle, on: noise("azAZ@[`{1é", seed: 6))
    }

    private func noise(_ alphabet: String, seed: UInt64) -> [String] {
        var generator = SplitMix(seed: seed)
        return allTexts(over: alphabet, upTo: 3)
            + (0..<4_000).map { _ in generator.text(over: alphabet, length: 0...12) }
            + (0..<4_000).map { _ in generator.text(over: String(alphabet.prefix(4)), length: 1...12) }
    }

    @Test("a list matches its values, and with folding their ASCII letters in either case")
    func oneOf() throws {
        var generator = SplitMix(seed: 7)
        let alphabet = "aAbBkK\u{212A}éÉ-@`[{"
        for _ in 0..<60 {
            let values = (0..<generator.int(0...6)).map { _ in generator.text(over: alphabet, length: 0...5) }
            var texts = values + allTexts(over: alphabet, upTo: 2)
            for value in values { texts += (0..<30).map { _ in generator.mutation(of: value, over: alphabet) } }
            let exact = Set(values.map { Array($0.utf8) })
            let folded = Set(values.map { foldingASCII($0) })
            let sensitive = try Automaton(.oneOf(values), caseSensitive: true)
            let insensitive = try Automaton(.oneOf(values), caseSensitive: false)
            expectAgreement(of: sensitive, with: { exact.contains(Array($0.utf8)) }, on: texts)
            expectAgreement(of: insensitive, with: { folded.contains(foldingASCII($0)) }, on: texts)
            #expect(sensitive._checkInvariants() == [] && insensitive._checkInvariants() == [])
        }
    }

    @Test("a list may be long")
    func longList() throws {
        let values = (0..<2_000).map { "city-\($0 &* 7919)" }
        let automaton = try Automaton(.oneOf(values), caseSensitive: false)
        #expect(values.allSatisfy { automaton.matches($0.uppercased()) })
        #expect(!automaton.matches("city-") && !automaton.matches("city-1"))
    }

    @Test("case sensitivity applies only to lists")
    func caseSensitivity() throws {
        for constraint in ConstraintType.all.map(ParameterConstraint.type) + [.regex("[a-c]+x")] {
            let sensitive = try Automaton(constraint, caseSensitive: true)
            #expect(try sensitive == Automaton(constraint, caseSensitive: false))
            #expect(sensitive._checkInvariants() == [])
        }
    }

    @Test("constraints that differ in their scalars are different, even where strings compare equal")
    func equality() {
        #expect("\u{E9}" == "e\u{301}")
        #expect(ParameterConstraint.regex("\u{E9}") != .regex("e\u{301}"))
        #expect(ParameterConstraint.oneOf(["\u{E9}"]) != .oneOf(["e\u{301}"]))
        #expect(ParameterConstraint.oneOf(["a", "b"]) == .oneOf(["a", "b"]) && ParameterConstraint.int != .uint)
        #expect(Set<ParameterConstraint>([.int, .int, .regex("a"), .oneOf(["a"])]).count == 3)
    }

    @Test("every entry of the table is complete: values, samples that are some of them, and a sentence")
    func entries() throws {
        #expect(Set(ConstraintType.all.map(\.name)).count == ConstraintType.all.count)
        for type in ConstraintType.all {
            #expect(type.automaton._checkInvariants() == [])
            #expect(!type.samples.isEmpty && type.samples.allSatisfy { type.automaton.matches($0) }, "\(type.name)")
            #expect(type.summary.hasSuffix(".") && ConstraintType.named(type.name) === type)
            #expect(try Automaton(.type(type), caseSensitive: true) == type.automaton && !type.automaton.isEmpty)
            #expect("\(ParameterConstraint.type(type))" == type.name)
        }
    }

    @Test("filename is the name of one file, which no spelling leads out of a folder")
    func filename() throws {
        let automaton = try Automaton(.filename, caseSensitive: true)
        for name in ["a", "a.txt", ".a", "..a", "...", "a..", "é b", " ", "a%2F"] {
            #expect(automaton.matches(name), "\(name)")
        }
        for name in ["", ".", "..", "a/b", "../a", "a\\b", "c:", "a\n", "a\u{7F}", "/"] {
            #expect(!automaton.matches(name), "\(name)")
        }
        let table = try table(["file": "/files/:name"], constraints: ["name": .filename])
        #expect(try table.id("/files/..%2F..%2Fetc%2Fpasswd") == nil)
        #expect(try table.id("/files/notes.txt") == "file")
    }

    @Test("each type has a predicate in the oracle, and a row in the documentation")
    func everyTypeIsKnown() throws {
        let oracle = OracleConstraint.all.compactMap { $0.constraint.type?.name }
        #expect(oracle.sorted() == ConstraintType.all.map(\.name).sorted())
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/WaybillTable/WaybillTable.docc/RoutingLaw.md")
        let law = try String(contentsOf: page, encoding: .utf8)
        for type in ConstraintType.all { #expect(law.contains("\n| `\(type.name)` | "), "\(type.name)") }
    }
}

private func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
}

private func foldingASCII(_ text: String) -> [UInt8] {
    text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
}
