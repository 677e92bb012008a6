import Testing
import WaybillOracle

@testable import WaybillTable

/// A regex as the tests model it: rendered for the parser, and matched by backtracking.
indirect enum SampleRegex {
    case scalar(Unicode.Scalar)
    case dot
    case set([ClosedRange<Unicode.Scalar>], isNegated: Bool)
    case sequence([SampleRegex])
    case choice([SampleRegex])
    case repetition(SampleRegex, Int, Int?)

    /// The regex as one atom.
    var atom: String {
        switch self {
        case .scalar(let scalar): scalar == "." || scalar == "-" ? "\\\(scalar)" : String(scalar)
        case .dot: "."
        case .set(let ranges, let isNegated):
            "[\(isNegated ? "^" : "")\(ranges.map { "\($0.lowerBound)-\($0.upperBound)" }.joined())]"
        case .sequence(let parts): "(\(parts.map(\.atom).joined()))"
        case .choice(let choices): "(\(choices.map(\.atom).joined(separator: "|")))"
        case .repetition(let body, 0, nil): "(\(body.atom)*)"
        case .repetition(let body, 1, nil): "(\(body.atom)+)"
        case .repetition(let body, 0, 1): "(\(body.atom)?)"
        case .repetition(let body, let minimum, nil): "(\(body.atom){\(minimum),})"
        case .repetition(let body, let minimum, let maximum?):
            minimum == maximum ? "(\(body.atom){\(minimum)})" : "(\(body.atom){\(minimum),\(maximum)})"
        }
    }

    /// The ends of all matches that begin at `start`.
    func ends(in text: [Unicode.Scalar], from start: Int) -> Set<Int> {
        switch self {
        case .scalar(let scalar): start < text.count && text[start] == scalar ? [start + 1] : []
        case .dot: start < text.count ? [start + 1] : []
        case .set(let ranges, let isNegated):
            start < text.count && ranges.contains { $0.contains(text[start]) } != isNegated ? [start + 1] : []
        case .sequence(let parts):
            parts.reduce([start]) { ends, part in Set(ends.flatMap { part.ends(in: text, from: $0) }) }
        case .choice(let choices): Set(choices.flatMap { $0.ends(in: text, from: start) })
        case .repetition(let body, let minimum, let maximum):
            repeatedEnds(of: body, minimum, maximum ?? minimum + text.count, in: text, from: start)
        }
    }

    private func repeatedEnds(
        of body: SampleRegex, _ minimum: Int, _ maximum: Int, in text: [Unicode.Scalar], from start: Int
    ) -> Set<Int> {
        var current: Set<Int> = [start]
        var ends: Set<Int> = minimum == 0 ? [start] : []
        for count in 1..<max(maximum + 1, 1) where !current.isEmpty {
            current = Set(current.flatMap { body.ends(in: text, from: $0) })
            if count >= minimum { ends.formUnion(current) }
        }
        return ends
    }

    func matches(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        return ends(in: scalars, from: 0).contains(scalars.count)
    }

    static func random(over alphabet: String, depth: Int, using generator: inout SplitMix) -> SampleRegex {
        let scalars = Array(alphabet.unicodeScalars)
        switch generator.int(0...(depth > 0 ? 8 : 3)) {
        case 0, 1: return .scalar(generator.element(of: scalars))
        case 2: return generator.int(0...1) == 0 ? .dot : .scalar(generator.element(of: scalars))
        case 3:
            let ranges = (0...generator.int(0...1)).map { _ in
                let pair = [generator.element(of: scalars), generator.element(of: scalars)].sorted()
                return pair[0]...pair[1]
            }
            return .set(
                ranges.filter { $0.lowerBound != "-" && $0.upperBound != "-" } + ["a"..."a"],
                isNegated: generator.int(0...2) == 0)
        case 4, 5:
            return .sequence(
                (0..<generator.int(0...3)).map { _ in random(over: alphabet, depth: depth - 1, using: &generator) })
        case 6:
            return .choice(
                (0...generator.int(1...2)).map { _ in random(over: alphabet, depth: depth - 1, using: &generator) })
        default:
            let minimum = generator.int(0...2)
            let maximum = generator.int(0...2) == 0 ? nil : minimum + generator.int(0...2)
            return .repetition(random(over: alphabet, depth: depth - 1, using: &generator), minimum, maximum)
        }
    }
}

@Suite("Constraint regexes")
struct ConstraintRegexTests {
    @Test("random regexes match what a literal matcher says", arguments: ["ab", "aé-.", "日a😀"])
    func oracle(alphabet: String) throws {
        var generator = SplitMix(seed: UInt64(alphabet.utf8.count))
        let texts = allTexts(over: alphabet, upTo: alphabet.unicodeScalars.count == 2 ? 6 : 4)
        for _ in 0..<250 {
            let sample = SampleRegex.random(over: alphabet, depth: 3, using: &generator)
            let automaton = try Automaton(regex: sample.atom)
            for text in texts where automaton.matches(text) != sample.matches(text) {
                Issue.record("\(sample.atom) on \(text.debugDescription) should be \(sample.matches(text))")
            }
            #expect(automaton._checkInvariants() == [])
        }
    }

    @Test(
        "the atoms of the language",
        arguments: [
            ("\\d+", "0123456789", "/:a٣"), ("\\w", "azAZ09_", "-.@[`{é"),
            ("\\s", " \t\n\u{B}\u{C}\r", "a\u{85}\u{A0}\u{8}\u{E}"),
            ("[\\d.]", "05.", "a-"), ("[^\\w]", "-.é", "a_Z0"), ("[\\w-]", "a-", "."), ("[-a]", "-a", "b"),
            ("[a-]", "-a", "b"),
            ("[a\\-c]", "a-c", "b"), ("[\\]\\\\[]", "[]\\", "a"), ("[.*+?(){}|$^]", ".*+?(){}|$^", "a\\"),
            ("[^^]", "a", "^"),
            ("\\.|\\/|\\-|\\$|\\^|\\{|\\}|\\]|\\_", "./-$^{}]_", "\\a"), ("[!-/]", "!-./", "0 "),
            ("[+--]", "+,-", "*."),
            (".", "a\n\0é日😀\u{10FFFF}", ""), ("a|", "a", "b"), ("[à-ü]", "éà", "aÀ"), ("[😀-😂]", "😀😁😂", "😃日"),
            ("-", "-", "a"),
        ])
    func atoms(regex: String, members: String, others: String) throws {
        let automaton = try Automaton(regex: regex)
        for scalar in members.unicodeScalars { #expect(automaton.matches(String(scalar)), "\(scalar) is in \(regex)") }
        for scalar in others.unicodeScalars {
            #expect(!automaton.matches(String(scalar)), "\(scalar) is not in \(regex)")
        }
        #expect(automaton._checkInvariants() == [])
    }

    @Test("a regex is anchored at both ends, and an alternation as a whole")
    func anchored() throws {
        let automaton = try Automaton(regex: "ab|cd")
        #expect(automaton.matches("ab") && automaton.matches("cd"))
        #expect(!automaton.matches("abx") && !automaton.matches("xcd") && !automaton.matches("abcd"))
    }

    @Test("dot is exactly one scalar in valid UTF-8, for every sequence of bytes next to a boundary")
    func dot() throws {
        let automaton = try Automaton(regex: ".")
        let bytes: [UInt8] = [
            0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
            0xEF,
            0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
        ]
        var sequences: [[UInt8]] = [[]]
        for _ in 0..<4 {
            sequences = sequences.filter { $0.count < 4 }.flatMap { sequence in bytes.map { sequence + [$0] } }
            for sequence in sequences {
                let isScalar = String(validating: sequence, as: UTF8.self)?.unicodeScalars.count == 1
                if automaton.matches(sequence[...]) != isScalar { Issue.record("\(sequence) should be \(isScalar)") }
            }
        }
    }

    @Test("a class of any range has exactly its scalars, next to every boundary")
    func ranges() throws {
        var generator = SplitMix(seed: 9)
        let edges: [UInt32] = [
            0x61, 0x7F, 0x80, 0x7FF, 0x800, 0xFFF, 0x1000, 0xD7FF, 0xE000, 0xFFFF, 0x1_0000, 0xF_FFFF, 0x10_FFFF,
        ]
        let scalars = edges.flatMap { edge in (-2...2).compactMap { Unicode.Scalar(UInt32(max(0, Int(edge) + $0))) } }
        for _ in 0..<300 {
            let ends = [generator.element(of: scalars), generator.element(of: scalars)].sorted()
            let range = ends[0]...ends[1]
            let inside = try Automaton(regex: "[\(range.lowerBound)-\(range.upperBound)]")
            let outside = try? Automaton(regex: "[^\(range.lowerBound)-\(range.upperBound)]")
            for scalar in scalars {
                #expect(inside.matches(String(scalar)) == range.contains(scalar))
                #expect((outside?.matches(String(scalar)) ?? false) == !range.contains(scalar))
            }
            #expect(inside._checkInvariants() == [])
        }
    }

    @Test("slices that do not start at 0 are read from their own start")
    func slices() throws {
        let automaton = try Automaton(regex: "b+")
        #expect(automaton.matches(Array("aabba".utf8)[2..<4]))
        #expect(!automaton.matches(Array("aabba".utf8)[1..<4]))
    }

    @Test("counts up to the limit work", arguments: ["a{1000}", "(a|b){0,1000}", ".{1,255}", "[a-z0-9]{1000,}"])
    func largeCounts(regex: String) throws {
        let automaton = try Automaton(regex: regex)
        #expect(automaton.stateCount <= Automaton.stateBudget)
        #expect(automaton.matches(String(repeating: "a", count: 1000)) == (regex != ".{1,255}"))
        #expect(!automaton.matches(String(repeating: "a", count: 1001)) || regex.hasSuffix(",}"))
    }
}
