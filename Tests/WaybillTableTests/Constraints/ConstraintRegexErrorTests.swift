import Testing
import WaybillOracle

@testable import WaybillTable

@Suite("Constraint regex errors")
struct ConstraintRegexErrorTests {
    /// A regex, its erroneous part, where that starts, and a piece of the reason or the help.
    struct Case: Sendable, CustomTestStringConvertible {
        let regex: String
        let part: String
        let start: Int
        let words: String

        init(_ regex: String, _ part: String, at start: Int, _ words: String) {
            (self.regex, self.part, self.start, self.words) = (regex, part, start, words)
        }

        var testDescription: String { regex.debugDescription }
    }

    @Test(
        "each error has its place, its message and help",
        arguments: [
            Case("^a", "^", at: 0, "always anchored at both ends"),
            Case("a$", "$", at: 1, "always anchored at both ends"),
            Case("é日$", "$", at: 5, "write \\$ for a literal"), Case("(^|a)", "^", at: 1, "remove it"),
            Case("a**", "*", at: 2, "two quantifiers"), Case("a+?", "?", at: 2, "remove it"),
            Case("a??", "?", at: 2, "lazy"),
            Case("a{2}{3,4}b", "{3,4}", at: 4, "two quantifiers"), Case("a{2}+", "+", at: 4, "two quantifiers"),
            Case("(?:a)", "(?", at: 0, "remove '?:'"), Case("a(?i)b", "(?", at: 1, "flags"),
            Case("(?=a)", "(?", at: 0, "lookaround"),
            Case("(?<name>a)", "(?", at: 0, "plain groups"), Case("(?", "(?", at: 0, "plain groups"),
            Case("(a)\\1", "\\1", at: 3, "backreferences"), Case("\\0", "\\0", at: 0, "backreferences"),
            Case("a\\b", "\\b", at: 1, "anchored"), Case("\\D", "\\D", at: 0, "[^0-9]"),
            Case("\\W", "\\W", at: 0, "[^A-Za-z0-9_]"),
            Case("\\S", "\\S", at: 0, "[^\\s]"), Case("\\p{L}", "\\p", at: 0, "ranges"),
            Case("\\n", "\\n", at: 0, "the character itself"),
            Case("\\u0041", "\\u", at: 0, "is not supported"),
            Case("[\\b]", "\\b", at: 1, "is not supported"),
            Case("\\é", "\\é", at: 0, "remove the backslash"), Case("\\ ", "\\ ", at: 0, "remove the backslash"),
            Case("日\\", "\\", at: 3, "ends with a backslash"), Case("[a\\", "\\", at: 2, "ends with a backslash"),
            Case("a]", "]", at: 1, "write \\]"), Case("a}", "}", at: 1, "write \\}"),
            Case("a{", "{", at: 1, "write \\{"),
            Case("a{x}", "{", at: 1, "write \\{"), Case("a{1", "{", at: 1, "write \\{"),
            Case("a{1,2", "{", at: 1, "write \\{"),
            Case("{", "{", at: 0, "write \\{"), Case("a{ 1}", "{", at: 1, "write \\{"),
            Case("a{}", "{", at: 1, "write \\{"),
            Case("a{,3}", "{,", at: 1, "{0,n}"), Case("a{4,2}", "{4,2}", at: 1, "write {2,4}"),
            Case("a{1001}", "1001", at: 2, "at most 1000"),
            Case("a{2,99999999999999999999}", "99999999999999999999", at: 4, "at most 1000"),
            Case("(a", "(", at: 0, "is not closed"), Case("a(b(c)", "(", at: 1, "is not closed"),
            Case("a)b", ")", at: 1, "unmatched ')'"),
            Case("é)", ")", at: 2, "unmatched ')'"), Case("[a", "[", at: 0, "is not closed"),
            Case("é[", "[", at: 2, "is not closed"),
            Case("[^", "[", at: 0, "is not closed"), Case("[a-", "[", at: 0, "is not closed"),
            Case("a[]b", "[]", at: 1, "matches nothing"),
            Case("[^]", "[^]", at: 0, "matches nothing"), Case("[z-a]", "z-a", at: 1, "backwards"),
            Case("[é-a]", "é-a", at: 1, "backwards"),
            Case("[a-\\d]", "a-\\d", at: 1, "write \\-"), Case("[\\w-.]", "\\w-.", at: 1, "write \\-"),
            Case("[a-c-e]", "-", at: 4, "first or last"),
            Case("[[:alpha:]]", "[:", at: 1, "[A-Za-z]"), Case("*a", "*", at: 0, "nothing to repeat"),
            Case("(+)", "+", at: 1, "before"),
            Case("a|?", "?", at: 2, "before"), Case("{2}", "{2}", at: 0, "before"),
            Case("[^\u{0}-\u{10FFFF}]", "[^\u{0}-\u{10FFFF}]", at: 0, "matches nothing"),
        ])
    func error(_ expected: Case) {
        let error = #expect(throws: ConstraintError.self) { try Automaton(regex: expected.regex) }
        guard let error else { return }
        #expect(error.range == expected.start..<expected.start + expected.part.utf8.count)
        #expect("\(error.reason); \(error.help ?? "")".contains(expected.words))
        #expect(error.help?.isEmpty == false && !error.reason.hasSuffix("."))
    }

    @Test(
        "over a budget, the whole regex is reported, quickly", .timeLimit(.minutes(1)),
        arguments: [
            "(a{1000}){1000}", "((((){1000}){1000}){1000}){1000}", "((a{0,1000}){0,1000}){0,1000}", "(a|b)*a(a|b){20}",
            "(.*[a-f].*[b-g]){400}", "(a{1,100}){1,100}", ".{1,1000}",
        ])
    func budget(regex: String) {
        let error = #expect(throws: ConstraintError.self) { try Automaton(regex: regex) }
        #expect(error?.range == 0..<regex.utf8.count)
        #expect(error?.reason.contains("budget of") == true)
    }

    @Test("groups nest as deep as the limit and no deeper")
    func nesting() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
        }
        #expect(try Automaton(regex: nested(50)) == Automaton(regex: "a"))
        let error = #expect(throws: ConstraintError.self) { try Automaton(regex: nested(51)) }
        #expect(error?.range == 50..<51)
        #expect(throws: ConstraintError.self) { try Automaton(regex: String(repeating: "(", count: 100_000)) }
    }

    @Test("no text traps, and every error is within the text")
    func noise() {
        var generator = SplitMix(seed: 10)
        for _ in 0..<8_000 {
            let regex = generator.text(over: "ab()[]{}|*+?.,-^$\\:dws019é日", length: 0...12)
            do {
                _ = try Automaton(regex: regex)
            } catch {
                #expect(error.range.lowerBound >= 0 && error.range.upperBound <= regex.utf8.count)
            }
        }
    }
}
