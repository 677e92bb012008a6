import Testing
import WaybillManifest
import WaybillRules
import WaybillSyntax

@Suite("K005: tests of one request")
struct RepeatedTestTests {
    private func lines(of expectations: [String]) -> [Int] {
        let head = "waybill: 1\nroutes: [{ id: a, url: /a, handler: h }]\ntests:\n"
        let compilation = Compilation.compile(
            text: head + expectations.map { "  - { open: /a, expect: \($0) }\n" }.joined())
        return compilation.diagnostics.filter { $0.rule == .repeatedTest }.map { diagnostic in
            compilation.sources[0].position(at: diagnostic.notes[0].span.start).line - 3
        }
    }

    @Test("A test is compared with all earlier ones, and the first that it repeats or contradicts is named")
    func first() {
        let many = (0..<40).map { "{ params: { p\($0): x } }" }
        #expect(lines(of: many) == [])
        #expect(lines(of: many + ["{ params: { p39: y, p30: y } }"]) == [31])
        #expect(lines(of: many + ["{ params: { p39: x } }"]) == [40])
        #expect(lines(of: ["{ handler: h }", "{ handler: i }", "{ handler: h, route: a }"]) == [1, 2])
    }

    @Test(
        "Outcomes contradict each other exactly if both can never hold",
        arguments: [
            ("unmatched", "{ route: a }", true), ("unmatched", "{ handler: h }", false),
            ("{ route: a }", "unmatched", true), ("invalid-url", "{ handler: h }", true),
            ("unmatched", "invalid-url", true), ("{ route: a }", "{ handler: h }", false),
        ])
    func outcomes(one: String, other: String, contradicts: Bool) {
        #expect(lines(of: [one, other]) == (contradicts ? [1] : []))
    }
}
