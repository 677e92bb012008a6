import Testing
import WaybillOracle

@testable import WaybillTable

@Suite("Constraint automata")
struct ConstraintAutomatonTests {
    private static let alphabet = "ab-"

    private func samples(_ count: Int, seed: UInt64) throws -> [(SampleRegex, Automaton)] {
        var generator = SplitMix(seed: seed)
        return try (0..<count).map { _ in
            let sample = SampleRegex.random(over: Self.alphabet, depth: 3, using: &generator)
            return (sample, try Automaton(regex: sample.atom))
        }
    }

    @Test("the layout is as drawn")
    func layout() throws {
        let automaton = try Automaton(regex: "[+\\-]?[0-9]+")
        #expect(automaton.transitions == [0, 0, 0, 0, 2, 3, 0, 0, 3, 0, 0, 3])
        #expect(Array("*+,-./019:".utf8).map { automaton.classOf[Int($0)] } == [0, 1, 0, 1, 0, 0, 2, 2, 2, 0])
        #expect(automaton.accepting == [0b1000] && automaton.stateCount == 4 && automaton.classCount == 3)
    }

    @Test("intersection, union, difference and complement are those of the texts that match")
    func algebra() throws {
        let samples = try samples(120, seed: 11)
        let texts = allTexts(over: Self.alphabet, upTo: 5)
        for ((left, one), (right, other)) in zip(samples, samples.dropFirst()) {
            let (both, either) = (one.intersection(other), one.union(other))
            let (only, not) = (one.subtracting(other), one.complement)
            for text in texts {
                let (inLeft, inRight) = (left.matches(text), right.matches(text))
                #expect(both.matches(text) == (inLeft && inRight))
                #expect(either.matches(text) == (inLeft || inRight))
                #expect(only.matches(text) == (inLeft && !inRight))
                #expect(not.matches(text) == !inLeft)
            }
            #expect([both, either, only, not].allSatisfy { $0._checkInvariants() == [] })
        }
    }

    @Test("equal means that the same texts match: the laws of sets hold as equations")
    func equations() throws {
        let automata = try samples(90, seed: 12).map(\.1)
        for index in 0..<automata.count - 2 {
            let (a, b, c) = (automata[index], automata[index + 1], automata[index + 2])
            #expect(a.intersection(a) == a && a.union(a) == a && a.complement.complement == a)
            #expect(a.intersection(b) == b.intersection(a) && a.union(b) == b.union(a))
            #expect(a.union(b).complement == a.complement.intersection(b.complement))
            #expect(a.intersection(b.union(c)) == a.intersection(b).union(a.intersection(c)))
            #expect(a.union(a.complement) == .text && a.intersection(a.complement).isEmpty)
            #expect(a.subtracting(b) == a.intersection(b.complement))
            #expect(a.intersection(a.union(b)) == a && a.union(a.intersection(b)) == a && a.subtracting(a).isEmpty)
            #expect(a.subtracting(b).subtracting(b) == a.subtracting(b))
            #expect(a.union(b).subtracting(b) == a.subtracting(b))
            #expect(a.intersection(b).hashValue == b.intersection(a).hashValue)
        }
    }

    @Test("subset and disjoint agree with the automata that they do not make")
    func relations() throws {
        let automata = try samples(60, seed: 13).map(\.1)
        for (index, a) in automata.enumerated() {
            for b in automata[index...] {
                #expect(a.isSubset(of: b) == (a.intersection(b) == a))
                #expect(b.isSubset(of: a) == (a.intersection(b) == b))
                #expect(try a.isDisjoint(with: b) == a.intersection(b).isEmpty)
            }
        }
    }

    @Test(
        "different regexes for the same texts give the same automaton",
        arguments: [
            ("a|b|c", "[a-c]"), ("(a*)*", "a*"), ("aa*", "a+"), ("a{2,3}", "aaa?"), ("(ab)?(ab)?", "(ab){0,2}"),
            ("\\d", "[0-9]"),
            ("(a|é)(b|日)", "ab|éb|a日|é日"), ("[^a]|a", "."), ("(|a)", "a?"), ("(ab*)?", "(ab*|)"), ("a{0}", ""),
            ("(a|b)*", "(a*b*)*"),
        ])
    func canonical(one: String, other: String) throws {
        #expect(try Automaton(regex: one) == Automaton(regex: other))
    }

    @Test("the types relate as their definitions do")
    func typeRelations() throws {
        func automaton(_ constraint: ParameterConstraint) throws -> Automaton {
            try Automaton(constraint, caseSensitive: true)
        }
        #expect(
            try automaton(.uint).intersection(automaton(.int))
                == automaton(.int).intersection(automaton(.regex("\\d+"))))
        #expect(try !automaton(.uint).isSubset(of: automaton(.int)))
        #expect(try automaton(.uuid).isDisjoint(with: automaton(.int)))
        #expect(try automaton(.uuid).isDisjoint(with: automaton(.ulid)))
        #expect(try automaton(.ulid).isDisjoint(with: automaton(.alpha)))
        #expect(try automaton(.date).isSubset(of: automaton(.slug)))
        #expect(try automaton(.date).isSubset(of: automaton(.regex("\\d{4}-\\d{2}-\\d{2}"))))
        #expect(try automaton(.oneOf(["12", "ab"])).isSubset(of: automaton(.hex)))
        #expect(try automaton(.alpha).intersection(automaton(.hex)) == automaton(.regex("[A-Fa-f]+")))
        #expect(try automaton(.oneOf([])).isEmpty && automaton(.oneOf([])).stateCount == 1)
        #expect(try automaton(.regex(".+")) == .any && Automaton.any.complement == automaton(.oneOf([""])))
    }

    @Test("the shortest members come in order, whatever is excluded")
    func shortestMembers() throws {
        let order = Dictionary(uniqueKeysWithValues: Array("ab1-".utf8).enumerated().map { ($1, $0) })
        let texts = allTexts(over: "ab1-", upTo: 6).map { Array($0.utf8) }
        let plain = try Automaton(regex: "[ab1\\-]*")
        var generator = SplitMix(seed: 14)
        for _ in 0..<120 {
            let sample = SampleRegex.random(over: "ab1-", depth: 3, using: &generator)
            let automaton = try Automaton(regex: sample.atom).intersection(plain)
            let members = texts.filter { automaton.matches($0[...]) }.sorted { left, right in
                guard left.count == right.count else { return left.count < right.count }
                return left.map { order[$0, default: 0] }.lexicographicallyPrecedes(right.map { order[$0, default: 0] })
            }
            var rest = automaton
            for member in members.prefix(12) {
                #expect(rest.shortestMember() == member)
                rest = rest.subtracting(try Automaton(texts: [member]))
            }
            #expect(automaton.shortestMember(excludingEmpty: true) == automaton.subtracting(.empty).shortestMember())
            if members.isEmpty, let member = automaton.shortestMember() { #expect(member.count > 6) }
            if automaton.isEmpty { #expect(automaton.shortestMember() == nil) }
        }
    }

    @Test(
        "members are readable",
        arguments: [
            (ParameterConstraint.int, "1"), (.uint, "1"), (.hex, "a"), (.slug, "a"), (.alpha, "a"),
            (.date, "1111-11-11"),
            (.ulid, "1aaaaaaaaaaaaaaaaaaaaaaaaa"),
            (.uuid, "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa"), (.oneOf(["beta", "zeta"]), "beta"),
            (.oneOf(["+0", "10"]), "10"),
            (.regex("[^a-zA-Z]"), "1"), (.regex("[^\\w]"), "-"), (.regex("[日é]"), "é"), (.regex("[\\s/]"), "/"),
            (.regex("😀{2}"), "😀😀"),
        ])
    func readableMembers(constraint: ParameterConstraint, expected: String) throws {
        let automaton = try Automaton(constraint, caseSensitive: true)
        #expect(automaton.shortestMember() == Array(expected.utf8))
    }

    @Test("an exhausted language has no further member")
    func usedUp() throws {
        let automaton = try Automaton(.oneOf(["on", "off", "auto"]), caseSensitive: true)
        let rest = automaton.subtracting(try Automaton(.oneOf(["on", "off"]), caseSensitive: true))
        #expect(rest.shortestMember() == Array("auto".utf8))
        #expect(automaton.subtracting(automaton).shortestMember() == nil)
        #expect(Automaton.empty.shortestMember() == [] && Automaton.empty.shortestMember(excludingEmpty: true) == nil)
    }

    @Test("a long shortest member is found without recursion")
    func longMember() throws {
        let automaton = try Automaton(regex: "(a{97})+").intersection(Automaton(regex: "(a{101})+"))
        #expect(automaton.shortestMember()?.count == 97 * 101)
    }

    @Test("members are valid UTF-8 even when nearly all bytes are excluded")
    func membersAreText() throws {
        let oneByte = try Automaton(texts: (UInt8.min...0x7F).map { [$0] })
        let member = try #require(Automaton.any.subtracting(oneByte).shortestMember())
        #expect(member.count == 2 && String(validating: member, as: UTF8.self) != nil)
        let rest = try Automaton(regex: "[^\u{0}-\u{FFFF}]")
        #expect(rest.shortestMember() == [0xF0, 0x90, 0x80, 0x80])
    }
}

extension Automaton {
    /// The automaton for every valid UTF-8 text, also the empty one, that this does not match.
    fileprivate var complement: Automaton { Automaton.text.subtracting(self) }

    /// The automaton for texts that either matches.
    fileprivate func union(_ other: Automaton) -> Automaton { complement.subtracting(other).complement }

    fileprivate func isDisjoint(with other: Automaton) throws -> Bool {
        var unlimited = WorkBudget.unlimited
        return try isDisjoint(with: other, &unlimited)
    }

    fileprivate init(texts: [[UInt8]]) throws {
        try self.init(.oneOf(texts.map { String(decoding: $0, as: UTF8.self) }), caseSensitive: true)
    }
}
