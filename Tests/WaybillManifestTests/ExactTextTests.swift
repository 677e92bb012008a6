import Testing
import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTable

/// Law 4: two spellings that Unicode calls canonically equivalent are two texts. `String` calls them equal.
@Suite("Texts compare by their bytes")
struct ExactTextTests {
    private let composed = "caf\u{E9}"
    private let decomposed = "cafe\u{301}"

    private func compile(_ text: String) -> Compilation { Compilation.compile(text: "waybill: 1\n" + text) }

    @Test("a list keeps both spellings of a value")
    func list() throws {
        let compilation = compile(
            "routes:\n  - { url: \"/l/:x\", params: { x: [\"\(composed)\", \"\(decomposed)\"] }, handler: h }\n")
        #expect(!compilation.diagnostics.contains { $0.rule == .repeatedItem })
        for value in [composed, decomposed] {
            #expect(compilation.explain("/l/\(value)")?.outcome == .matched, "\(value.utf8.count)")
        }
    }

    @Test("two routes whose default ids only look alike are two routes, in any order of entries")
    func defaultIDs() throws {
        let routes = [composed, decomposed].map { "  - { url: \"/\($0)\", handler: \"h\($0.utf8.count)\" }\n" }
        let one = compile("routes:\n" + routes[0] + routes[1])
        let other = compile("routes:\n" + routes[1] + routes[0])
        #expect(!(one.diagnostics + other.diagnostics).contains { $0.severity == .error })
        #expect(one.digest == other.digest)
        #expect(one.set.routes.map(\.id.value.utf8.count) == other.set.routes.map(\.id.value.utf8.count))
    }

    @Test("two tests of such URLs do not contradict each other, and each compares bytes")
    func tests() throws {
        let expectations = [composed, decomposed].map { value in
            "  - { open: \"/l/\(value)\", expect: { params: { x: \"\(value)\" } } }\n"
        }
        let compilation = compile(
            "routes:\n  - { url: \"/l/:x\", handler: h }\ntests:\n" + expectations.joined()
                + "  - { open: \"/l/%63af%C3%A9\", expect: { params: { x: \"\(decomposed)\" } } }\n")
        #expect(!compilation.diagnostics.contains { $0.rule.id == "K005" })
        #expect(compilation.runTests()?.results.map(\.isPassed) == [true, true, false])
    }

    @Test("targets, constraints and URLs that differ in a spelling differ")
    func values() throws {
        #expect(try URLTemplate("/\(composed)") != URLTemplate("/\(decomposed)"))
        #expect(try RouteURL("/\(composed)") != RouteURL("/\(decomposed)"))
        #expect(ParameterConstraint.oneOf([composed]) != .oneOf([decomposed]))
    }

    @Test("texts are ordered as the lists of their bytes are")
    func order() {
        let long = "a text that is too long to be kept in place"
        let texts = ["", "a", "ab", "b", composed, decomposed, "cafe", long, long + " too", "\u{FFFD}", "\u{10000}"]
        for left in texts {
            for right in texts {
                let (bytes, others) = (Array(left.utf8), Array(right.utf8))
                #expect((left.exact < right.exact) == bytes.lexicographicallyPrecedes(others), "\(left) \(right)")
                #expect((left.exact == right.exact) == (bytes == others), "\(left) \(right)")
            }
        }
    }
}
