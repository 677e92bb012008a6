import Testing
import WaybillTable

@testable import WaybillOpenAPI
@testable import WaybillOracle

@Suite("The values of schemas")
struct ValueTests {
    @Test(
        "A pattern is translated, and the translation to itself",
        arguments: [
            ("^[a-z]+$", "[a-z]+"), ("[a-z]", ".*[a-z].*"), ("^a", "a.*"), ("a$", ".*a"), ("", ".*.*"),
            ("^a$|^b$", "a|b"),
            ("^(?:a|b)$", "a|b"), ("^(a|b)$", "(a|b)"), ("^(?:a)(?:b)$", "(a)(b)"), ("^(?<year>\\d{4})$", "(\\d{4})"),
            ("^\\D\\W\\S$", "[^0-9][^A-Za-z0-9_][^\\s]"), ("^[\\s\\S]*$", ".*"), ("^[^]+$", ".+"), ("^a+?b*?$", "a+b*"),
            ("^[\\w-.]+$", "[\\w\\-.]+"), ("^[a-z-9]$", "[a-z\\-9]"), ("^[-a]$", "[-a]"), ("^\\/a\\-b$", "\\/a\\-b"),
            ("^\\u0041\\x2e$", "A\\."), ("^a{2,3}$", "a{2,3}"), ("^a{$", "a\\{"), ("^[a\\]]$", "[a\\]]"),
        ])
    func translation(_ pattern: String, _ regex: String) throws {
        let translated = try ECMARegex.whole(pattern)
        #expect(translated == regex)
        #expect(try ECMARegex.whole(ECMARegex.pattern(translated)) == translated)
        _ = try Automaton(.regex(translated), caseSensitive: true)
    }

    @Test(
        "What is not regular is named",
        arguments: ["^(?=a)b$", "(a)\\1", "\\bword", "a^b", "a$b", "(^a)", "\\p{L}", "(a", "a)"])
    func unsupported(_ pattern: String) {
        #expect(throws: ECMARegex.Unsupported.self) { try ECMARegex.whole(pattern) }
    }

    @Test("The schema of a constraint has the same values", arguments: OracleConstraint.all.map(\.constraint))
    func constraints(_ constraint: ParameterConstraint) throws {
        guard case .regex(let text) = ParameterConstraint.regex(constraint.regexText) else { return }
        let read = try ECMARegex.whole(ECMARegex.pattern(text))
        #expect(
            try Automaton(.regex(read), caseSensitive: true) == Automaton(constraint, caseSensitive: true),
            "\(constraint): \(read)")
    }

    @Test("A range of integers has exactly its numerals", arguments: PropertySeeds.blocks(400))
    func ranges(_ seeds: Range<UInt64>) throws {
        for seed in seeds {
            var random = SplitMix(seed: seed)
            func bound() -> Int128? {
                guard Int.random(in: 0..<5, using: &random) > 0 else { return nil }
                let digits = Int.random(in: 0...6, using: &random)
                return Int128(
                    Int.random(in: -1_000_000...1_000_000, using: &random)
                        / [1, 10, 100, 1000, 10_000, 100_000, 1_000_000][digits])
            }
            let (lower, upper) = (bound(), bound())
            guard let constraint = NumeralRange.constraint(lower, upper) else {
                #expect((lower ?? .min) > (upper ?? .max))
                continue
            }
            let automaton = try Automaton(constraint, caseSensitive: true)
            let near = [lower, upper].compactMap(\.self).flatMap { [$0 - 1, $0, $0 + 1] }
            for number in near + (0..<30).map({ _ in Int128(Int.random(in: -2_000_000...2_000_000, using: &random)) }) {
                let isIn = (lower ?? .min) <= number && number <= (upper ?? .max) && ((lower ?? -1) < 0 || number >= 0)
                for text in ["\(number)", number < 0 ? "-00\(-number)" : "00\(number)"] {
                    #expect(
                        automaton.matches(Array(text.utf8)[...]) == isIn,
                        "seed \(seed): \(text) in \(String(describing: lower)) to \(String(describing: upper))")
                }
            }
        }
    }

    @Test("An integer without bounds is int, and one that is not negative is uint")
    func named() {
        #expect(NumeralRange.constraint(nil, nil) == .int)
        #expect(NumeralRange.constraint(0, nil) == .uint)
        #expect(NumeralRange.constraint(Int128(Int64.min), Int128(Int64.max)) == .int)
        #expect(NumeralRange.constraint(5, 4) == nil)
    }

    @Test(
        "A path becomes a pattern, and its pattern the same path",
        arguments: [
            ("/orders/{id}", "/orders/:id", "/orders/{id}"),
            ("/{order-id}.json", "/:order_id.json", "/{order_id}.json"),
            ("/v1/{name}:cancel", "/v1/:name%3Acancel", "/v1/{name}:cancel"), ("/{a}b", "/:a%62", "/{a}b"),
            ("/{1}/{1}", "/:_1/:_1_", "/{_1}/{_1_}"), ("/{from}-{to}", "/:from_to", "/{from_to}"), ("/", "/", "/"),
            ("/a%20b/%7E", "/a%20b/~", "/a%20b/~"), ("/U('{id}')", "/U%28%27:id%27%29", "/U('{id}')"),
            ("/*", "/%2A", "/*"),
        ])
    func paths(_ path: String, _ text: String, _ back: String) throws {
        let pattern = try Pattern(PathTemplate(path).patternText)
        #expect(pattern.text == text)
        #expect(pattern.openAPIPath == back)
        #expect(try PathTemplate(back).patternText == text)
    }
}
